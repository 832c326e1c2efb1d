import Bytes
import CrashModel
import JSONText
import SymbolModel

/// What JSON of any shape says about the process, the machine and the exception, by the usual names of its keys, as the backends of
/// vendors write them.
///
/// A key counts by its name alone (`appVersion`), or with the key of the object that it is in (`device.model`). The first value
/// of a fact counts. Only the outer levels are searched, and no lists of threads, frames or images. Of a list of events, only the one
/// with the call stack that the report is about is searched.
struct GenericJSONMetadata {
  /// The ID of the thread that crashed, if it is given apart from the threads.
  private(set) var crashedThread: Int?
  private var texts: [Fact: String] = [:]

  private enum Fact {
    case process, pid, path, bundleID, version, build, model, system, systemVersion, systemBuild, time, launchTime, exception,
      signal,
      codes, hexCodes, address, reason, crashedThread, identifier, cpuType, handled
  }

  /// The number of levels that are searched.
  private static let deepest = 7
  /// The maximum number of keys and elements that are looked at.
  private static let maxValues = 2_000
  private var looked = 0
  private let stack: Int?

  /// Searches a document. `stack` is the first byte of the call stack that the report is about, or nil if it has none.
  init(_ body: JSONValue, stack: Int? = nil) {
    self.stack = stack
    search(body, in: "", depth: 0)
    crashedThread = texts[.crashedThread].flatMap { Int($0) }
  }

  private mutating func search(_ value: JSONValue, in parent: String, depth: Int) {
    guard depth < Self.deepest, looked < Self.maxValues else { return }
    if value.kind == .array {
      let own = stack.flatMap { value.range.contains($0) ? $0 : nil }
      if let own, let element = value.elements.first(where: { $0.range.contains(own) }) {
        return search(element, in: parent, depth: depth + 1)
      }
      for element in value.elements.prefix(4) where element.kind == .object { search(element, in: parent, depth: depth + 1) }
      return
    }
    var inner: [(name: String, value: JSONValue)] = []
    for (key, member) in value.members {
      looked += 1
      guard looked < Self.maxValues else { return }
      let name = GenericJSONFrame.plain(key.string)
      if depth == 0, name == "id" { takeIdentifier(member) }
      if let codes = Self.facts[name] ?? Self.facts["\(parent).\(name)"], Self.isCodes(codes), member.kind == .array {
        take(codes: codes, member)
      } else if member.kind == .object || member.kind == .array {
        if !Self.isList(name) { inner.append((name, member)) }
      } else if let fact = Self.facts[name] ?? Self.facts["\(parent).\(name)"] {
        take(fact, member)
      }
    }
    for (name, member) in inner { search(member, in: name, depth: depth + 1) }
  }

  /// Returns whether a key names a list of many things, or something that the app's user wrote.
  private static func isList(_ name: String) -> Bool {
    ["thread", "frame", "stack", "image", "binar", "librar", "module", "breadcrumb", "user", "custom", "tag", "header"].contains {
      name.containsBytes(of: $0)
    }
  }

  private mutating func take(_ fact: Fact, _ value: JSONValue) {
    if fact == .handled, value.bool == true { texts[fact] = "true" }
    guard texts[fact] == nil, value.kind == .string || value.kind == .number else { return }
    let text = value.string ?? value.text
    // Bugsnag's events of a simulator have this beside the model.
    if fact == .model, text == "simulator" { return }
    if !text.isEmpty, text.utf8.count <= 4_096 { texts[fact] = text }
  }

  private static func isCodes(_ fact: Fact) -> Bool { fact == .codes || fact == .hexCodes }

  /// Takes a list of codes.
  private mutating func take(codes fact: Fact, _ list: JSONValue) {
    let codes = list.elements.prefix(8).filter { $0.kind == .string || $0.kind == .number }.map { $0.string ?? $0.text }
    if !codes.isEmpty, texts[fact] == nil { texts[fact] = codes.joined(separator: ", ") }
  }

  /// Takes the ID of the whole document, if it is a UUID: other numbers are those of a database.
  private mutating func takeIdentifier(_ value: JSONValue) {
    guard let text = value.string, text.utf8.count == 36 || text.utf8.count == 32, ImageID(parsing: text) != nil else { return }
    texts[.identifier] = texts[.identifier] ?? text
  }

  /// Fills the facts into a report that has none yet. `signal` is that of the crashed thread, where that has it.
  func fill(_ report: inout CrashReport, signal: String?) {
    guard let signal, texts[.signal] == nil else { return fill(&report) }
    var found = self
    found.texts[.signal] = signal
    found.fill(&report)
  }

  /// The same without a signal from elsewhere.
  func fill(_ report: inout CrashReport) {
    let (name, pid) = Self.process(texts[.process])
    report.identifier = texts[.identifier]
    report.process.path = texts[.path] ?? (name == nil ? Self.executable(of: report) : nil)
    report.process.name = name ?? report.process.path.map { PathText.lastComponent(of: $0) }
    report.process.pid = texts[.pid].flatMap { Int($0) } ?? pid
    report.process.bundleID = texts[.bundleID]
    report.process.version = texts[.version]
    report.process.build = texts[.build]
    report.device.model = texts[.model]
    report.device.cpuType = texts[.cpuType]
    report.system = system
    report.time = texts[.time]
    report.launchTime = texts[.launchTime]
    report.exception = exception
    let isEnded = report.exception?.signal != nil && texts[.handled] == nil
    if isEnded || report.threads.contains(where: \.crashed) { report.kind = .crash }
  }

  /// `Shop [3608]`
  private static func process(_ text: String?) -> (name: String?, pid: Int?) {
    guard let text, text.hasSuffix("]"), let open = text.lastIndex(of: "["), open > text.startIndex else { return (text, nil) }
    return (String(text[..<open]).trimmingBlanks, Int(text[text.index(after: open)...].dropLast()))
  }

  /// Returns the path of the only image that is the executable of an app's bundle, `.../Shop.app/Shop`; nil if there are several.
  private static func executable(of report: CrashReport) -> String? {
    let paths = report.images.compactMap { image in image.inApp ? image.path : nil }.filter { path in
      let parts = path.split(separator: "/")
      guard parts.count > 1, !path.hasSuffix(".dylib") else { return false }
      return parts[parts.count - 2].hasSuffix(".app") || parts.count > 3 && parts[parts.count - 2] == "MacOS"
    }
    return paths.count == 1 ? paths[0] : nil
  }

  private var system: OperatingSystem {
    var system = OperatingSystem()
    guard texts[.systemVersion] != nil || texts[.systemBuild] != nil else {
      return texts[.system].map { SystemText.parse($0) } ?? system
    }
    system.name = texts[.system]
    system.version = texts[.systemVersion]
    system.build = texts[.systemBuild]
    return system
  }

  private var exception: CrashException? {
    var exception = CrashException()
    let (type, code) = Self.type(texts[.exception])
    if let type, Self.isLanguageException(type) { exception.name = type } else { exception.type = type }
    exception.type = exception.type ?? texts[.signal]
    exception.signal = texts[.signal] ?? exception.type.flatMap { $0.hasPrefix("SIG") ? $0 : nil }
    exception.codes = texts[.hexCodes] ?? texts[.codes] ?? code
    exception.reason = texts[.reason].flatMap { [exception.codes, exception.signal].contains($0) ? nil : $0 }
    exception.faultAddress = (texts[.address].flatMap { HexNumber.parse($0) } ?? faultAddress(of: exception)).map {
      RuntimeAddress($0)
    }
    return exception.type == nil && exception.name == nil && exception.reason == nil ? nil : exception
  }

  /// Returns whether a type is that of an exception of Objective-C: `NSRangeException`.
  private static func isLanguageException(_ type: String) -> Bool { type.hasPrefix("NS") || type.hasSuffix("Exception") }

  /// `SIGSEGV (SEGV_MAPERR)`: the signal and its code.
  private static func type(_ text: String?) -> (type: String?, code: String?) {
    guard let text, text.hasPrefix("SIG"), text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return (text, nil) }
    return (String(text[..<open]).trimmingBlanks, String(text[text.index(after: open)...].dropLast()))
  }

  /// Returns the address in codes: `SEGV_MAPERR at 0x18`, and the second one of a memory exception, `0x1, 0x18`.
  private func faultAddress(of exception: CrashException) -> UInt64? {
    guard let codes = exception.codes else { return nil }
    let words = codes.split(separator: " ")
    if words.count > 2, words[words.count - 2] == "at", words[words.count - 1].hasPrefix("0x") {
      return HexNumber.parse(String(words[words.count - 1]))
    }
    guard exception.type == "EXC_BAD_ACCESS", words.count == 2, words[0].hasSuffix(",") else { return nil }
    return words[1].hasPrefix("0x") ? HexNumber.parse(String(words[1])) : UInt64(words[1])
  }

  private static let facts: [String: Fact] = [
    "processname": .process, "process.name": .process, "meta.process": .process, "appname": .process,
    "processid": .pid, "process.id": .pid, "pid": .pid,
    "processpath": .path, "applicationpath": .path, "executablepath": .path, "process.path": .path, "meta.path": .path,
    "bundleidentifier": .bundleID, "bundleid": .bundleID, "appnamespace": .bundleID, "app.identifier": .bundleID,
    "appversion": .version, "applicationversion": .version, "process.version": .version, "app.version": .version,
    "details.version": .version, "application.version": .version,
    "application.displayversion": .version, "version.displayversion": .version,
    "application.buildversion": .build, "version.buildversion": .build,
    "bundleorpackage": .bundleID,
    "appbuild": .build, "applicationbuild": .build, "process.build": .build, "app.build": .build, "appbuildversion": .build,
    "devicemodel": .model, "modelnumber": .model, "hardwaremodel": .model, "device.model": .model,
    "osname": .system, "os.name": .system, "operatingsystem": .system, "operatingsystem.name": .system,
    "operatingsystem.os": .system, "operatingsystem.displayversion": .systemVersion,
    "osversion": .systemVersion, "os.version": .systemVersion, "osbuild": .systemBuild, "os.build": .systemBuild,
    "osbuildnumber": .systemBuild,
    "timestamp": .time, "capturedat": .time, "occurredon": .time, "eventtimestamp": .time, "eventtime": .time,
    "applaunchtimestamp": .launchTime, "launchtime": .launchTime,
    "osexceptiontype": .exception, "exceptiontype": .exception, "exception.type": .exception, "exception.name": .exception,
    "error.type": .exception, "error.classname": .exception,
    "exception.codes": .codes, "hexadecimalcodes": .hexCodes, "incidentidentifier": .identifier, "reportid": .identifier,
    "meta.codetype": .cpuType,
    "signalname": .signal, "osexceptioncode": .codes, "exceptioncodes": .codes, "signalcode": .codes,
    "osexceptionaddress": .address, "faultaddress": .address,
    "exceptionreason": .reason, "exception.reason": .reason, "exception.message": .reason, "error.message": .reason,
    "exception.cause": .reason,
    "exceptions.type": .exception, "exceptions.signal": .signal, "exceptions.message": .reason, "handled": .handled,
    "exceptions.errorclass": .exception, "exceptions.exceptionmessage": .reason,
    "appuniqueid": .bundleID, "devicecpuarch": .cpuType,
    "errorthreadid": .crashedThread, "faultingthread": .crashedThread, "crashedthread": .crashedThread,
  ]
}

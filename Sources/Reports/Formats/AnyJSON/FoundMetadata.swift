import CrashModel
import JSONText
import SymbolModel

/// What JSON of any shape says about the process, the machine and the exception, by the usual names of its keys, as the backends of
/// vendors write them.
///
/// A key counts by its name alone (`appVersion`), or with the key of the object that it is in (`device.model`). The first value
/// of a fact counts. Only the outer levels are searched, and no lists of threads, frames or images.
struct FoundMetadata {
  /// The ID of the thread that crashed, if it is given apart from the threads.
  private(set) var crashedThread: Int?
  private var texts: [Fact: String] = [:]

  private enum Fact {
    case process, pid, path, bundleID, version, build, model, system, systemVersion, systemBuild, time, launchTime, exception,
      signal,
      codes, address, reason, crashedThread
  }

  /// The number of levels that are searched.
  private static let deepest = 5
  /// The maximum number of keys and elements that are looked at.
  private static let mostValues = 2_000
  private var looked = 0

  /// Searches a document.
  init(_ body: JSONValue) {
    search(body, in: "", depth: 0)
    crashedThread = texts[.crashedThread].flatMap { Int($0) }
  }

  private mutating func search(_ value: JSONValue, in parent: String, depth: Int) {
    guard depth < Self.deepest, looked < Self.mostValues else { return }
    if value.kind == .array {
      for element in value.elements.prefix(4) where element.kind == .object { search(element, in: parent, depth: depth + 1) }
      return
    }
    var inner: [(name: String, value: JSONValue)] = []
    for (key, member) in value.members {
      looked += 1
      guard looked < Self.mostValues else { return }
      let name = FoundFrame.plain(key.string)
      if member.kind == .object || member.kind == .array {
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
      name.contains($0)
    }
  }

  private mutating func take(_ fact: Fact, _ value: JSONValue) {
    guard texts[fact] == nil, value.kind == .string || value.kind == .number else { return }
    let text = value.string ?? value.text
    if !text.isEmpty, text.utf8.count <= 4_096 { texts[fact] = text }
  }

  /// Fills the facts into a report that has none yet.
  func fill(_ report: inout CrashReport) {
    let (name, pid) = Self.process(texts[.process])
    report.process.name = name
    report.process.pid = texts[.pid].flatMap { Int($0) } ?? pid
    report.process.path = texts[.path]
    report.process.bundleID = texts[.bundleID]
    report.process.version = texts[.version]
    report.process.build = texts[.build]
    report.device.model = texts[.model]
    report.system = system
    report.time = texts[.time]
    report.launchTime = texts[.launchTime]
    report.exception = exception
    if report.threads.contains(where: \.crashed) { report.kind = .crash }
  }

  /// `Shop [3608]`
  private static func process(_ text: String?) -> (name: String?, pid: Int?) {
    guard let text, text.hasSuffix("]"), let open = text.lastIndex(of: "["), open > text.startIndex else { return (text, nil) }
    return (String(text[..<open]).trimmingBlanks, Int(text[text.index(after: open)...].dropLast()))
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
    exception.type = texts[.exception] ?? texts[.signal]
    exception.signal = texts[.signal]
    exception.codes = texts[.codes]
    exception.reason = texts[.reason]
    exception.faultAddress = texts[.address].flatMap { HexNumber.parse($0) }.map { RuntimeAddress($0) }
    return exception.type == nil && exception.reason == nil ? nil : exception
  }

  private static let facts: [String: Fact] = [
    "processname": .process, "process.name": .process, "meta.process": .process, "appname": .process,
    "processid": .pid, "process.id": .pid, "pid": .pid,
    "processpath": .path, "applicationpath": .path, "executablepath": .path, "process.path": .path, "meta.path": .path,
    "bundleidentifier": .bundleID, "bundleid": .bundleID, "appnamespace": .bundleID, "app.identifier": .bundleID,
    "appversion": .version, "applicationversion": .version, "process.version": .version, "app.version": .version,
    "details.version": .version, "application.version": .version,
    "appbuild": .build, "applicationbuild": .build, "process.build": .build, "app.build": .build, "appbuildversion": .build,
    "devicemodel": .model, "modelnumber": .model, "hardwaremodel": .model, "device.model": .model,
    "osname": .system, "os.name": .system, "operatingsystem": .system,
    "osversion": .systemVersion, "os.version": .systemVersion, "osbuild": .systemBuild, "os.build": .systemBuild,
    "timestamp": .time, "capturedat": .time, "occurredon": .time,
    "applaunchtimestamp": .launchTime, "launchtime": .launchTime,
    "osexceptiontype": .exception, "exceptiontype": .exception, "exception.type": .exception, "exception.name": .exception,
    "error.type": .exception, "error.classname": .exception,
    "signalname": .signal, "osexceptioncode": .codes, "exceptioncodes": .codes, "signalcode": .codes,
    "osexceptionaddress": .address, "faultaddress": .address,
    "exceptionreason": .reason, "exception.reason": .reason, "exception.message": .reason, "error.message": .reason,
    "exception.cause": .reason,
    "errorthreadid": .crashedThread, "faultingthread": .crashedThread, "crashedthread": .crashedThread,
  ]
}

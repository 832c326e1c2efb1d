import Bytes
import CrashModel
import SymbolModel

/// Collects the header of a report. The first value of a key wins.
struct AppleTextHeader {
  /// The lines of "Application Specific Information".
  var information: [String] = []
  /// Whether `Process:` or `Powerstats for:` was read.
  private(set) var hasProcess = false
  /// Whether `Incident Identifier:` was read.
  private(set) var hasIncident = false
  private var values: [String: String] = [:]
  private var shareable: [String: String] = [:]
  /// KSCrash's description of a crash of its handler, after everything else, or nil if there was none.
  private var handlerValues: [String: String]?
  private var openKey: String?
  /// The second `Exception Codes:` of macOS 12 and later: the numbers, after the words.
  private var rawCodes: String?
  private var terminationLines: [String] = []
  /// The lines after the first one of values that have several: `VM Region Info`, `Kernel Triage`.
  private var moreLines: [String: [String]] = [:]
  private var version = AppleTextVersion()
  private var leaks = AppleTextLeaks()
  private var others = UnreadLines()

  /// Whether KSCrash's description of a crash of its handler was read.
  var describesHandler: Bool { handlerValues != nil }
  /// Whether the header was above the first process and so applies to the following ones (spindump).
  var sharesHeader: Bool { !shareable.isEmpty }
  /// The part of the header that applies to all processes of a text.
  var shared: AppleTextHeader {
    var header = AppleTextHeader()
    header.shareable = shareable
    return header
  }

  /// Reads a line of the form `Key: value` or the continuation of one. `number` is that of a line above all stacks and images; nil
  /// for those below.
  mutating func read(_ bytes: [UInt8], _ line: Range<Int>, continues: Bool, number: Int?) {
    if !continues, let colon = keyEnd(bytes, line) {
      let key = TextScan.text(bytes, line.lowerBound..<colon)
      if !isTerminationOpen || AppleTextKeys.endTermination(key) {
        let value = TextScan.trimmed(bytes, colon + 1..<line.upperBound)
        if leaks.read(key: key, bytes, value) { return }
        if key == "Version" { version.column = value.lowerBound - line.lowerBound }
        read(key: key, value: TextScan.text(bytes, value), isAbove: number != nil)
        return
      }
    }
    version.read(bytes, line)
    guard let text = TextScan.trimmedText(bytes, line) else { return }
    if let number, !isContinued, !AppleTextKeys.isTitle(text) { others.add(line: text, number: number) }
    guard let openKey else { return }
    if isTerminationOpen { terminationLines.append(text) }
    if openKey.hasPrefix(AppleTextKeys.nearRegions) || AppleTextKeys.longValues.contains(where: { $0.title == openKey }) {
      let end = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
      moreLines[openKey, default: []].append(TextScan.text(bytes, line.lowerBound..<end))
    }
  }

  /// Whether the lines below the last key belong to its value.
  private var isContinued: Bool {
    guard let openKey else { return false }
    return isTerminationOpen || openKey == "Version" || openKey.hasPrefix(AppleTextKeys.nearRegions)
      || AppleTextKeys.longValues.contains { $0.title == openKey }
  }

  /// Reads a line of the list of leaked objects. Returns false for any other line.
  mutating func readLeak(_ bytes: [UInt8], _ line: Range<Int>) -> Bool { leaks.readObject(bytes, line) }

  /// Whether the last key begins the reason why the process was ended: all lines up to the next key of the header belong to it,
  /// even if they look like keys (`Library not loaded: ...`, `ProcessVisibility: ...`).
  private var isTerminationOpen: Bool { openKey.map { $0.hasPrefix("Termination") || $0 == "Dyld Error Message" } ?? false }

  /// Ends a value that could have been continued.
  mutating func endValue() {
    openKey = nil
    others.close()
  }

  private mutating func read(key: String, value: String, isAbove: Bool) {
    openKey = key
    // Prose: "Process: the daemon `kbfs`".
    if key == "Process", value.contains("`") { return }
    others.close()
    if isAbove, !AppleTextKeys.isRead(key) { others.add(key: key, value: value) }
    if key == "Handler crashed while reporting" { handlerValues = handlerValues ?? [:] }
    if handlerValues != nil, ["Exception Type", "Exception Codes", "Crashed Thread", "Recrash Diagnosis"].contains(key) {
      handlerValues?[key] = value
      return
    }
    switch key {
    case "Incident Identifier": hasIncident = true
    case "Process", "Powerstats for":
      if !hasProcess, key == "Process", shareable.isEmpty, !hasIncident { shareable = values }
      hasProcess = true
    case "Exception Note": if let note = values[key] { values[key] = note + "\n" + value }
    case "Exception Codes": if values[key] != nil { rawCodes = rawCodes ?? value }
    default: break
    }
    if shareable[key] == nil, values[key] == nil { values[key] = value }
  }

  /// Returns whether a line begins with a key.
  func isKey(_ bytes: [UInt8], _ line: Range<Int>) -> Bool { keyEnd(bytes, line) != nil }

  /// Returns the position of the colon after a key: a capital letter, then at most 40 bytes without quotes or brackets.
  private func keyEnd(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    guard let first = line.first, bytes[first] >= UInt8(ascii: "A"), bytes[first] <= UInt8(ascii: "Z") else { return nil }
    for at in line.prefix(40) {
      switch bytes[at] {
      case UInt8(ascii: ":"): return at
      case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "."): return nil
      default: continue
      }
    }
    return nil
  }
}

extension AppleTextHeader {
  /// Fills the header into a report whose threads and images are complete.
  func apply(to report: inout CrashReport) {
    applyProcess(to: &report)
    applyMachine(to: &report)
    report.identifier = value("Incident Identifier") ?? version.incident
    report.time = value("Date/Time")
    report.launchTime = value("Launch Time")
    report.applicationSpecificInformation = information + resources + leaks.summary
    report.exception = exception
    UncaughtExceptionText.fill(&report)
    report.termination = termination
    report.details += details
    report.other += others.list
    markCrashedThread(in: &report)
    readProcessorState(into: &report)
    report.kind = kind(of: report)
    report.recrash = handlerCrash
  }

  /// What the header says beside the facts that all formats have, as the details of `.ips` reports.
  private var details: [ReportDetail] {
    let note = ExceptionNote.detail(value("Exception Note"))
    let role = value("Role").flatMap {
      $0 == "Unspecified" ? nil : ReportDetail(key: ReportDetail.roleKey, title: "Role", value: .text($0))
    }
    let long = AppleTextKeys.longValues.compactMap { key, title -> ReportDetail? in
      let lines = [values[title] ?? ""] + (moreLines[title] ?? [])
      let text = lines.joined(separator: "\n").trimmingBlanks
      return text.isEmpty ? nil : ReportDetail(key: key, title: title, value: .text(text))
    }
    let limits = values.filter { $0.key.hasSuffix(" Reached") && $0.value.containsBytes(of: "too many dispatch threads blocked") }
      .map { "\($0.key): \($0.value)" }.sorted().joined(separator: "\n")
    let reached = limits.isEmpty ? nil : ReportDetail(key: "workQueueLimits", title: "Work Queue Limits", value: .text(limits))
    return [role, note, reached, leaks.detail].compactMap { $0 } + long + nearRegions
  }

  /// The regions around the accessed address, which macOS prints up to version 11.
  private var nearRegions: [ReportDetail] {
    guard values["VM Region Info"] == nil,
      let (title, lines) = moreLines.first(where: { $0.key.hasPrefix(AppleTextKeys.nearRegions) })
    else { return [] }
    let text = (["\(title):"] + lines).joined(separator: "\n")
    return [ReportDetail(key: "vmRegionInfo", title: "VM Region Info", value: .text(text))]
  }

  /// What a report about resources says of the event: what was used, for how long, and the limit.
  private var resources: [String] {
    guard value("Event") != nil else { return [] }
    return AppleTextKeys.resources.compactMap { key in value(key).map { "\(key): \($0)" } }
  }

  private var handlerCrash: HandlerCrash? {
    guard let handlerValues else { return nil }
    var header = AppleTextHeader()
    header.values = handlerValues
    var crash = HandlerCrash()
    crash.exception = header.exception
    crash.thread = header.value("Crashed Thread").flatMap { Int($0) }.map { CrashThread(index: $0, crashed: true) }
    crash.diagnosis = header.value("Recrash Diagnosis")
    return crash
  }

  /// Gives the executable its path and UUID if the list of images has none for it: microstackshots have them in their header.
  func identifyExecutable(in report: inout CrashReport) {
    guard let name = report.process.name, let text = value("UUID"), let id = ImageID(parsing: text) else { return }
    let own = report.images.indices.filter { position in
      let image = report.images[position]
      return image.name == name && (image.path == nil || image.path == report.process.path)
    }
    guard own.count == 1, let position = own.first, report.images[position].id == nil,
      !report.images.contains(where: { $0.id == id })
    else { return }
    report.images[position].id = id
    report.images[position].idText = text
    report.images[position].path = report.process.path
    report.images[position].inApp = ImageOwnership.isInApp(path: report.process.path)
  }

  /// Returns the value of a key, or nil if it is missing, empty or unknown to the reporter.
  private func value(_ keys: String...) -> String? {
    for key in keys {
      let value = shareable[key] ?? values[key]
      if let value, !value.isEmpty, !value.hasPrefix("???"), value != "<unknown>" { return value }
    }
    return nil
  }

  private func applyMachine(to report: inout CrashReport) {
    // Macs print `Model: MacBookPro14,3, BootROM 185.0.0.0.0, ...` at the end.
    let model = value("Model").flatMap { Self.before(", ", in: $0) }
    report.device.model = value("Hardware Model", "Hardware model") ?? model
    report.device.reporterKey = value("CrashReporter Key", "Anonymous UUID").flatMap(ReporterKey.useful)
    report.device.cpuType = value("Code Type", "Architecture")
    report.sharedCache = value("Shared Cache").flatMap(Self.sharedCache)
    guard let text = value("OS Version") else { return }
    let (name, build) = Self.splitParentheses(text)
    report.system.build = build.map { $0.hasPrefix("Build ") ? String($0.dropFirst(6)) : $0 }
    let words = name.split(separator: " ")
    if let last = words.last, last.utf8.first.map(TextScan.isDigit) == true {
      report.system.version = String(last)
      report.system.name = words.count > 1 ? words.dropLast().map { String($0) }.joined(separator: " ") : nil
    } else if !words.isEmpty {
      report.system.name = name
    }
    // `sample` and `leaks` print the system of a simulator as that of a device, or that of the Mac.
    let isMac = report.system.name.map { $0.hasPrefix("mac") || $0.hasPrefix("Mac") } ?? true
    if !isMac, let platform = value("Platform"), platform.hasSuffix(" Simulator") { report.system.name = platform }
  }

  /// `90BBDE82-938A-384B-8837-ED0C790BC5C9 slid base address 0x19c578000, slide 0x1c578000`, of spindump and microstackshots.
  private static func sharedCache(_ text: String) -> SharedCacheReference? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
    guard words.count > 4, words[1...3].elementsEqual(["slid", "base", "address"]), let id = ImageID(parsing: String(words[0])),
      words[4].hasPrefix("0x"), let base = UInt64(words[4].dropFirst(2), radix: 16)
    else { return nil }
    return SharedCacheReference(id: id, base: RuntimeAddress(base))
  }

  private func applyProcess(to report: inout CrashReport) {
    if let text = value("Process", "Powerstats for", "Command") {
      let (name, pid) = Self.splitBrackets(text)
      report.process.name = name
      report.process.pid = pid ?? value("PID").flatMap { Int($0) }
    }
    report.process.path = value("Path")
    report.process.bundleID = value("Identifier")
    (report.process.version, report.process.build) = version.read(
      value("Version"), system: value("OS Version"), isPLCrash: value("CrashReporter Key") == "TODO")
  }

  private func markCrashedThread(in report: inout CrashReport) {
    guard !report.threads.contains(where: \.crashed), let text = value("Crashed Thread", "Triggered by Thread") else { return }
    guard let number = text.split(separator: " ").first.flatMap({ Int($0) }) else { return }
    guard let position = report.threads.firstIndex(where: { $0.index == number }) else {
      report.lostCrashedThread = report.threads.isEmpty ? nil : number
      return
    }
    report.threads[position].crashed = true
  }

  /// Adds what macOS prints after the registers of Intel processors, under the names and with the note of `.ips` reports.
  private func readProcessorState(into report: inout CrashReport) {
    guard let thread = report.threads.firstIndex(where: \.crashed), !report.threads[thread].registers.isEmpty else { return }
    let (code, note) = value("Error Code").map(Self.splitParentheses) ?? (nil, nil)
    for (name, text, note) in [("cpu", value("Logical CPU"), nil), ("err", code, nil), ("trap", value("Trap Number"), note)] {
      guard let text, let number = text.hasPrefix("0x") ? HexNumber.parse(text) : UInt64(text) else { continue }
      report.threads[thread].registers.append(Register(name: name, value: number, note: note.map { "(\($0))" }))
    }
  }

  private func kind(of report: CrashReport) -> ReportKind {
    if let kind = value("Exception Note").flatMap(ExceptionNote.kind) { return kind }
    if ExceptionNote.isSoftFault(report.exception) { return .nonFatal }
    if let event = value("Event") {
      if event.hasPrefix("disk writes") { return .diskWrite }
      if event.hasPrefix("cpu") || event.hasPrefix("wakeups") { return .cpu }
      if event.containsBytes(of: "hang") { return .hang }
    }
    if let tool = value("Analysis Tool") {
      if tool.hasSuffix("/sample") { return .sample }
      if tool.hasSuffix("/leaks") { return .leak }
    }
    if report.kind == .leak { return .leak }
    if report.exception?.type == "EXC_RESOURCE" {
      return report.exception?.subtype?.hasPrefix("CPU") == true ? .cpu : .other
    }
    return !report.callTrees.isEmpty && report.threads.isEmpty && report.exception == nil ? .sample : .crash
  }
}

extension AppleTextHeader {
  private var exception: CrashException? {
    var exception = CrashException()
    if let text = value("Exception Type") {
      let (type, inner) = Self.splitParentheses(text)
      exception.type = type
      if type.hasPrefix("SIG") { exception.signal = type }
      if let inner { if inner.hasPrefix("SIG") { exception.signal = inner } else { exception.subtype = inner } }
    }
    exception.codes = value("Exception Codes")
    exception.subtype = value("Exception Subtype") ?? exception.subtype
    exception.message = value("Exception Message")
    if let rawCodes, exception.subtype == nil { (exception.subtype, exception.codes) = (exception.codes, rawCodes) }
    exception.faultAddress = (Self.faultAddress(in: exception.subtype) ?? Self.faultAddress(in: exception.codes)).map(
      RuntimeAddress.init)
    exception.reason = value("Exception Reason")
    exception.name = value("Exception Name")
    exception.className = value("Exception Class")
    readLastException(&exception)
    let isKnown = exception.type != nil || exception.codes != nil || exception.subtype != nil || exception.name != nil
    return isKnown ? exception : nil
  }

  /// Reads KSCrash's `Last Exception: NAME: REASON`.
  private func readLastException(_ exception: inout CrashException) {
    guard let text = value("Last Exception") else { return }
    exception.name = Self.before(": ", in: text) ?? text
    exception.reason = Self.after(": ", in: text)
  }

  private var termination: Termination? {
    var result = Termination()
    if let reason = value("Termination Reason") { TerminationText.read(reason, into: &result) }
    if let signal = value("Termination Signal"), result.indicator == nil { result.indicator = signal }
    for key in ["Termination Description", "Dyld Error Message"] {
      if let text = value(key) { result.details.append(text) }
    }
    result.details += terminationLines
    if let text = value("Terminating Process") { (result.byProcess, result.byPID) = Self.splitBrackets(text) }
    let isKnown = result.namespace != nil || result.indicator != nil || !result.details.isEmpty || result.byProcess != nil
    return isKnown ? result : nil
  }
}

extension AppleTextHeader {
  /// Splits `text (inner)` into its two halves.
  static func splitParentheses(_ text: String) -> (String, String?) {
    guard text.hasSuffix(")"), let outer = before(" (", in: text), let inner = after(" (", in: text) else { return (text, nil) }
    return (outer, String(inner.dropLast()))
  }

  /// Splits `name [123]` and `name[123]` into name and number, and ignores anything after the bracket.
  private static func splitBrackets(_ text: String) -> (String, Int?) {
    if let name = before(" [", in: text), let rest = after(" [", in: text) {
      return (name, before("]", in: rest).flatMap { Int($0) })
    }
    guard text.hasSuffix("]"), let open = text.lastIndex(of: "["), open > text.startIndex,
      let number = Int(text[text.index(after: open)...].dropLast())
    else { return (text, nil) }
    return (String(text[..<open]), number)
  }

  private static func faultAddress(in text: String?) -> UInt64? {
    guard let text, let rest = after(" at 0x", in: text) else { return nil }
    return UInt64(rest.prefix { $0.isHexDigit && $0.isASCII }, radix: 16)
  }

  private static func before(_ separator: String, in text: String) -> String? {
    split(text, at: separator).map { $0.0 }
  }

  private static func after(_ separator: String, in text: String) -> String? {
    split(text, at: separator).map { $0.1 }
  }

  /// Returns both sides of the first `separator`.
  private static func split(_ text: String, at separator: String) -> (String, String)? {
    let bytes = Array(text.utf8)
    guard let at = TextScan.find(bytes, 0..<bytes.count, separator) else { return nil }
    return (
      String(decoding: bytes[..<at], as: UTF8.self), String(decoding: bytes[(at + separator.utf8.count)...], as: UTF8.self)
    )
  }
}

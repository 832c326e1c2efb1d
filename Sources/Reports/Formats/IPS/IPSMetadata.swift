import AppleLayout
import CrashModel
import SymbolModel
import JSONText

/// Reads the process, the machine and the event of an `.ips` report.
enum IPSMetadata {
  /// Fills everything but images, threads and frames.
  static func fill(_ report: inout CrashReport, header: JSONValue?, body: JSONValue) {
    report.kind = kind(header, body)
    report.event = eventName(header, body)
    report.details = IPSDetails.list(body)
    report.identifier = body["incident"]?.string ?? header?["incident_id"]?.string
    report.process = process(header, body)
    report.device.model = body["modelCode"]?.string ?? body["product"]?.string
    report.device.cpuType = body["cpuType"]?.string
    report.device.reporterKey = (body["crashReporterKey"] ?? header?["crashreporter_key"])?.string.flatMap(ReporterKey.useful)
    report.system = system(header, body)
    report.time = body["captureTime"]?.string ?? body["date"]?.string ?? header?["timestamp"]?.string
    report.launchTime = body["procLaunch"]?.string
    report.lifetime = IPSLifetime.seconds(body)
    // Stackshots have a number there.
    report.exception = body["exception"].flatMap { $0.kind == .object ? exception($0) : nil }
    if let reason = body["exceptionReason"] { readReason(reason, into: &report.exception) }
    if ExceptionNote.isSoftFault(report.exception) { report.kind = .nonFatal }
    report.termination = body["termination"].map { termination($0) }
    report.applicationSpecificInformation = information(body)
    UncaughtExceptionText.fill(&report)
    nameCrashedThread(&report, body["legacyInfo"]?["threadTriggered"])
    report.diagnostics = diagnostics(report, header, body) + report.diagnostics
    JetsamReader.fill(&report, body)
  }

  /// Gives the crashed thread the name and queue that the report states apart from it.
  private static func nameCrashedThread(_ report: inout CrashReport, _ thread: JSONValue?) {
    guard let thread, let position = report.threads.firstIndex(where: \.crashed) else { return }
    let (name, queue) = (thread["name"]?.string, thread["queue"]?.string)
    report.threads[position].name = report.threads[position].name ?? name
    report.threads[position].queue = report.threads[position].queue ?? queue
  }

  /// Returns a report of which only the metadata object is JSON and the rest unknown.
  static func withoutBody(_ header: JSONValue?) -> CrashReport {
    var report = CrashReport(format: .ips, kind: .other)
    guard let header else { return report }
    report.event = eventName(header, header)
    report.identifier = header["incident_id"]?.string
    report.process.name = header["app_name"]?.string ?? header["name"]?.string
    report.system = system(header, header)
    report.time = header["timestamp"]?.string
    let bytes = header.document.bytes
    let text = TextScan.withoutBlankLines(bytes, header.document.end..<bytes.count)
    let found = "no call stacks were found in the \(text.count) bytes of text after the first line"
    let type = bugType(header, header).map { describe($0) } ?? "unknown"
    report.details = [IPSDetails.metadata(header), IPSDetails.body(bytes, text)].compactMap { $0 }
    report.diagnostics.append(ReportDiagnostic(.warning, "bug type \(type): \(found)", byte: text.lowerBound))
    return report
  }

  /// Fills in the first line of a report whose body is text of an unknown format.
  static func fill(_ report: inout CrashReport, ofText header: JSONValue) {
    report.kind = kind(header, header)
    report.event = eventName(header, header)
    report.process.name = report.process.name ?? header["app_name"]?.string ?? header["name"]?.string
    report.system = system(header, header)
    report.time = report.time ?? header["timestamp"]?.string
    let type = bugType(header, header).map { describe($0) } ?? "unknown"
    report.diagnostics.append(
      ReportDiagnostic(.warning, "bug type \(type): only the call stacks in its text were read"))
  }

  /// Returns the event of a report that is not a crash, or nil if its kind already says it.
  private static func eventName(_ header: JSONValue?, _ body: JSONValue) -> String? {
    guard kind(header, body) == .other, let type = bugType(header, body) else { return nil }
    return names[type] ?? "report of type \(type)"
  }

  private static func bugType(_ header: JSONValue?, _ body: JSONValue) -> String? {
    (header?["bug_type"] ?? body["bug_type"]).map { $0.string ?? $0.text }
  }

  private static func kind(_ header: JSONValue?, _ body: JSONValue) -> ReportKind {
    if let kind = IPSNotes.kind(body) { return kind }
    return switch bugType(header, body) {
    case "298", "198", "98": .jetsam
    case "142", "202", "206": .cpu
    case "145": .diskWrite
    case "228", "328", "409": .hang
    case "309", "109", "308", nil: .crash
    default: body["exception"]?.kind == .object ? .crash : .other
    }
  }

  /// Reads an uncaught exception of a language. Since iOS 18, its text is here, and the application specific information has only
  /// `abort() called`.
  private static func readReason(_ value: JSONValue, into exception: inout CrashException?) {
    var result = exception ?? CrashException()
    result.className = value["class"]?.string
    result.name = value["name"]?.string ?? result.className
    result.reason = value["composed_message"]?.string
    if result.name != nil || result.reason != nil { exception = result }
  }

  private static func process(_ header: JSONValue?, _ body: JSONValue) -> CrashedProcess {
    var process = CrashedProcess()
    let bundle = body["bundleInfo"]
    process.name = body["procName"]?.string ?? header?["app_name"]?.string ?? header?["name"]?.string
    process.bundleID = bundle?["CFBundleIdentifier"]?.string ?? header?["bundleID"]?.string
    process.version = bundle?["CFBundleShortVersionString"]?.string ?? nonEmpty(header?["app_version"]?.string)
    process.build = bundle?["CFBundleVersion"]?.string ?? nonEmpty(header?["build_version"]?.string)
    process.pid = body["pid"]?.int.flatMap { $0 >= 0 ? $0 : nil }
    process.path = body["procPath"]?.string
    return process
  }

  private static func nonEmpty(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }

  private static func system(_ header: JSONValue?, _ body: JSONValue) -> OperatingSystem {
    var system = OperatingSystem()
    if let train = body["osVersion"]?["train"]?.string {
      (system.name, system.version) = SystemText.split(train)
      system.build = body["osVersion"]?["build"]?.string
    } else if let text = header?["os_version"]?.string ?? body["build"]?.string {
      // Panics have it twice.
      body["build"]?.take { $0.string == text }
      system = SystemText.parse(text)
      // Some reports of the system have only its build.
      if system.version == nil, system.build == nil, let name = system.name, isBuild(name) {
        (system.name, system.build) = (nil, name)
      }
    }
    if system.build?.isEmpty == true { system.build = nil }
    return system
  }

  /// Returns whether a text is a build of a system, such as `23A5297m`: a number, a capital letter, a number and possibly a small
  /// letter.
  private static func isBuild(_ text: String) -> Bool {
    let rest = text.utf8.drop(while: TextScan.isDigit)
    guard rest.count < text.utf8.count, let letter = rest.first, (65...90).contains(letter) else { return false }
    let end = rest.dropFirst().drop(while: TextScan.isDigit)
    return end.count < rest.count - 1 && (end.isEmpty || end.count == 1 && end.allSatisfy { (97...122).contains($0) })
  }

  private static func exception(_ value: JSONValue) -> CrashException {
    var exception = CrashException()
    exception.type = value["type"]?.string
    exception.signal = value["signal"]?.string
    exception.codes = value["codes"]?.string ?? value["rawCodes"].map { rawCodes($0) }
    exception.subtype = value["subtype"]?.string
    exception.message = value["message"]?.string
    if exception.type == "EXC_BAD_ACCESS", let codes = value["rawCodes"] {
      exception.faultAddress = codes.elements.dropFirst().first { _ in true }?.bits.map { RuntimeAddress($0) }
    }
    if exception.faultAddress == nil, let word = exception.subtype?.split(separator: " ").last {
      exception.faultAddress = HexNumber.parse(word).map { RuntimeAddress($0) }
    }
    return exception
  }

  private static func rawCodes(_ list: JSONValue) -> String {
    list.elements.compactMap { $0.bits.map { TextColumns.hex($0, digits: 16) } }.joined(separator: ", ")
  }

  private static func termination(_ value: JSONValue) -> Termination {
    var termination = Termination()
    termination.namespace = value["namespace"]?.string
    termination.code = value["code"].map { $0.string ?? $0.text }
    termination.indicator = value["indicator"]?.string
    termination.byProcess = value["byProc"]?.string
    termination.byPID = value["byPid"]?.int
    for list in [value["details"], value["reasons"]] {
      termination.details += list?.elements.compactMap { $0.string } ?? []
    }
    return termination
  }

  /// Returns the lines of all images' messages, without their last newline.
  private static func information(_ body: JSONValue) -> [String] {
    let lists = body["asi"]?.members.map { $0.value } ?? []
    let lines = lists.flatMap { $0.elements.compactMap { $0.string?.trimmingBlanks } }
    guard lines.isEmpty, let panic = IPSDetails.panic(body)?.string, let first = panic.split(separator: "\n").first else {
      return lines
    }
    // The first line of a kernel panic is the reason; the whole text is a detail.
    return [String(first)]
  }

  // MARK: Diagnostics

  private static func diagnostics(_ report: CrashReport, _ header: JSONValue?, _ body: JSONValue) -> [ReportDiagnostic] {
    var result: [ReportDiagnostic] = []
    if let type = bugType(header, body), !isCrash(type) {
      let found = report.frames.isEmpty ? "it has no call stacks" : "its call stacks were read"
      let severity: ReportDiagnostic.Severity = names[type] == nil ? .warning : .note
      result.append(ReportDiagnostic(severity, "bug type \(describe(type)): \(found)", byte: body.range.lowerBound))
    }
    let frames = report.frames.span
    var unknown = 0
    for position in frames.indices
    where !frames[position].hasAddress && frames[position].image == nil && frames[position].imageOffset != nil { unknown += 1 }
    if unknown > 0 {
      result.append(
        ReportDiagnostic(.warning, "\(unknown) frame\(unknown == 1 ? " names" : "s name") an image that the report does not list")
      )
    }
    return result
  }

  /// Returns the event of a report that is not a crash: `bug type 183 (system update)`.
  static func event(_ header: JSONValue?, _ body: JSONValue) -> String? {
    bugType(header, body).map { "bug type " + describe($0) }
  }

  /// Returns a bug type with its meaning, if known.
  static func describe(_ type: String) -> String { "\(type) (\(names[type] ?? "unknown"))" }

  /// Returns whether a bug type is that of crashes, whose format is completely known.
  private static func isCrash(_ type: String) -> Bool { type == "309" || type == "109" }

  /// Returns whether a body may have call stacks at other keys than crash reports.
  static func isOfOtherForm(_ header: JSONValue?, _ body: JSONValue) -> Bool {
    bugType(header, body).map { !isCrash($0) } ?? true
  }

  private static let names = [
    "10": "kernel panic", "110": "kernel panic", "210": "kernel panic", "98": "jetsam event", "198": "jetsam event",
    "298": "jetsam event",
    "109": "crash", "309": "crash", "308": "operating system fault", "142": "processor wake-ups", "145": "disk writes",
    "202": "processor use", "206": "fatal processor use", "151": "forced reset", "183": "system update", "185": "resource limit",
    "385": "resource limit", "327": "thread limit", "186": "kernel trace", "187": "sandbox", "188": "stackshot",
    "288": "stackshot",
    "213": "Rosetta", "228": "hang", "328": "hang", "409": "watchdog",
  ]
}

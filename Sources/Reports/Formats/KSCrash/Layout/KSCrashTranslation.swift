import AppleLayout
import Bytes
import CrashModel
import JSONText
import SymbolModel

/// Formats a KSCrash report as KSCrash's own filter for Apple's text format does.
struct KSCrashTranslation {
  private let report: CrashReport
  private let main: JSONValue
  private let recrash: JSONValue?
  private let system: JSONValue?
  private let error: JSONValue?
  private let processor: KSCrashProcessor
  /// Whether the report has the processor in `processor`.
  private let isProcessorKnown: Bool
  private let event: KSCrashEventText

  /// Returns the parts of the text around the call stacks.
  static func translate(_ report: CrashReport, _ body: JSONValue) -> TranslatedText {
    let translation = KSCrashTranslation(report, body)
    var result = TranslatedText(style: .embedded, preamble: translation.preamble())
    result.frameLayout = .padded(addressDigits: translation.processor.digits)
    result.threadHeaders = report.threads.map { KSCrashEventText.header($0) }
    result.backtraceHeaders = report.backtraces.map { translation.header($0) }
    result.threadState = translation.threadState()
    result.images = translation.images()
    let appendix = KSCrashAppendix(
      report: report, main: translation.main, recrash: translation.recrash, processor: translation.processor)
    result.appendix = appendix.pieces()
    result.rest = appendix.rest()
    return result
  }

  private init(_ report: CrashReport, _ body: JSONValue) {
    self.report = report
    (main, recrash) = KSCrashReader.reports(in: body, KSCrashContainer(body))
    system = main["system"]
    error = main["crash"]?["error"]
    let image = report.images.first?.architecture?.name
    let name = image ?? system?["binary_arch"]?.string ?? system?["cpu_arch"]?.string
    isProcessorKnown = name != nil
    processor = KSCrashProcessor(name ?? "arm64")
    event = KSCrashEventText(crash: main["crash"], processor: processor)
  }

  // MARK: Before the threads

  private func preamble() -> [String] {
    var top = TextColumns(width: 21)
    top.add("Incident Identifier", report.identifier)
    top.add("CrashReporter Key", system?["device_app_hash"]?.string)
    top.add("Hardware Model", report.device.model)
    var text = TextColumns(width: 17)
    text.add("Process", report.process.name.map { $0 + (report.process.pid.map { " [\($0)]" } ?? "") })
    text.add("Path", report.process.path)
    text.add("Identifier", report.process.bundleID)
    text.add("Version", version)
    text.add("Code Type", isProcessorKnown ? processor.name : nil)
    if case .text(let parent)? = report.details.first(where: { $0.key == ReportDetail.parentProcessKey })?.value {
      text.add("Parent Process", parent)
    }
    text.addBlank()
    text.add("Date/Time", report.time.map { spelled($0) })
    text.add("OS Version", systemVersion)
    text.add("Report Version", "104")
    text.addBlank()
    text.add("Exception Type", event.exceptionType ?? (error == nil ? report.exception?.type : nil))
    text.add("Exception Codes", event.exceptionCodes)
    if let termination = report.termination {
      text.add(lines: ["Termination Reason: \(Self.words(termination))"] + termination.details)
    }
    text.add("Crashed Thread", report.threads.first { $0.crashed }.map { String($0.index) })
    text.addBlank()
    text.add(lines: information())
    return top.lines + text.lines
  }

  /// The reason and the code of a termination: `thermal, Code 5`.
  private static func words(_ termination: Termination) -> String {
    let code = termination.indicator == nil ? termination.code : termination.code.map { "Code " + $0 }
    let words = [termination.indicator, code].compactMap(\.self).joined(separator: ", ")
    return words.isEmpty ? "memory" : words
  }

  private var version: String? {
    guard let short = report.process.version else { return report.process.build }
    return short + (report.process.build.map { " (\($0))" } ?? "")
  }

  private var systemVersion: String? {
    guard let name = report.system.name else { return nil }
    return "\(name) \(report.system.version ?? "???") (\(report.system.build ?? "???"))"
  }

  /// `2012-06-16T22:31:55Z` in Apple's spelling, with the milliseconds of reports that count microseconds; anything else
  /// unchanged.
  private func spelled(_ time: String) -> String {
    guard time.utf8.count == 20, time.hasSuffix("Z"), let mark = time.firstIndex(of: "T") else { return time }
    return "\(time[..<mark]) \(time[time.index(after: mark)...].dropLast()).\(milliseconds) +0000"
  }

  /// Three digits.
  private var milliseconds: String {
    let stamp = (main["report"]?["timestamp"] ?? main["timestamp"])?.int64 ?? 0
    return String((stamp > KSCrashMetadata.firstMicrosecond ? stamp / 1_000 % 1_000 : 0) + 1_000).dropFirst().description
  }

  private func information() -> [String] {
    let deadlock = error?["type"]?.equals("deadlock") == true ? ["Application main thread deadlocked", ""] : []
    var lines = report.applicationSpecificInformation
    if lines.isEmpty, isZombieException, let zombie = main["process"]?["last_dealloced_nsexception"] {
      let reason = zombie["reason"]?.string ?? ""
      lines = [
        "*** Terminating app due to uncaught exception '\(zombie["name"]?.string ?? "")', reason: '\(reason)'",
        "NOTE: This exception has been deallocated! Stack trace is crash from attempting to access this zombie exception.",
      ]
    }
    if lines.isEmpty, error == nil, let reason = report.exception?.reason { lines = [reason] }
    if lines.isEmpty, deadlock.isEmpty, let name = report.exception?.name {
      let reason = report.exception?.reason.flatMap { $0.isEmpty || $0 == name ? nil : ": " + $0 }
      lines = [name + (reason ?? "")]
    }
    if let line = error?["user_reported"]?["line_of_code"], let text = line.kind == .null ? nil : line.string ?? line.text,
      !text.isEmpty
    {
      lines.append("Line: " + text)
    }
    return deadlock + (lines.isEmpty ? [] : ["Application Specific Information:"] + lines.flatMap(TextColumns.lines) + [""])
  }

  /// Whether the app crashed on an exception object that had been deallocated: a register of the crashed thread points to it.
  private var isZombieException: Bool {
    guard report.exception?.type == "EXC_BAD_ACCESS", error?["mach"]?["code_name"]?.equals("KERN_INVALID_ADDRESS") == true,
      let address = main["process"]?["last_dealloced_nsexception"]?["address"]?.address
    else { return false }
    return report.threads.first { $0.crashed }?.registers.contains {
      $0.value == address && processor.registers.contains($0.name)
    } == true
  }

  private func header(_ backtrace: Backtrace) -> [String] {
    if let header = KSCrashAppendix.header(backtrace, recrash: recrash) { return header }
    guard backtrace.kind == .lastException, let name = report.exception?.name else { return ThreadHeaderText.apple(backtrace) }
    let reason = report.exception?.reason.map { ": " + $0 } ?? ""
    return ["Last Exception: \(name)\(reason)"] + ThreadHeaderText.apple(backtrace)
  }

  // MARK: After the threads

  private func threadState() -> [String] {
    guard let thread = report.threads.first(where: { $0.crashed }), !thread.registers.isEmpty else { return [] }
    return event.threadState(thread.registers, thread: thread.index) + [""]
  }

  private func images() -> [UInt8] {
    ImageListText.bytes(of: report.images) { add($0, $1, to: &$2) }
  }

  private func add(_ images: [BinaryImage], _ position: Int, to list: inout ImageListText) {
    let all = images.span
    let base = all[position].loadAddress?.value ?? 0
    let isMain = all[position].path != nil && all[position].path == report.process.path
    let (name, path) = (all[position].name ?? "???", all[position].path ?? "")
    let (architecture, id) = (all[position].architecture?.name ?? "???", all[position].id)
    list.add(base, all[position].size.map { base &+ $0 &- 1 }, width: processor.digits + 2) { line in
      line.append(UInt8(ascii: isMain ? "+" : " "))
      line.append(line: name.utf8.span)
      line.append(literal: " ")
      line.append(line: architecture.utf8.span)
      line.append(literal: "  <")
      line.append(id, or: "(null)")
      line.append(literal: "> ")
      line.append(line: path.utf8.span)
    }
  }
}

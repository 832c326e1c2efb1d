import CrashModel
import SymbolModel

/// Writes in Markdown what a report contains besides its call stacks.
enum MarkdownOverview {
  /// Returns the heading: `## EXC_BAD_ACCESS (SIGSEGV) in Shop 4.2.0 (1187), iPhone14,5, iPhone OS 17.1 (21B74)`. The name of a
  /// language exception comes first, because it is more specific than the system's exception.
  /// `script` is the first frame of the app of an exception of JavaScript, which is where it happened.
  static func heading(_ report: CrashReport, script: String? = nil) -> String {
    let title = ReportTitle(report)
    let event = event(title.exception, of: report)
    let image = report.appImageName
    let process = title.namesProcess ? title.process : [image ?? "", title.process].filter { !$0.isEmpty }.joined(separator: " ")
    let rest = [report.device.model ?? report.device.cpuType ?? "", title.system].filter { !$0.isEmpty }
    let places = [script ?? "", process].filter { !$0.isEmpty }
    let head = event + (places.first.map { " in " + MarkdownText.inline($0) } ?? "")
    return "## " + ([head] + (places.dropFirst() + rest).map(MarkdownText.inline)).joined(separator: ", ")
  }

  /// Returns the event: the exception, else the report's own name for it, else the kind of the report. A termination for memory
  /// is more specific than the signal that caused it.
  private static func event(_ exception: [String], of report: CrashReport) -> String {
    let kind = report.event == nil ? ReportTitle.name(of: report.kind) : MarkdownText.inline(ReportTitle.eventOrKind(of: report))
    let isKindOnly = report.kind != .crash && exception.count == 1 && exception[0].utf8.allSatisfy(isLowercase)
    guard !isKindOnly, let event = event(exception, name: report.exception?.name) else { return kind }
    return report.kind == .jetsam ? "\(ReportTitle.name(of: .jetsam)) (\(event))" : event
  }

  /// Returns whether a character may be part of a reporter's own name for a kind of report, such as `memory_termination`.
  private static func isLowercase(_ unit: UInt8) -> Bool { (97...122).contains(unit) || unit == UInt8(ascii: "_") }

  /// `EXC_BAD_ACCESS (SIGSEGV)`, with `name` first, or nil if there is none of them.
  static func event(_ words: [String], name: String?) -> String? {
    ReportTitle.event(words, name: name, escaped: MarkdownText.inline)
  }

  /// Returns a list of facts about the exception, the termination and the times.
  static func list(_ report: CrashReport) -> [String] {
    var lines: [String] = []
    func add(_ label: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append("- \(label): \(code(value))")
    }
    for note in notes(report) { add("Note", note) }
    lines += report.exception.map { self.lines(of: $0) } ?? []
    add("Termination", report.termination.map(words))
    let details = report.termination?.details ?? []
    if details.count <= maxListed { for detail in details { add("Termination", detail) } }
    add("Process", identity(of: report.process))
    add("Time", report.time)
    add("Launched", report.launchTime)
    add("Report", report.identifier)
    return lines + MarkdownDetails.list(report.details)
  }

  /// Returns Apple's notes that a report is no crash: `SIMULATED (this is NOT a crash) requested by Shop [4711]`. The usual note of a
  /// crash is none of them.
  static func notes(_ report: CrashReport) -> [String] {
    guard case .text(let notes)? = report.details.first(where: { $0.key == "exceptionNote" })?.value else { return [] }
    return notes.split(separator: "\n").map(String.init).filter { $0 != "EXC_CORPSE_NOTIFY" }
  }

  /// Returns list items for the exception besides its type and name.
  static func lines(of exception: CrashException) -> [String] {
    let codes = exception.codes.flatMap { isMeaningful($0) ? $0 : nil }
    // PLCrashReporter writes this for a signal without a code.
    let isUnknown = codes?.hasPrefix("#0 at ") == true
    return [
      ("Reason", exception.reason), ("Subtype", exception.subtype.flatMap { isMeaningful($0) ? $0 : nil }),
      ("Message", exception.message),
      ("Codes", isUnknown ? nil : codes), ("Address", isUnknown ? codes.map { String($0.dropFirst(6)) } : nil),
      ("Fault address", faultAddress(exception)),
    ].compactMap { label, value in
      guard let value, !value.isEmpty else { return nil }
      return "- \(label): \(code(value))"
    }
  }

  /// Returns a value as code; of a very long one, the beginning.
  private static func code(_ value: String) -> String {
    guard value.utf8.count > longestFact else { return MarkdownText.code(value) }
    let rest = value.unicodeScalars.dropFirst(longestFact)
    return MarkdownText.code(String(value.unicodeScalars.prefix(longestFact)))
      + " ... \(NumberFormat.counted(rest.count, "more character"))"
  }

  /// The maximum length of a fact, in characters.
  private static let longestFact = 4_000

  /// The maximum number of lines about a termination that are items of the list.
  private static let maxListed = 2

  /// Returns the lines that the system adds to a termination, unless they are in the list of facts, and those that the app or its
  /// libraries left in the report.
  static func information(_ report: CrashReport) -> [String] {
    let details = report.termination?.details ?? []
    return section("Termination", details.count > maxListed ? details : [])
      + section("Application specific information", report.applicationSpecificInformation)
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", "**\(title)**", ""] + MarkdownText.fence(lines)
  }

  /// Returns what the reader could not use.
  static func diagnostics(_ report: CrashReport) -> [String] {
    let warnings = report.diagnostics.filter { $0.severity == .warning }
    guard !warnings.isEmpty else { return [] }
    return ["", "**Warnings**", ""] + warnings.map { "- " + MarkdownText.code($0.sentence) }
  }

  /// Returns whether codes are not only zeros, as in `0x0, 0x0` and `0x00000000 at 0x00000000`.
  static func isMeaningful(_ codes: String) -> Bool {
    codes.split(separator: " ").contains { word in word != "at" && word.utf8.contains { !"0x,".utf8.contains($0) } }
  }

  /// Returns the accessed address, unless the subtype or the codes contain it.
  static func faultAddress(_ exception: CrashException) -> String? {
    guard exception.isFaultAddressTelling, exception.subtype == nil, exception.codes?.contains(" at ") != true else { return nil }
    let address = exception.faultAddress.map { "0x" + String($0.value, radix: 16) }
    guard !exception.isMemoryFault, let address, exception.codes?.hasSuffix(address) == true else { return address }
    return nil
  }

  private static func words(_ termination: Termination) -> String {
    let by = termination.byProcess.map { "by \($0)" + (termination.byPID.map { " [\($0)]" } ?? "") }
    return [termination.namespace, termination.codeWords, termination.indicator, by].compactMap { $0 }.joined(separator: " ")
  }

  private static func identity(of process: CrashedProcess) -> String {
    [process.bundleID ?? process.name, process.pid.map { "[\($0)]" }].compactMap { $0 }.joined(separator: " ")
  }
}

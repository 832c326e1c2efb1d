package import CrashModel
package import Triage

/// Formats a report or a group in at most 2 KB, for chat, tickets and language models.
package struct BriefText: Sendable {
  /// The maximum number of bytes.
  static let limit = 2048

  /// Prepares to format reports and groups.
  package init() {}

  /// Returns one report with triage; every line ended.
  package func text(_ answers: SymbolicatedReport) -> String { text(answers, FrameTally(answers)) }

  /// Does the same for a report whose frames are counted.
  package func text(_ answers: SymbolicatedReport, _ tally: FrameTally) -> String {
    let report = answers.report
    var lines = [Self.subject(answers)]
    lines.append("Report: \(answers.path)\(ReportTitle.part(report))\(report.time.map { ", \($0)" } ?? "")")
    guard let triage = answers.triage else { return Self.joined(lines) }
    lines += Self.what(report, triage)
    if let sentence = answers.instruction?.sentence { lines.append("Instruction: \(sentence)") }
    lines += Self.place(triage)
    lines += Self.causes(triage, report.kind)
    if let launch = triage.launch { lines.append(LaunchWords.sentence(launch)) }
    lines += Self.suspects(answers.suspicion.map(SuspicionWords.init))
    lines += missing(answers, tally)
    lines += Self.stack(GroupStack.lines(answers) ?? [])
    lines.append("Group: \(triage.group)")
    return Self.joined(lines)
  }

  /// `Shop 4.2.0 (1187) on iPhone14,5 iOS 17.1: bad-access`; what is unknown is left out.
  private static func subject(_ answers: SymbolicatedReport) -> String {
    let report = answers.report
    let title = ReportTitle(report)
    let version = report.system.name == nil ? report.system.version.map { "OS \($0)" } : report.system.version
    let machine = [report.device.model, report.system.name, version].compactMap { $0 }.joined(separator: " ")
    let process = [title.namesProcess ? "" : report.appImageName ?? "", title.process].filter { !$0.isEmpty }
    let failure = answers.triage.map { triage in
      triage.failure == .unknown
        ? report.event ?? FailureWords.of(.unknown, isCrash: report.kind != .other && report.kind != .user) : triage.failure.name
    }
    let origin = [process.joined(separator: " "), machine].filter { !$0.isEmpty }.joined(separator: " on ")
    return (origin.isEmpty ? "" : "\(origin): ") + (failure ?? "report")
  }

  /// Returns one group of a summary; every line ended.
  package func text(_ group: GroupSummary, of summary: Summary) -> String {
    let words = GroupWords(group, of: summary)
    var lines = ["\(group.app): \(words.title)"]
    if let caller = words.caller { lines.append("Where: \(caller)") }
    lines.append("Affected: \(words.affected)\(words.seen.map { ", \($0)" } ?? "")")
    if let versions = words.versions { lines.append("Versions: \(versions)") }
    if let systems = words.systems { lines.append("Systems: \(systems)") }
    if let cause = words.cause {
      lines.append("Cause: \(cause)")
      if let evidence = group.evidence { lines.append("Evidence: \(evidence)") }
      if let advice = words.advice { lines.append("Next: \(advice)") }
    } else {
      lines.append("Cause: not enough in the reports")
    }
    lines += Self.suspects(words.suspicion)
    if let missing = Self.missing(group, summary) { lines.append("Missing: \(missing)") }
    if !group.flags.isEmpty { lines.append("Marks: \(group.flags.map(\.rawValue).joined(separator: ", "))") }
    if let change = words.change { lines.append("Baseline: \(change)") }
    lines.append("Example: \(group.examples.first ?? "")")
    lines += Self.stack(summary.stacks[group.group]?.lines ?? [])
    lines.append("Group: \(group.group)")
    return Self.joined(lines)
  }

  /// The first suspects and the last change of the line, or why there are none.
  private static func suspects(_ words: SuspicionWords?) -> [String] {
    guard let words else { return [] }
    return words.commits.prefix(suspectLimit).map { "Suspect: \($0)" } + (words.problem.map { ["Suspect: none: \($0)"] } ?? [])
      + (words.lastChange.map { ["Line: \($0)"] } ?? []) + (words.owners.map { ["Owners: \($0)"] } ?? [])
  }

  /// The most suspects.
  private static let suspectLimit = 3

  /// Returns which versions are worse or better than the one before; empty if none is, or if sessions were not counted.
  package func health(_ summary: Summary) -> String {
    Self.joined((summary.health.map { HealthWords($0).sentences } ?? []).map { "Health: \($0)" })
  }

  /// Returns what changed since the baseline, the first lines; empty if nothing did.
  package func changes(_ summary: Summary) -> String {
    let changes = BaselineChanges(summary)
    guard let sentence = changes.sentence else { return "" }
    let rows = changes.rows.map { row in
      "  \(row.kind.rawValue): \(row.title), \(NumberFormat.grouped(row.countBefore)) (\(row.shareBefore)) before, "
        + "\(NumberFormat.grouped(row.count)) (\(row.share)) now"
    }
    return Self.joined([sentence] + rows)
  }

  /// What the reports of a group lack, and how to get it; nil if they name the function of the app.
  private static func missing(_ group: GroupSummary, _ summary: Summary) -> String? {
    switch group.quality {
    case .unsymbolicated:
      // `Shop@4c4c44a9+0x1234`
      let place = group.key.dropFirst().first ?? ""
      let file = summary.missing.first { file in
        guard let name = file.name, let id = file.id, place.hasPrefix(name + "@") else { return false }
        return place.dropFirst(name.count + 1).hasPrefix(id.lowercased().filter { $0 != "-" }.prefix(8))
      }
      let name = [file?.name ?? group.newest.image, file?.id, file?.version].compactMap { $0 }.joined(separator: " ")
      return "debug file of \(name.isEmpty ? "the app" : name); name it with -s or add it with `symbolicate store add`"
    case .empty: return "a call stack: only the class and the message tell these apart from others"
    case .idle: return "the moment of the hang: the main thread waited for events when it was sampled"
    case .system, .machinery: return "a function of the app: none is on the stack"
    case .ok: return nil
    }
  }

  /// The first functions of the app, with the libraries between them left out: `0  Slot::write() (span.h:11)`.
  private static func stack(_ lines: [GroupStack.Line]) -> [String] {
    let shown = StackText.lines(lines, limit: stackLimit)
    return shown.isEmpty ? [] : ["Stack:"] + shown.map { "  " + $0 }
  }

  /// The most lines of a stack.
  private static let stackLimit = 8

  /// The type, signal, codes, address and name of an exception, each once.
  static func facts(_ report: CrashReport, _ triage: ReportTriage) -> [String] {
    let exception = report.exception
    let codes = exception?.codes.flatMap { MarkdownOverview.isMeaningful($0) ? $0 : nil }
    var facts: [String] = []
    let hasNumbers = codes?.hasPrefix("0x") == true
    let fault = hasNumbers ? nil : exception.flatMap { MarkdownOverview.faultAddress($0) }
    let address = fault.flatMap { fault in codes?.hasSuffix("=" + fault) == true ? nil : "at \(fault)" }
    let subtype = exception?.subtype.flatMap { MarkdownOverview.isMeaningful($0) ? $0 : nil }
    let place = [subtype ?? codes, address].compactMap { $0 }.joined(separator: " ")
    for fact in [exception?.type, exception?.signal, place.isEmpty ? nil : place, exception?.name] {
      if let fact, !facts.contains(fact) { facts.append(fact) }
    }
    return facts
  }

  private static func what(_ report: CrashReport, _ triage: ReportTriage) -> [String] {
    let exception = report.exception
    let facts = facts(report, triage)
    var lines = facts.isEmpty ? [] : ["What: \(facts.joined(separator: ", "))"]
    lines += MarkdownOverview.notes(report).map { "Note: \($0)" }
    if let reason = exception?.reason ?? message(report, triage) { lines.append("Message: \(reason)") }
    if case .text(let insights)? = report.details.first(where: { $0.key == "insights" })?.value {
      lines += insights.split(separator: "\n").prefix(2).map { "Insight: \($0)" }
    }
    if let ended = report.termination, ended.namespace != "SIGNAL" {
      lines.append("Ended by: \([ended.namespace, ended.codeWords, ended.indicator].compactMap { $0 }.joined(separator: " "))")
      if let detail = ended.details.first, !isQuoted(detail, triage) { lines.append("Details: \(detail)") }
    }
    lines += (report.memory?.killed.prefix(1) ?? []).compactMap(MemoryText.brief).map { "Memory: \($0)" }
    if !triage.meaning.isEmpty { lines.append("Meaning: \(triage.meaning.joined(separator: "; "))") }
    return lines
  }

  /// Returns whether the evidence of the cause is a text, so that it is read there.
  private static func isQuoted(_ text: String, _ triage: ReportTriage) -> Bool {
    triage.causes.first?.evidence.prefix(2).contains { $0.text.prefix(100) == text.prefix(100) } ?? false
  }

  /// Returns the line of the app's or the system's information that the cause rests on, else the first one.
  private static func message(_ report: CrashReport, _ triage: ReportTriage) -> String? {
    // macOS 10.15 writes how programs are linked into every report: `dyld2 mode`.
    let lines = report.applicationSpecificInformation.filter { !$0.hasPrefix("dyld") || !$0.hasSuffix(" mode") }
    let evidence = triage.causes.first?.evidence.first { $0.path.hasPrefix("applicationSpecificInformation[") }?.text
    return evidence.flatMap { text in lines.first { $0.hasPrefix(text) || text.hasPrefix($0) } } ?? lines.first
  }

  private static func place(_ triage: ReportTriage) -> [String] {
    guard let blame = triage.blame else {
      let lack = triage.speaker.stack == nil ? "no stack" : "no frame has a name or an image with a name"
      return ["Where: \(lack): \(StackReasonWords.of(triage.speaker.reason))"]
    }
    let file = blame.file.map { " at \(PathText.lastComponent(of: $0))\(blame.line.map { ":\($0)" } ?? "")" } ?? ""
    let image = blame.image.map { " in \($0)" } ?? ""
    let quality = triage.quality == .ok ? "" : " (quality: \(triage.quality.rawValue))"
    return ["Where: \(blame.function)\(file)\(image)\(quality); \(StackReasonWords.of(triage.speaker.reason))"]
  }

  private static func causes(_ triage: ReportTriage, _ kind: ReportKind) -> [String] {
    guard let first = triage.causes.first else {
      return [kind == .simulated ? "Cause: none, the report was requested" : "Cause: not enough in the report"]
    }
    var lines = ["Cause: \(CauseWords.phrase(first.id, first.confidence))"]
    lines += first.evidence.prefix(2).map { "Evidence: \($0.path): \($0.text)" }
    if triage.causes.count > 1 {
      lines.append(
        "Also: \(triage.causes.dropFirst().prefix(4).map { CauseWords.phrase($0.id, $0.confidence) }.joined(separator: "; "))")
    }
    return lines + ["Next: \(first.advice)"]
  }

  private func missing(_ answers: SymbolicatedReport, _ tally: FrameTally) -> [String] {
    let maps = MissingSourceMap.list(answers).prefix(2).map { map in
      let id = map.debugID.map { " \($0)" } ?? ""
      return "Missing: \(map.name)\(id), \(NumberFormat.counted(map.frames, "frame")); \(map.advice)"
    }
    return maps
      + tally.imagesWithoutSymbols(of: answers).prefix(3).map { position in
        let image = answers.report.images[position]
        let id = image.id.map { " \($0)" } ?? ""
        let frames = NumberFormat.counted(tally.framesByImage[position], "frame")
        let advice =
          image.id == nil && image.name != nil
          ? "the report has no ID for it; use --image \(image.name ?? "?")=PATH"
          : "name it with -s or add it with `symbolicate store add`"
        return "Missing: debug file of \(image.name ?? "?")\(id), \(frames); \(advice)"
      }
  }

  /// Returns the first lines that fit into the limit. Each is cut to 300 scalars, because a character may have any number of
  /// marks; line ends inside it become blanks, and hidden characters visible, whoever reads the text: it goes to chats and tickets.
  private static func joined(_ lines: [String]) -> String {
    var result = ""
    for line in lines {
      let plain = shortened(line)
      guard result.utf8.count + plain.utf8.count + 1 <= limit else { break }
      result += plain + "\n"
    }
    return result
  }

  private static func shortened(_ line: String) -> String {
    if line.utf8.count <= longestLine, TerminalText.isPlain(line) { return line }
    let oneLine = String(line.map { $0.isNewline ? " " : $0 })
    return String(String.UnicodeScalarView(TerminalText.visible(oneLine).unicodeScalars.prefix(longestLine)))
  }

  private static let longestLine = 300
}

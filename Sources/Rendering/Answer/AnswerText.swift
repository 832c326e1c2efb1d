package import AppleLayout
package import CrashModel
import Triage

/// The answer to a report in five lines or fewer, which a terminal shows last: what happened, where, the likely cause, the suspected
/// change, what is missing, and the next step.
package struct AnswerText: Sendable {
  /// One line: a word, and what it stands for.
  private struct Line {
    let label: String
    let text: String
    var style: TextStyle?
  }

  private let lines: [Line]

  /// Words the answer for lines of `width` columns.
  package init(_ answers: SymbolicatedReport, width: Int) {
    let tally = FrameTally(answers)
    let room = max(width, 40) - Self.margin
    let missing = Self.missing(answers, tally, room)
    let cause = answers.triage?.causes.first
    let step = missing?.step ?? cause?.advice
    var facts: [Line] = []
    if let place = Self.place(answers, GroupStack.lines(answers) ?? [], room) {
      facts.append(Line(label: "Where", text: place, style: .appFrame))
    }
    if let cause {
      facts.append(Line(label: "Cause", text: CauseWords.phrase(cause.id, cause.confidence).cut(to: room)))
    }
    if let suspect = answers.suspicion.flatMap({ SuspicionWords($0).commits.first }) {
      facts.append(Line(label: "Suspect", text: suspect.cut(to: room)))
    }
    if let missing { facts.append(Line(label: "Missing", text: missing.what.cut(to: room))) }
    let others = facts.count + (step == nil ? 0 : 1)
    let what = Self.wrapped(Self.what(answers, room), "What", room, limit: max(min(Self.limit - others, 2), 1), .crashedThread)
    let rest = Self.limit - what.count - facts.count
    lines = what + facts + (step.map { rest > 0 ? Self.wrapped($0, "Next", room, limit: rest) : [] } ?? [])
  }

  /// Returns a text in at most `limit` lines, the first of which has the label.
  private static func wrapped(_ text: String, _ label: String, _ room: Int, limit: Int, _ style: TextStyle? = nil) -> [Line] {
    var lines: [String] = []
    var rest = text
    while lines.count + 1 < limit, rest.count > room, let blank = rest.prefix(room + 1).lastIndex(of: " ") {
      lines.append(String(rest[..<blank]))
      rest = String(rest[rest.index(after: blank)...])
    }
    lines.append(rest.cut(to: room))
    return lines.enumerated().map { Line(label: $0.offset == 0 ? label : "", text: $0.element, style: style) }
  }

  /// Words the answers to several reports: one line each of the first four, and how many more there are.
  package init(_ reports: [(name: String, answers: SymbolicatedReport)], count: Int, width: Int) {
    let room = max(width, 40) - Self.margin
    var lines = reports.prefix(count > Self.limit ? Self.limit - 1 : Self.limit).map { report in
      let title = PathText.lastComponent(of: report.name)
      return Line(label: "", text: "\(title): \(Self.title(report.answers))".shortened(to: room))
    }
    if count > lines.count {
      let more = NumberFormat.counted(count - lines.count, "more report")
      lines.append(Line(label: "", text: "… and \(more); `symbolicate summarize` groups them"))
    }
    self.lines = lines
  }

  /// The most lines.
  package static let limit = 5
  /// The columns before the text of a line.
  private static let margin = 9

  /// The lines with their styles, each ended.
  package var text: StyledText {
    var text = StyledText()
    let indents = lines.contains { !$0.label.isEmpty }
    for line in lines {
      let start = text.bytes.count
      text.append(line.label.padded(to: indents ? Self.margin : 0).utf8, .inlinedMark)
      text.append(TerminalText.line(line.text).utf8)
      if let style = line.style { text.style(from: start + Self.margin, style) }
      text.append("\n".utf8)
    }
    return text
  }

  // MARK: What happened

  /// `Shop 4.2.0 (1187): EXC_BAD_ACCESS (SIGSEGV) at 0x10, crashed 0.2 s after launch, during scene setup`; without the phase or the time if
  /// there is no room for them.
  private static func what(_ answers: SymbolicatedReport, _ room: Int) -> String {
    let report = answers.report
    let process = ReportTitle(report).process
    let words = ReportTitle.event(ReportTitle.words(of: report.exception), name: report.exception?.name)
    let fault = report.exception.flatMap { $0.isMemoryFault ? $0.wholeFaultAddress : nil }
    let place = fault.map { " at 0x" + String($0.value, radix: 16) } ?? ""
    let event = (words ?? ReportTitle.eventOrKind(of: report)) + place
    let head = (process.isEmpty ? "" : process + ": ") + event
    let launch = answers.triage?.launch.flatMap { $0.isLaunchCrash ? $0 : nil }
    let times = launch.map { [LaunchWords.sentence($0), LaunchWords.clause($0)] } ?? []
    let facts = times.map { "\(head), \($0.prefix(1).lowercased())\($0.dropFirst())" } + [head]
    let fitting = facts.first { $0.count <= room } ?? head
    let message = report.exception?.reason ?? report.termination?.details.first
    return fitting + (message.map { ": \($0.prefix { !$0.isNewline })" } ?? "")
  }

  /// `bad-access in Slot::write() (span.h:11)`.
  private static func title(_ answers: SymbolicatedReport) -> String {
    guard let triage = answers.triage else { return ReportTitle.eventOrKind(of: answers.report) }
    let failure = FailureWords.of(triage.failure, isCrash: answers.report.kind == .crash)
    guard let blame = triage.blame else { return "\(failure), no stack" }
    return "\(failure) in \(blame.function)" + (place(blame.file, blame.line).map { " (\($0))" } ?? "")
  }

  // MARK: Where

  /// `Slot::write() (span.h:11), called by Basket.pick (basket.cpp:40)`; if there is no room, without the place of the caller, else with
  /// shortened functions.
  private static func place(_ answers: SymbolicatedReport, _ stack: [GroupStack.Line], _ room: Int) -> String? {
    guard let triage = answers.triage, let blame = triage.blame else { return nil }
    let at = place(blame.file, blame.line).map { " (\($0))" } ?? blame.image.map { " in \($0)" } ?? ""
    guard let caller = stack.caller, let name = caller.function else { return blame.function.shortened(to: room - at.count) + at }
    let from = place(caller.file, caller.line).map { " (\($0))" } ?? ""
    let clause = ", called by "
    let whole = blame.function + at + clause + name
    if whole.count <= room { return whole.count + from.count <= room ? whole + from : whole }
    let fixed = at.count + from.count + clause.count
    let half = (room - fixed) / 2
    guard half >= 12 else { return blame.function.shortened(to: room - at.count) + at }
    let function = blame.function.shortened(to: max(half, room - fixed - name.count))
    return function + at + clause + name.shortened(to: room - fixed - function.count) + from
  }

  private static func place(_ file: String?, _ line: UInt32?) -> String? {
    guard let file, !file.isEmpty else { return nil }
    return PathText.lastComponent(of: file) + (line.map { ":\($0)" } ?? "")
  }

  // MARK: What is missing

  private static func missing(
    _ answers: SymbolicatedReport, _ tally: FrameTally, _ room: Int
  ) -> (what: String, step: String)? {
    if let map = MissingSourceMap.list(answers).first, tally.unmappedScriptFrames > 0 {
      return ("source map of \(map.name), for \(NumberFormat.counted(map.frames, "frame"))", map.advice)
    }
    let lacking = tally.imagesWithoutSymbols(of: answers)
    guard let position = lacking.max(by: { (tally.framesByImage[$0], $1) < (tally.framesByImage[$1], $0) }) else { return nil }
    let image = answers.report.images[position]
    let name = image.name ?? "the app"
    let others = lacking.count > 1 ? " and \(NumberFormat.counted(lacking.count - 1, "other image"))" : ""
    let frames = NumberFormat.counted(lacking.reduce(0) { $0 + tally.framesByImage[$1] }, "frame")
    let what = "debug file of \(name)\(others), for \(frames)"
    guard image.id != nil else {
      return (what + "; the report has no ID", command(answers.path, "--image \(name)=PATH", room))
    }
    if answers.imageStatuses[position].status == .mismatch {
      return (what + "; the one found is another build", command(answers.path, "-s PATH, of the build that crashed", room))
    }
    return (what, command(answers.path, "-s PATH", room))
  }

  /// Returns a command line for a report, whose path is shortened if it is too long.
  private static func command(_ path: String, _ options: String, _ room: Int) -> String {
    let names = [path, "…/" + PathText.lastComponent(of: path), "REPORT"]
    let lines = names.map { "symbolicate \($0) \(options)" }
    return lines.first { $0.count <= room } ?? lines[lines.count - 1]
  }
}

extension String {
  /// The text in at most `width` characters, cut at a blank: a command is read from its start.
  fileprivate func cut(to width: Int) -> String {
    guard count > width else { return self }
    let head = prefix(max(width - 2, 1))
    return (head.lastIndex(of: " ").map { String(head[..<$0]) } ?? String(head)) + " …"
  }
}

public import CrashModel

/// Writes reports in the layout of Apple's own text reports, for input that is no text.
public struct TextRenderer: Sendable {
  /// How frames are worded.
  public var style: FrameStyle
  /// Whether only the crashed threads are written, where a report has one.
  public var onlyCrashed: Bool
  /// Whether every frame shows where its address lies in its image beside what it is: see `SideBySideColumns`.
  public var isSideBySide: Bool

  /// Prepares to write reports.
  public init(style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false, isSideBySide: Bool = false) {
    self.style = style
    self.onlyCrashed = onlyCrashed
    self.isSideBySide = isSideBySide
  }

  /// One report, with what its reader says around the call stacks: see `TranslatedText` for the order of the parts.
  public func text(_ answers: SymbolicatedReport, translation: TranslatedText) -> [UInt8] {
    let report = answers.report
    let frames = FrameLines(answers, style: style, layout: translation.frameLayout, isSideBySide: isSideBySide)
    let (first, last) = backtraces(answers, translation, frames)
    var lines = translation.preamble + MemoryText.lines(report) + first
    let hasCrashed = report.threads.contains(where: \.crashed)
    for (position, thread) in report.threads.enumerated() where !onlyCrashed || !hasCrashed || thread.crashed {
      let header =
        translation.threadHeaders.indices.contains(position) ? translation.threadHeaders[position] : Self.header(of: thread)
      lines += header + frames.lines(in: thread.frames) + ExcerptText.lines(below: thread.frames, of: answers) + [""]
    }
    lines += last
    for tree in report.callTrees { lines += Self.lines(of: tree, frames) + [""] }
    lines += translation.threadState + translation.imageLines + translation.epilogue
    return Self.bytes(of: lines + appendix(report, translation, frames))
  }

  private func appendix(_ report: CrashReport, _ translation: TranslatedText, _ frames: FrameLines) -> [String] {
    translation.appendix.flatMap { piece in
      switch piece {
      case .lines(let lines): return lines
      case .backtrace(let position):
        guard report.backtraces.indices.contains(position), !report.backtraces[position].frames.isEmpty else { return [] }
        return Self.header(position, report, translation) + frames.lines(in: report.backtraces[position].frames)
      }
    }
  }

  private static func header(_ position: Int, _ report: CrashReport, _ translation: TranslatedText) -> [String] {
    let headers = translation.backtraceHeaders
    return headers.indices.contains(position) ? headers[position] : [StackTitle.of(report.backtraces[position]) + ":"]
  }

  /// The backtraces that stand before the threads and those that stand behind them.
  private func backtraces(_ answers: SymbolicatedReport, _ translation: TranslatedText, _ frames: FrameLines) -> (
    [String], [String]
  ) {
    var first: [String] = []
    var last: [String] = []
    let late = Set(translation.appendix.compactMap { if case .backtrace(let position) = $0 { position } else { nil } })
    for (position, backtrace) in answers.report.backtraces.enumerated() where !late.contains(position) {
      let lines =
        Self.header(position, answers.report, translation) + frames.lines(in: backtrace.frames)
        + ExcerptText.lines(below: backtrace.frames, of: answers) + [""]
      if backtrace.kind == .lastException || backtrace.kind == .applicationSpecific { first += lines } else { last += lines }
    }
    return (first, last)
  }

  /// Joins lines. A line end inside a line, which a hostile debug file or report may hold, becomes a blank.
  private static func bytes(of lines: [String]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(lines.count * 96)
    for line in lines {
      if !hasLineEnd(line) {
        result += line.utf8
        result.append(UInt8(ascii: "\n"))
        continue
      }
      for unit in line.utf8 { result.append(unit == UInt8(ascii: "\n") || unit == UInt8(ascii: "\r") ? UInt8(ascii: " ") : unit) }
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }

  private static func hasLineEnd(_ line: String) -> Bool {
    let units = line.utf8.span
    for position in units.indices where units[position] == UInt8(ascii: "\n") || units[position] == UInt8(ascii: "\r") {
      return true
    }
    return false
  }

  private static func header(of thread: CrashThread) -> [String] {
    ["Thread \(thread.index)\(thread.crashed ? " Crashed" : ""):"]
  }

  /// A sampled tree with one line a node, indented by its depth, as spindump words them.
  private static func lines(of tree: CallTree, _ frames: FrameLines) -> [String] {
    let isThread = tree.name?.hasPrefix("Thread_") == true
    let title = tree.beginsInnermost ? "Call graph, innermost frame first:" : "Call graph:"
    var lines = (isThread ? [] : [tree.name].compactMap { $0 }) + [title]
    if isThread, let name = tree.name { lines.append("    \(tree.nodes.first?.sampleCount ?? 0) \(name)") }
    for node in tree.nodes {
      let indent = String(repeating: "  ", count: min(max(node.depth, 0), 200) + 3)
      lines += frames.treeTexts(of: node.frame).map { "\(indent)\(node.sampleCount ?? 0)  \($0)" }
    }
    return lines
  }
}

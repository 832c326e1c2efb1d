package import AppleLayout
internal import Bytes
package import CrashModel

/// Writes reports in the layout of Apple's own text reports, for input that is not text.
///
/// The front of `Text`, and of the module `Rendering`. In: an answered report. Out: bytes. Nothing else is read. A stack is
/// written frame by frame: `FrameLines` (columns) asks `FrameText` (wording) for `FrameWords` (one line).
///
/// - `Text`: this, side by side (`SideBySideColumns`), `inspect` (`InspectText`), colors (`TerminalPainter`).
/// - `Markdown`, `JSON`: begin with `MarkdownRenderer` and `JSONRenderer`.
/// - `Wording`: the sentences that all of them share, and `DiagnosticsText` for standard error.
package struct TextRenderer: Sendable {
  /// The style of frames.
  package var style: FrameStyle
  /// Whether only crashed threads are written, if a report has one.
  package var onlyCrashed: Bool
  /// Whether every frame has its offset in the image beside its text: see `SideBySideColumns`.
  package var isSideBySide: Bool
  /// Whether the text has the styles of its pieces.
  package var isStyled: Bool

  /// Prepares to write reports.
  package init(
    style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false, isSideBySide: Bool = false, isStyled: Bool = false
  ) {
    self.style = style
    self.onlyCrashed = onlyCrashed
    self.isSideBySide = isSideBySide
    self.isStyled = isStyled
  }

  /// Returns one report, with the lines around the call stacks that its reader made: see `TranslatedText` for the order of the
  /// parts.
  package func text(_ answers: SymbolicatedReport, translation: TranslatedText) -> StyledText {
    let size = Self.frameSize * answers.report.frames.count + translation.images.count + Self.otherSize
    return LineWriter.text(isStyled: isStyled, size: size) { write(answers, translation, to: &$0) }
  }

  /// The usual size of a frame with its inlined functions in bytes, or more.
  private static let frameSize = 256
  /// The usual size of everything but frames and images.
  private static let otherSize = 8 << 10

  private func write(_ answers: SymbolicatedReport, _ translation: TranslatedText, to writer: inout LineWriter) {
    let report = answers.report
    let frames = FrameLines(answers, style: style, layout: translation.frameLayout, isSideBySide: isSideBySide)
    let excerpt = answers.focusedExcerpt?.stack
    writer.append(lines: translation.preamble)
    writer.append(lines: MemoryText.lines(report))
    let late = Set(translation.appendix.compactMap { if case .backtrace(let position) = $0 { position } else { nil } })
    let backtraces = report.backtraces.indices.filter { !late.contains($0) }
    // The app's own JavaScript or Dart explains more than the code that reports its exception.
    let first = backtraces.filter { report.backtraces[$0].isFirst }
    for position in first.filter({ [.script, .dart].contains(report.backtraces[$0].kind) })
      + first.filter({ ![.script, .dart].contains(report.backtraces[$0].kind) })
    {
      write(position, answers, translation, frames, excerpt, to: &writer)
    }
    let hasCrashed = report.threads.contains(where: \.crashed)
    for (position, thread) in report.threads.enumerated() where !onlyCrashed || !hasCrashed || thread.crashed {
      let headers = translation.threadHeaders
      let header = headers.indices.contains(position) ? headers[position] : Self.header(of: thread)
      writer.append(lines: header, lastLine: thread.crashed ? .crashedThread : nil)
      write(thread.frames, answers, frames, excerpt, to: &writer)
    }
    for position in backtraces where !report.backtraces[position].isFirst {
      write(position, answers, translation, frames, excerpt, to: &writer)
    }
    for tree in report.callTrees { Self.write(tree, frames, to: &writer) }
    writer.append(lines: translation.threadState)
    writer.append(ready: translation.images)
    writer.append(lines: translation.epilogue)
    writeAppendix(report, translation, frames, to: &writer)
  }

  /// Writes the frames of a stack, then, if `excerpt` belongs to it, the lines of a source file, and an empty line.
  private func write(
    _ stack: Range<Int>, _ answers: SymbolicatedReport, _ frames: FrameLines, _ excerpt: Range<Int>?, to writer: inout LineWriter
  ) {
    frames.write(stack, to: &writer)
    if stack == excerpt { writer.append(lines: ExcerptText.lines(below: stack, of: answers)) }
    if answers.variables != nil { writer.append(lines: VariableText.lines(below: stack, of: answers)) }
    writer.append(lines: [""])
  }

  /// Writes a backtrace with its header and an empty line.
  private func write(
    _ position: Int, _ answers: SymbolicatedReport, _ translation: TranslatedText, _ frames: FrameLines,
    _ excerpt: Range<Int>?, to writer: inout LineWriter
  ) {
    Self.writeHeader(position, answers.report, translation, to: &writer)
    write(answers.report.backtraces[position].frames, answers, frames, excerpt, to: &writer)
  }

  private func writeAppendix(
    _ report: CrashReport, _ translation: TranslatedText, _ frames: FrameLines, to writer: inout LineWriter
  ) {
    for piece in translation.appendix {
      switch piece {
      case .lines(let lines): writer.append(lines: lines)
      case .backtrace(let position):
        guard report.backtraces.indices.contains(position), !report.backtraces[position].frames.isEmpty else { continue }
        Self.writeHeader(position, report, translation, to: &writer)
        frames.write(report.backtraces[position].frames, to: &writer)
      }
    }
  }

  private static func writeHeader(
    _ position: Int, _ report: CrashReport, _ translation: TranslatedText, to writer: inout LineWriter
  ) {
    let headers = translation.backtraceHeaders
    let header = headers.indices.contains(position) ? headers[position] : [StackTitle.of(report.backtraces[position]) + ":"]
    writer.append(lines: header, lastLine: report.backtraces[position].kind == .recrash ? .crashedThread : nil)
  }

  private static func header(of thread: CrashThread) -> [String] {
    ["Thread \(thread.index)\(thread.crashed ? " Crashed" : ""):"]
  }

  /// Writes a sampled tree with one line per node, indented by its depth, as in spindump, and an empty line.
  private static func write(_ tree: CallTree, _ frames: FrameLines, to writer: inout LineWriter) {
    let isThread = tree.name?.hasPrefix("Thread_") == true
    let order = tree.beginsInnermost ? ", innermost frame first" : ""
    let isDeep = tree.nodes.contains { $0.depth > CallTree.deepestNested }
    let depth = isDeep ? " (levels below \(CallTree.deepestNested) have their number instead of more indentation)" : ""
    let blame = tree.nodes.contains(where: \.isBlamed) ? " (* after a frame: blamed by the reporter)" : ""
    let title = "Call graph\(order)\(depth)\(blame):"
    var lines = (isThread ? [] : [tree.name].compactMap { $0 }) + [title]
    if isThread, let name = tree.name { lines.append("    \(tree.nodes.first?.sampleCount ?? 0) \(name)") }
    writer.append(lines: lines)
    for node in tree.nodes {
      let indent = String(repeating: "  ", count: min(max(node.depth, 0), CallTree.deepestNested) + 3)
      let level = node.depth > CallTree.deepestNested ? "  (level \(node.depth))" : ""
      let mark = node.isBlamed ? "  *" : ""
      writer.head.removeAll()
      writer.head.append(copying: "\(indent)\(node.sampleCount ?? 0)  ".utf8.span)
      if writer.isStyled { writer.isInApp = frames.isInApp(node.frame) }
      writer.write(frames.treeTexts(of: node.frame), "\(level)\(mark)")
    }
    writer.head.removeAll()
    writer.isInApp = false
    writer.append(lines: [""])
  }
}

extension Backtrace {
  /// Whether it is before the threads.
  fileprivate var isFirst: Bool {
    switch kind {
    case .script, .dart, .lastException, .applicationSpecific, .panic: true
    case .recrash, .callStack, .deallocatedException, .stackContents: false
    }
  }
}

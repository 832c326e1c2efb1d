import AppleLayout
import CrashModel
import SymbolModel

/// Lays out call stacks in Markdown: frames in columns inside a fence, or, if frames have links, in a list.
struct MarkdownStack {
  private let answers: SymbolicatedReport
  private let frames: FrameLines

  /// Prepares the stacks of a report.
  init(_ answers: SymbolicatedReport, style: FrameStyle) {
    self.answers = answers
    frames = FrameLines(answers, style: style)
  }

  /// The text of the first frame of the app in the JavaScript stack of the exception, or nil if there is none.
  var firstScriptFrame: String? { answers.firstScriptFrame.flatMap { frames.knownWords(of: $0)?.last?.line } }

  /// Returns the lines of a stack; inlined functions have their own lines.
  func lines(in stack: Range<Int>) -> [String] {
    if stack.isEmpty { return ["No frames."] }
    let hasLinks = stack.contains { answers.resolutions[$0].sources.contains { $0.url != nil } }
    return hasLinks ? stack.flatMap(items(of:)) : MarkdownText.fence(columns(of: stack))
  }

  /// Returns the lines of a call tree, indented by depth, with the numbers of samples.
  func lines(of tree: CallTree) -> [String] {
    let width = tree.nodes.compactMap { $0.sampleCount.map { String($0).utf8.count } }.max() ?? 0
    return MarkdownText.fence(
      tree.nodes.flatMap { node -> [String] in
        let count = (node.sampleCount.map(String.init) ?? "").aligned(to: width) + (width > 0 ? "  " : "")
        let head = count + String(repeating: "  ", count: min(max(node.depth, 0), CallTree.deepestNested)) + name(of: node.frame)
        let level = node.depth > CallTree.deepestNested ? "  (level \(node.depth))" : ""
        let mark = node.isBlamed ? "  * blamed" : ""
        return frames.texts(of: node.frame).map { head + "  " + $0 + level + mark }
      })
  }

  // MARK: A fence

  /// `1 PayKit paykit::Gateway::charge(char const*, long) + 64 (PayKit.cpp:29)`
  private func columns(of stack: Range<Int>) -> [String] {
    let numberWidth = stack.map { "\(answers.report.frames[$0].index)".utf8.count }.max() ?? 0
    let nameWidth = stack.map { name(of: $0).utf8.count }.max() ?? 0
    return stack.flatMap { position -> [String] in
      guard hasColumns(position) else { return frames.texts(of: position) }
      let number = "\(answers.report.frames[position].index)".padded(to: numberWidth)
      let head = number + "  " + name(of: position).padded(to: nameWidth) + "  "
      return frames.texts(of: position).map { head + $0 } + suspension(after: position)
    }
  }

  private func suspension(after position: Int) -> [String] {
    answers.report.frames[position].isSuspended ? [FrameLines.suspension] : []
  }

  private func hasColumns(_ position: Int) -> Bool {
    switch answers.report.frames[position].kind {
    case .truncated, .omitted: false
    case .exact, .returnAddress, .asyncResume, .javaScript: true
    }
  }

  private func name(of position: Int) -> String {
    answers.report.frames[position].kind == .javaScript ? "js" : frames.imageName(of: position)
  }

  // MARK: A list

  /// ``- `1` PayKit `paykit::Gateway::charge(char const*, long) + 64` [`PayKit.cpp:29`](https://...)``
  private func items(of position: Int) -> [String] {
    guard hasColumns(position) else { return frames.texts(of: position).map { "- " + MarkdownText.code($0) } }
    let head = "- `\(answers.report.frames[position].index)` \(MarkdownText.inline(name(of: position))) "
    return frames.words(of: position).map { words in
      let place = words.place.map { place in
        " " + (words.url.map { MarkdownText.link(place, $0) } ?? MarkdownText.code(place))
      }
      return head + MarkdownText.code(words.name) + (words.isInlined ? " inlined" : "") + (place ?? "")
        + (words.isMismatch ? " (another build's debug file)" : "") + (words.bundle.map { " " + MarkdownText.code($0) } ?? "")
    } + suspension(after: position).map { "- " + MarkdownText.code($0) }
  }
}

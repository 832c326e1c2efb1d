package import AppleLayout
package import CrashModel
internal import Pages
internal import Rendering
package import Reports

/// Turns answered reports into the bytes of an output format and into messages.
package struct OutputRenderer: Sendable {
  /// The reader of the result.
  package enum Reader: Sendable {
    /// A program or a file: bytes as they are.
    case program
    /// A terminal: control characters of the reports are made visible.
    case terminal
    /// A terminal that shows colors.
    case colorTerminal
  }

  private let format: OutputFormat
  private let style: FrameStyle
  private let onlyCrashed: Bool
  private let isPlain: Bool
  private let isPartOfPage: Bool
  private let reader: Reader

  /// Renders in `format`; with `isPlain`, Markdown has no foldable sections; with `isPartOfPage`, HTML is only the part of a page
  /// between `pageBeginning` and `pageEnd`.
  package init(
    format: OutputFormat, style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false, isPlain: Bool = false,
    isPartOfPage: Bool = false,
    reader: Reader = .program
  ) {
    self.format = format
    self.style = style
    self.onlyCrashed = onlyCrashed
    self.isPlain = isPlain
    self.isPartOfPage = isPartOfPage
    self.reader = reader
  }

  /// Returns the output for one input; `answers` has one element per report of the document. `index` is the address of the
  /// summary's page relative to the output, or nil without one. `pass` takes all but the end of a long output as it is made, in formats of
  /// which the end does not change the beginning.
  package func bytes(
    _ document: ReportDocument, _ answers: [SymbolicatedReport], index: String? = nil,
    passing pass: (@Sendable ([UInt8]) -> Void)? = nil
  ) -> [UInt8] {
    switch format {
    case .text: shown(text(document, answers, isSideBySide: false))
    case .sideBySide: shown(text(document, answers, isSideBySide: true))
    case .markdown: MarkdownRenderer(style: style, onlyCrashed: onlyCrashed, isPlain: isPlain).markdown(answers)
    case .brief: shown(StyledText(Array(answers.map(BriefText().text).joined(separator: "\n").utf8)))
    case .same: shown(same(document, answers))
    case .json: JSONRenderer(onlyCrashed: onlyCrashed).json(answers, passing: pass)
    case .ndjson: JSONRenderer(onlyCrashed: onlyCrashed).ndjson(answers, passing: pass)
    case .html: html(answers, index, pass)
    case .folded: FoldedText(style: style).text(answers)
    case .speedscope: SpeedscopeJSON(style: style).json(answers)
    }
  }

  /// The bytes before the parts of an HTML page with several inputs.
  package static var pageBeginning: [UInt8] { ReportPage.beginning }
  /// The bytes after the parts of an HTML page with several inputs.
  package static var pageEnd: [UInt8] { ReportPage.end }

  private func html(_ answers: [SymbolicatedReport], _ index: String?, _ pass: (@Sendable ([UInt8]) -> Void)?) -> [UInt8] {
    let page = ReportPage(style: style, onlyCrashed: onlyCrashed, index: index)
    return isPartOfPage ? page.articles(answers, passing: pass) : page.page(answers, passing: pass)
  }

  /// Returns the output for an input that was given up: the input itself, or nil for JSON and Markdown output and for binary input.
  func unchanged(_ bytes: [UInt8]) -> [UInt8]? {
    guard format == .text || format == .same || format == .sideBySide, !bytes.contains(0) else { return nil }
    return reader == .program ? bytes : TerminalText.visible(bytes)
  }

  private func text(_ document: ReportDocument, _ answers: [SymbolicatedReport], isSideBySide: Bool) -> StyledText {
    let renderer = TextRenderer(style: style, onlyCrashed: onlyCrashed, isSideBySide: isSideBySide, isStyled: isStyled)
    var text = document.text(
      of: answers, style: style, onlyCrashed: onlyCrashed, isSideBySide: isSideBySide, isStyled: isStyled
    ) { renderer.text($0, translation: $1) }
    for answer in answers { text.append(SuspicionText.lines(answer).map { $0 + "\n" }.joined().utf8) }
    return text
  }

  private func same(_ document: ReportDocument, _ answers: [SymbolicatedReport]) -> StyledText {
    document.filled(
      with: answers, style: FrameStyle(fullPaths: style.fullPaths), onlyCrashed: onlyCrashed, isStyled: isStyled)
  }

  /// Whether the styles of text are shown.
  private var isStyled: Bool { if case .colorTerminal = reader { true } else { false } }

  private func shown(_ text: StyledText) -> [UInt8] {
    switch reader {
    case .program: text.bytes
    case .terminal: TerminalText.visible(text.bytes)
    case .colorTerminal: TerminalPainter.painted(text)
    }
  }
}

public import AppleLayout
public import CrashModel
internal import Rendering
public import Reports

/// Turns answered reports into the bytes of an output format and into messages.
public struct OutputRenderer: Sendable {
  /// Who reads the result.
  public enum Reader: Sendable {
    /// A program or a file: bytes as they are.
    case program
    /// A terminal: control characters of the reports are made visible.
    case terminal
    /// A terminal that shows colours.
    case colorTerminal
  }

  private let format: OutputFormat
  private let style: FrameStyle
  private let onlyCrashed: Bool
  private let isPlain: Bool
  private let reader: Reader

  /// Renders in `format`; with `isPlain`, Markdown folds nothing.
  public init(
    format: OutputFormat, style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false, isPlain: Bool = false,
    reader: Reader = .program
  ) {
    self.format = format
    self.style = style
    self.onlyCrashed = onlyCrashed
    self.isPlain = isPlain
    self.reader = reader
  }

  /// The output for one input; `answers` has one element a report of the document.
  public func bytes(_ document: ReportDocument, _ answers: [SymbolicatedReport]) -> [UInt8] {
    switch format {
    case .text: shown(text(document, answers, isSideBySide: false), answers)
    case .sideBySide: shown(text(document, answers, isSideBySide: true), answers)
    case .markdown: MarkdownRenderer(style: style, onlyCrashed: onlyCrashed, isPlain: isPlain).markdown(answers)
    case .same: shown(filled(document, answers, isSideBySide: false), answers)
    case .json: JSONRenderer(onlyCrashed: onlyCrashed).json(answers)
    case .ndjson: JSONRenderer(onlyCrashed: onlyCrashed).ndjson(answers)
    }
  }

  /// Text formats have no translation: they are filled in where they stand. JSON gets Apple's layout; what it has only as escapes
  /// comes out as no control character, whoever reads the text.
  private func text(_ document: ReportDocument, _ answers: [SymbolicatedReport], isSideBySide: Bool) -> [UInt8] {
    let renderer = TextRenderer(style: style, onlyCrashed: onlyCrashed, isSideBySide: isSideBySide)
    var result: [UInt8] = []
    var named = document
    for (part, report) in answers.enumerated() {
      if named.reports.indices.contains(part) { named.reports[part].takeExceptionName(of: report.report) }
      guard var translation = named.translation(ofPart: part) else {
        return filled(document, answers, isSideBySide: isSideBySide)
      }
      if let failure = report.report.exception?.runtimeFailure { translation.insert(information: failure) }
      if onlyCrashed, named.reports.indices.contains(part) {
        let isShown = report.shownImages(onlyCrashed: true)
        named.reports[part].images = zip(named.reports[part].images, isShown).filter { $0.1 }.map { $0.0 }
        translation.images = named.translation(ofPart: part)?.images ?? []
      }
      let text = renderer.text(report, translation: translation)
      if part == 0 { result = text } else { result += [UInt8(ascii: "\n")] + text }
    }
    return TerminalText.visible(result)
  }

  private func filled(_ document: ReportDocument, _ answers: [SymbolicatedReport], isSideBySide: Bool) -> [UInt8] {
    let columns = isSideBySide ? answers.map { SideBySideColumns.ofFrames(in: $0, style: style) } : []
    let shown = format == .same ? FrameStyle(fullPaths: style.fullPaths) : style
    let replacements = answers.map { FrameReplacement($0, style: shown) }
    let showsDistances = isSideBySide || shown.names == .sideBySide
    let distances: (Int, Int) -> String? = { part, frame in
      showsDistances && answers.indices.contains(part) ? answers[part].report.distance(of: frame) : nil
    }
    return document.filled(with: answers, onlyCrashed: onlyCrashed, notes: FrameNote.excerpts(of: answers), distances: distances)
    {
      part, frame, writer in
      guard replacements.indices.contains(part) else { return false }
      // A place in the image beside a frame without an address would be read as its address.
      if isSideBySide, replacements[part].hasAddress(frame), let texts = columns[part][frame]?.texts(of: frame) {
        writer.write(texts)
        return true
      }
      return replacements[part].write(frame, to: &writer)
    }
  }

  private func shown(_ bytes: [UInt8], _ answers: [SymbolicatedReport]) -> [UInt8] {
    switch reader {
    case .program: bytes
    case .terminal: TerminalText.visible(bytes)
    case .colorTerminal: TextColor(answers, style: style).painted(bytes)
    }
  }
}

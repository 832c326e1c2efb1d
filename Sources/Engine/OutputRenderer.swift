public import CrashModel
internal import Rendering
public import Reports

/// Turns answered reports into the bytes of an output format and into messages.
public struct OutputRenderer: Sendable {
  private let format: OutputFormat
  private let style: FrameStyle
  private let onlyCrashed: Bool
  private let color: Bool

  /// Renders in `format`. With `color`, text is coloured for a terminal and its control characters are made visible.
  public init(format: OutputFormat, fullPaths: Bool = false, onlyCrashed: Bool = false, color: Bool = false) {
    self.format = format
    style = FrameStyle(fullPaths: fullPaths)
    self.onlyCrashed = onlyCrashed
    self.color = color
  }

  /// The output for one input; `answers` holds one element a report of `document`.
  public func bytes(_ document: ReportDocument, _ answers: [SymbolicatedReport]) -> [UInt8] {
    switch format {
    case .text:
      let text = text(document, answers)
      return color ? TextColor(answers).painted(text) : text
    case .same: return filled(document, answers)
    case .json: return JSONRenderer(onlyCrashed: onlyCrashed).json(answers)
    case .ndjson: return JSONRenderer(onlyCrashed: onlyCrashed).ndjson(answers)
    }
  }

  /// What is said of a report on standard error: whole lines.
  public func diagnostics(_ report: SymbolicatedReport, color: Bool, isVerbose: Bool) -> String {
    DiagnosticsText(isVerbose: isVerbose).lines(report).map { $0 + "\n" }.joined()
  }

  private func text(_ document: ReportDocument, _ answers: [SymbolicatedReport]) -> [UInt8] {
    let renderer = TextRenderer(style: style, onlyCrashed: onlyCrashed)
    var result: [UInt8] = []
    for (part, report) in answers.enumerated() {
      // Text formats have no translation: they are filled in where they stand.
      guard let translation = document.translation(ofPart: part) else { return filled(document, answers) }
      if part > 0 { result.append(UInt8(ascii: "\n")) }
      result += renderer.text(report, translation: translation)
    }
    return result
  }

  private func filled(_ document: ReportDocument, _ answers: [SymbolicatedReport]) -> [UInt8] {
    document.filled(with: answers, onlyCrashed: onlyCrashed) { part, frame in
      guard answers.indices.contains(part), answers[part].resolutions.indices.contains(frame) else { return nil }
      return FrameText.lines(of: answers[part].resolutions[frame], style: style)
    }
  }
}

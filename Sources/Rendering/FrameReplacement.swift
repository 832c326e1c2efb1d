public import CrashModel

/// Words the frames of an answered report that have lines of their own in the input.
public final class FrameReplacement: Sendable {
  private let answers: SymbolicatedReport
  private let style: FrameStyle

  /// Prepares to word the frames of a report.
  public init(_ answers: SymbolicatedReport, style: FrameStyle) {
    self.answers = answers
    self.style = style
  }

  /// Whether the frame at a position has an address.
  public func hasAddress(_ position: Int) -> Bool {
    answers.report.frames.indices.contains(position) && answers.report.frames[position].address != nil
  }

  /// Writes what replaces the text of the frame at a position; false when it stays as it is.
  public func write(_ position: Int, to writer: inout LineWriter) -> Bool {
    FrameText.write(replacementFor: position, in: answers, style: style, to: &writer)
  }
}

extension FrameText {
  /// See `FrameReplacement.write`.
  fileprivate static func write(
    replacementFor position: Int, in answers: SymbolicatedReport, style: FrameStyle, to writer: inout LineWriter
  ) -> Bool {
    guard answers.resolutions.indices.contains(position) else { return false }
    switch style.names(for: position, in: answers.report) {
    case .symbolicated, .partiallySymbolicated: return write(answers.resolutions.span[position], style, "", to: &writer)
    case .unsymbolicated: return false
    case .sideBySide:
      guard let distance = answers.report.distance(of: position) else {
        return write(answers.resolutions.span[position], style, "", to: &writer)
      }
      if write(answers.resolutions.span[position], style, distance, to: &writer) { return true }
      return each(reportedFor: answers.report.frames.span[position], answers.resolutions.span[position], style: style) {
        $0.write(beside: distance, to: &writer)
      }
    }
  }
}

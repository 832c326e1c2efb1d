public import CrashModel

/// Formats the frames of an answered report that have their own lines in the input.
public final class FrameReplacement: Sendable {
  private let report: CrashReport
  private let resolutions: [FrameResolution]
  private let style: FrameStyle

  /// Takes the frames of a report.
  public init(_ answers: SymbolicatedReport, style: FrameStyle) {
    report = answers.report
    resolutions = answers.resolutions
    self.style = style
  }

  /// Returns whether the frame at a position has an address.
  public func hasAddress(_ position: Int) -> Bool {
    report.frames.indices.contains(position) && report.frames[position].address != nil
  }

  /// Writes the text that replaces the frame at a position. Returns false if it stays as it is.
  public func write(_ position: Int, to writer: inout LineWriter) -> Bool {
    guard resolutions.indices.contains(position) else { return false }
    switch style.names(for: position, in: report) {
    case .symbolicated, .partiallySymbolicated: return write(position, beside: "", to: &writer)
    case .unsymbolicated: return false
    case .sideBySide:
      guard let distance = report.distance(of: position) else { return write(position, beside: "", to: &writer) }
      if write(position, beside: distance, to: &writer) { return true }
      return FrameText.each(reportedFor: report.frames[position], resolutions[position], style: style) {
        $0.write(beside: distance, to: &writer)
      }
    }
  }

  private func write(_ position: Int, beside distance: String, to writer: inout LineWriter) -> Bool {
    let resolutions = resolutions
    return FrameText.write(resolutions.span[position], style, distance, to: &writer)
  }
}

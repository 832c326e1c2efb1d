import CrashModel

/// Objects in lists of frames that did not become frames of the report.
enum UnreadFrames {
  /// Returns a diagnostic with their number, or nil if there are none.
  static func diagnostic(_ count: Int) -> ReportDiagnostic? {
    guard count > 0 else { return nil }
    let what =
      count == 1
      ? "a frame without a kind or address that can be read was skipped"
      : "\(count) frames without a kind or address that can be read were skipped"
    return ReportDiagnostic(.warning, what)
  }
}

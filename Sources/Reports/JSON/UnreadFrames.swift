import CrashModel

/// Objects in lists of frames that are not among a report's frames.
enum UnreadFrames {
  /// Says how many there are; nil for none.
  static func diagnostic(_ count: Int) -> ReportDiagnostic? {
    guard count > 0 else { return nil }
    let what =
      count == 1
      ? "a frame without a kind or address that can be read was skipped"
      : "\(count) frames without a kind or address that can be read were skipped"
    return ReportDiagnostic(.warning, what)
  }
}

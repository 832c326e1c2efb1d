/// Follows a Dart trace over the lines of a log, from the banner to the first line after its frames.
struct DartWatch: Sendable {
  private var hasFrames = false
  /// The number of foreign lines since the last one of the trace.
  private var strays = 0

  /// The maximum number of such lines.
  private static let maxStrays = 4

  /// Returns nil unless a line is the banner of a trace, or has the program's build ID: some loggers drop the banner.
  init?(opening bytes: [UInt8], _ line: Range<Int>) {
    guard DartHeader.isBanner(bytes, line) || TextScan.find(bytes, line, "build_id: '") != nil else { return nil }
  }

  /// Takes the next line, without its end.
  mutating func take(_ bytes: [UInt8], _ line: Range<Int>) -> LogReportVerdict {
    if DartFrameLine(bytes, line) != nil {
      (hasFrames, strays) = (true, 0)
      return .open
    }
    if TextScan.find(bytes, line, DartFrameLine.gap) != nil {
      strays = 0
      return .open
    }
    var header = DartHeader()
    let opensNext = DartHeader.isBanner(bytes, line) || header.take(bytes, line) != nil
    if hasFrames, opensNext { return .closedBefore }
    if opensNext { return .open }
    strays += 1
    if strays <= Self.maxStrays { return .open }
    return hasFrames ? .closed : .broken
  }
}

/// The effect of a log's line on the report that began before it.
enum LogReportVerdict: Sendable {
  /// It goes on in the next line.
  case open
  /// It ended with the line.
  case closed
  /// It ended before the line.
  case closedBefore
  /// It is not a report.
  case broken
}

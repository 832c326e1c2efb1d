/// Follows a core dump's stack trace over the lines of a log, from the message to the line with the processor.
struct CoredumpWatch: Sendable {
  private var hasThread = false
  /// The number of foreign lines before the first thread.
  private var strays = 0

  /// The maximum number of such lines.
  private static let maxStrays = 4

  /// Returns nil unless a line is the message of a core dump.
  init?(opening bytes: [UInt8], _ line: Range<Int>) {
    guard CoredumpLine.isMessage(bytes, line), case .message? = CoredumpLine(bytes, line) else { return nil }
  }

  /// Takes the next line, without its end.
  mutating func take(_ bytes: [UInt8], _ line: Range<Int>) -> LogReportVerdict {
    switch CoredumpLine(bytes, line) {
    case .architecture: return .closed
    case .thread: hasThread = true
    case .module, .package: if hasThread { return .closedBefore }
    case .frame, .damagedFrame, .blank: break
    case .message, .field, nil:
      if hasThread { return .closedBefore }
      strays += 1
      if strays > Self.maxStrays { return .broken }
    }
    return .open
  }
}

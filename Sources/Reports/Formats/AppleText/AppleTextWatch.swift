/// Follows a crash report in Apple's text layout over the lines of a log.
struct AppleTextWatch: Sendable {
  private var lines = 1
  private var keys = 1
  private var strays = 0
  private var hasFrames = false
  private var hasImages = false

  /// The maximum number of lines before the first frame.
  private static let longestHeader = 80
  /// The maximum number of foreign lines in a report.
  private static let maxStrays = 20

  /// Begins at the first line of such reports. Returns nil for any other line. `content` is the line without blanks around it.
  init?(opening bytes: [UInt8], _ content: Range<Int>) {
    if TextScan.hasPrefix(bytes, content, "Incident Identifier:") { return }
    guard TextScan.hasPrefix(bytes, content, "Process:"), bytes[content.upperBound - 1] == UInt8(ascii: "]"),
      let open = TextScan.findLast(bytes, content, "["),
      TextScan.decimal(bytes, open + 1, content.upperBound)?.end == content.upperBound - 1
    else { return nil }
  }

  /// Takes the next line, without its end.
  mutating func take(_ bytes: [UInt8], _ line: Range<Int>) -> LogReportVerdict {
    let content = TextScan.trimmed(bytes, line)
    lines += 1
    guard let first = content.first else { return .open }
    if TextScan.hasPrefix(bytes, content, "Binary Images:") {
      hasImages = true
      return .open
    }
    if hasImages {
      if bytes[first] == UInt8(ascii: "0"), AppleTextImageLine(bytes, content) != nil { return .open }
      return .closedBefore
    }
    if AppleTextFrameLine(bytes, content) != nil {
      hasFrames = true
    } else if AppleTextPreamble.isHeaderKey(bytes, content) {
      keys += 1
      // The next report begins before this one has a list of images.
      if hasFrames, TextScan.hasPrefix(bytes, content, "Incident Identifier:") { return .closedBefore }
    } else if !isPart(bytes, content) {
      strays += 1
    }
    if strays > Self.maxStrays { return hasFrames ? .closedBefore : .broken }
    return !hasFrames && (lines > Self.longestHeader || lines > 6 && keys < 3) ? .broken : .open
  }

  /// Returns whether a line is of a kind that reports have.
  private func isPart(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    if AppleTextThreadHeader(bytes, content) != nil { return true }
    // `x0: 0x0000000000000000 x1: ...`, `Exception Note: EXC_CORPSE_NOTIFY`
    guard let colon = bytes[content].prefix(40).firstIndex(of: UInt8(ascii: ":")) else { return false }
    return colon + 1 == content.upperBound || bytes[colon + 1] == TextScan.space
  }
}

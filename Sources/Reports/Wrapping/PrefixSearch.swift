import Bytes

/// Finds the prefix of the lines of a text by the first line that has a title of a report after one.
enum PrefixSearch {
  /// The number of bytes that are searched for a title.
  private static let searched = 256 << 10
  /// The maximum number of titles that are tried.
  private static let maxTried = 16
  /// The number of lines that must mostly have the prefix.
  private static let compared = 24

  /// Returns the prefix, or nil if no title stands after one that the next lines have, too.
  static func find(_ bytes: [UInt8]) -> LinePrefix? {
    var lines = TextLines(bytes)
    var tried = 0
    while lines.position < searched, tried < maxTried, let line = lines.next() {
      guard let title = title(bytes, line), let prefix = LinePrefix(bytes, line.lowerBound..<title) else { continue }
      tried += 1
      if isCommon(prefix, bytes, from: line.lowerBound) { return prefix }
    }
    // A quotation needs no title.
    return isCommon(.quotes, bytes, from: 0) ? .quotes : nil
  }

  /// Returns whether more than half of the next lines have the prefix.
  private static func isCommon(_ prefix: LinePrefix, _ bytes: [UInt8], from start: Int) -> Bool {
    var lines = TextLines(bytes, from: start)
    var (all, matching) = (0, 0)
    while all < compared, let line = lines.next() {
      guard !TextScan.trimmed(bytes, line).isEmpty else { continue }
      all += 1
      if prefix.end(in: bytes, line) != nil { matching += 1 }
    }
    return matching * 2 > all
  }

  /// Returns the start of a title after other bytes of a line.
  private static func title(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var at = line.lowerBound + 1
    let end = min(line.upperBound, line.lowerBound + 256)
    var isFirstBrace = true
    while at < end {
      defer { at += 1 }
      guard bytes[at - 1] <= 0x20 || bytes[at - 1] == UInt8(ascii: ">"), bytes[at] > 0x20 else { continue }
      let text = at..<min(line.upperBound, at + longestTitle)
      if bytes[at] == UInt8(ascii: "{") || bytes[at] == UInt8(ascii: "[") {
        if isFirstBrace, opensJSON(bytes, text) { return at }
        isFirstBrace = bytes[at] == UInt8(ascii: "[") && isFirstBrace
      } else if isTitle(bytes, text) {
        return at
      }
    }
    return nil
  }

  /// The number of bytes in which a line shows that it is a report.
  private static let longestTitle = 64 << 10

  private static func isTitle(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    switch bytes[text.lowerBound] {
    case UInt8(ascii: "="): return isSanitizer(bytes, text.prefix(400))
    case UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "A")...UInt8(ascii: "T"), UInt8(ascii: "p"), UInt8(ascii: "t"),
      UInt8(ascii: "f"):
      return titles.contains { TextScan.hasPrefix(bytes, text, $0) }
    default: return false
    }
  }

  /// `==12345==ERROR: AddressSanitizer: `
  private static func isSanitizer(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    TextScan.hasPrefix(bytes, text, "==")
      && (TextScan.find(bytes, text, "==ERROR: ") != nil || TextScan.find(bytes, text, "==WARNING: ") != nil)
  }

  /// Returns whether a brace or bracket opens a value that spans lines, or a report on one line. Loggers write objects of their own.
  private static func opensJSON(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    if TextScan.trimmed(bytes, text).count == 1 { return true }
    return TextScan.hasPrefix(bytes, text, "{\"") && keys.contains { TextScan.find(bytes, text, $0) != nil }
  }

  /// Keys of reports.
  static let keys = [
    "\"bug_type\"", "\"binary_images\"", "\"callStackTree\"", "\"callStacks\"", "\"debug_meta\"", "\"usedImages\"",
    "\"recrash_report\"",
  ]

  /// The beginnings of lines that the formats have in text.
  private static let titles = [
    "Incident Identifier:", "Binary Images:", "Exception Type:", "Process: ", "Thread 0", "Last Exception Backtrace",
    "Analysis of sampling ", "panic(cpu ", "*** Panic Report ***", "* thread #", "thread #", "frame #", "Crashed: ",
    "Fatal Exception: ", "# Crashlytics - ", "PID: ", "Backtrace of Thread ",
  ]
}

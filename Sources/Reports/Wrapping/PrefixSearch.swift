import Bytes

/// Finds the prefix of the lines of a text by the first line that has a title of a report after one.
struct PrefixSearch: Sendable {
  /// The beginnings of lines that formats have in text.
  let titles: [String]
  /// Keys of reports in JSON, in quotes.
  private let keys: [String]
  /// The first bytes of titles.
  private let firstBytes: Set<UInt8>

  /// Takes the titles and marks of the formats.
  init(titles: [String], marks: [String]) {
    self.titles = titles
    keys = marks.map { "\"\($0)\"" }
    firstBytes = Set(titles.compactMap(\.utf8.first))
  }

  /// The number of bytes that are searched for a title.
  private static let searched = 256 << 10
  /// The maximum number of titles that are tried.
  private static let maxTried = 16
  /// The number of lines that must mostly have the prefix.
  private static let compared = 24

  /// Returns the prefix, or nil if no title stands after one that the next lines have, too.
  func find(_ bytes: [UInt8]) -> LinePrefix? {
    var lines = TextLines(bytes)
    var tried = 0
    while lines.position < Self.searched, tried < Self.maxTried, let line = lines.next() {
      guard let title = title(bytes, line), let prefix = LinePrefix(bytes, line.lowerBound..<title) else { continue }
      tried += 1
      if Self.isCommon(prefix, bytes, from: line.lowerBound) { return prefix }
    }
    // A quotation needs no title.
    return Self.isCommon(.quotes, bytes, from: 0) ? .quotes : nil
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
  private func title(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var at = line.lowerBound + 1
    let end = min(line.upperBound, line.lowerBound + 256)
    var isFirstBrace = true
    while at < end {
      defer { at += 1 }
      guard bytes[at - 1] <= 0x20 || bytes[at - 1] == UInt8(ascii: ">"), bytes[at] > 0x20 else { continue }
      let text = at..<min(line.upperBound, at + Self.longestTitle)
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

  private func isTitle(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    let first = bytes[text.lowerBound]
    if first == UInt8(ascii: "=") { return Self.isSanitizer(bytes, text.prefix(400)) }
    return firstBytes.contains(first) && titles.contains { TextScan.hasPrefix(bytes, text, $0) }
  }

  /// `==12345==ERROR: AddressSanitizer: `
  private static func isSanitizer(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    TextScan.hasPrefix(bytes, text, "==")
      && (TextScan.find(bytes, text, "==ERROR: ") != nil || TextScan.find(bytes, text, "==WARNING: ") != nil)
  }

  /// Returns whether a brace or bracket opens a value that spans lines, or a report on one line. Loggers write objects of their own.
  private func opensJSON(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    if TextScan.trimmed(bytes, text).count == 1 { return true }
    return TextScan.hasPrefix(bytes, text, "{\"") && hasKey(bytes, text)
  }

  /// Returns whether a key of a report is in a range.
  func hasKey(_ bytes: [UInt8], _ range: Range<Int>) -> Bool { keys.contains { TextScan.find(bytes, range, $0) != nil } }
}

/// A file and line in reports: `File.swift:12`, `File.swift:12:3`, `File.swift:12,3`, `File.swift:12, approximate`.
struct FileAndLine {
  /// The bytes of the file's name.
  var file: Range<Int>
  /// The line; 0 if the text has 0.
  var line: UInt32

  /// Reads a file and line that fill `range`. Returns nil for any other text.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    var end = range.upperBound
    if TextScan.hasSuffix(bytes, range, ", approximate") { end -= ", approximate".utf8.count }
    guard let colon = Self.numberStart(bytes, range.lowerBound, end, orComma: true) else { return nil }
    var numbers = colon + 1..<end
    var name = range.lowerBound..<colon
    if let first = Self.numberStart(bytes, range.lowerBound, colon, orComma: false), first > range.lowerBound {
      numbers = first + 1..<colon
      name = range.lowerBound..<first
    } else if bytes[colon] != UInt8(ascii: ":") {
      return nil
    }
    guard !name.isEmpty, let number = TextScan.decimal(bytes, numbers.lowerBound, numbers.upperBound),
      let value = UInt32(exactly: number.value)
    else { return nil }
    file = name
    line = value
  }

  /// Returns the position of the separator before the digits that end at `end`.
  private static func numberStart(_ bytes: [UInt8], _ start: Int, _ end: Int, orComma: Bool) -> Int? {
    var at = end
    while at > start, TextScan.isDigit(bytes[at - 1]) { at -= 1 }
    guard at < end, at > start else { return nil }
    return bytes[at - 1] == UInt8(ascii: ":") || orComma && bytes[at - 1] == UInt8(ascii: ",") ? at - 1 : nil
  }
}

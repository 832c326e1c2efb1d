import Bytes

/// Excludes lines cheaply that cannot be relevant.
enum LogMarks {
  /// One byte of each mark of a frame, the one that is rarer in other lines.
  private static let marks = ByteSet("x+:@".utf8)

  /// Returns whether bytes contain `0x`, a plus sign and a number, or a position in a script: `@1:2345`, `.bundle:1:2345`.
  static func mayHoldFrames(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while let mark = marks.first(in: bytes, from: at, to: range.upperBound) {
      if isMark(bytes, mark, range) { return true }
      at = mark + 1
    }
    return false
  }

  private static func isMark(_ bytes: [UInt8], _ mark: Int, _ range: Range<Int>) -> Bool {
    if bytes[mark] == UInt8(ascii: "x") { return mark > range.lowerBound && bytes[mark - 1] == UInt8(ascii: "0") }
    // The number may be cut off.
    guard mark + 1 < range.upperBound else { return bytes[mark] == UInt8(ascii: "+") }
    let next = bytes[mark + 1]
    guard bytes[mark] == UInt8(ascii: "+") else { return TextScan.isDigit(next) && isPosition(bytes, after: mark, range) }
    return TextScan.isDigit(next)
      || next == TextScan.space && mark + 2 < range.upperBound && TextScan.isDigit(bytes[mark + 2])
  }

  /// Returns whether a line ends in a frame of JavaScript, or is JSON with one in a string. Looks at few bytes of most lines.
  static func mayEndScript(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard let last = line.last else { return false }
    switch bytes[last] {
    case UInt8(ascii: "}"), UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "]"):
      let hasMark =
        ByteSearch.first(UInt8(ascii: "@"), in: bytes.span, from: line.lowerBound, to: line.upperBound) < line.upperBound
        || TextScan.find(bytes, line, "(address at ") != nil
      return hasMark && mayHoldFrames(bytes, line)
    default: return ScriptFrameLine.endsFrame(bytes, line)
    }
  }

  /// Returns whether a line and a column follow a mark. A digit before a colon makes it a time: `12:30:45`.
  private static func isPosition(_ bytes: [UInt8], after mark: Int, _ range: Range<Int>) -> Bool {
    if bytes[mark] == UInt8(ascii: ":"), mark == range.lowerBound || TextScan.isDigit(bytes[mark - 1]) { return false }
    guard let line = TextScan.decimal(bytes, mark + 1, range.upperBound), line.end + 1 < range.upperBound else { return false }
    return bytes[line.end] == UInt8(ascii: ":") && TextScan.isDigit(bytes[line.end + 1])
  }

  /// Returns whether a line has quotes or terminal colors.
  static func special(_ bytes: [UInt8], _ range: Range<Int>) -> (quotes: Bool, colors: Bool) {
    var quotes = false
    var colors = false
    for byte in bytes[range] {
      if byte == UInt8(ascii: "\"") { quotes = true } else if byte == 0x1b { colors = true }
    }
    return (quotes, colors)
  }
}

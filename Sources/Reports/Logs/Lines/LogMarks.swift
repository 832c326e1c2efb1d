/// Excludes lines cheaply that cannot be relevant.
enum LogMarks {
  /// Returns whether bytes contain `0x`, or a plus sign and a number.
  static func mayHoldFrames(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at + 1 < range.upperBound {
      let byte = bytes[at]
      if byte == 48 {
        if bytes[at + 1] == UInt8(ascii: "x") { return true }
      } else if byte == UInt8(ascii: "+") {
        let next = bytes[at + 1]
        if TextScan.isDigit(next) { return true }
        if next == TextScan.space, at + 2 < range.upperBound, TextScan.isDigit(bytes[at + 2]) { return true }
      }
      at += 1
    }
    return false
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

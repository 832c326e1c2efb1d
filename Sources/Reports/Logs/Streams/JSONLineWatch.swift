/// Follows a JSON object or array over the lines of a log, to find its end, or a violation of JSON.
struct JSONLineWatch: Sendable {
  /// The effect of a line on the value.
  enum Verdict: Sendable {
    /// The value continues in the next line.
    case open
    /// The value ended in the line.
    case closed
    /// The line is not JSON.
    case broken
  }

  private var depth = 0
  /// Whether the last byte other than a blank opened an object: a key or its end has to follow.
  private var expectsKey = false

  /// The maximum depth. No program prints deeper values: each frame of a call stack tree takes two levels.
  private static let deepest = 1_000_000

  /// Returns the start of a value that a line opens and does not close: the first byte that is not a blank, or the bracket at the
  /// end of the line. Nil for lines that end otherwise.
  static func opening(_ bytes: [UInt8], _ line: Range<Int>) -> Int? {
    let content = TextScan.trimmed(bytes, line)
    guard let first = content.first, let last = content.last, isOpening(bytes[last]) else { return nil }
    return isOpening(bytes[first]) ? first : last
  }

  private static func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  /// Takes the next line, without its end. Strings do not go over the ends of lines.
  mutating func take(_ bytes: [UInt8], _ line: Range<Int>) -> Verdict {
    var at = line.lowerBound
    while at < line.upperBound {
      let byte = bytes[at]
      at += 1
      if byte <= TextScan.space { continue }
      if expectsKey, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "}") { return .broken }
      expectsKey = false
      switch byte {
      case UInt8(ascii: "\""):
        guard let end = Self.stringEnd(bytes, at..<line.upperBound) else { return .broken }
        at = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        expectsKey = byte == UInt8(ascii: "{")
        if depth > Self.deepest { return .broken }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return .closed }
      default:
        if !Self.occursOutsideStrings(byte) { return .broken }
      }
    }
    return .open
  }

  /// Returns the position after the quote that ends a string.
  private static func stringEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at < range.upperBound {
      if bytes[at] == UInt8(ascii: "\"") { return at + 1 }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Returns whether numbers, `true`, `false`, `null` or separators contain the byte.
  private static func occursOutsideStrings(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "E"), UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "l"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "u"):
      true
    default: false
    }
  }
}

/// A stretch of a log that was decoded, each byte with the bytes of the input that it stands for.
struct Piece {
  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  /// Where each byte begins in the input.
  private(set) var starts: [Int] = []
  /// Where each byte ends in the input.
  private(set) var ends: [Int] = []

  private init() {}

  /// Bytes as they stand in the input from `position` on.
  init(_ bytes: [UInt8], from position: Int) {
    self.bytes = bytes
    starts = Array(position..<position + bytes.count)
    ends = Array(position + 1..<position + 1 + bytes.count)
  }

  /// Bytes that were decoded before.
  init(_ bytes: [UInt8], starts: [Int], ends: [Int]) {
    self.bytes = bytes
    self.starts = starts
    self.ends = ends
  }

  private mutating func append(_ byte: UInt8, _ start: Int, _ end: Int) {
    bytes.append(byte)
    starts.append(start)
    ends.append(end)
  }

  // MARK: Decoding

  /// The text that the escapes of a JSON string stand for. Unknown escapes stay as they are.
  var unescaped: Piece {
    var result = Piece()
    result.bytes.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
        result.append(bytes[at], starts[at], ends[at])
        at += 1
        continue
      }
      at = append(escapeAt: at, to: &result)
    }
    return result
  }

  private func append(escapeAt at: Int, to result: inout Piece) -> Int {
    if bytes[at + 1] == UInt8(ascii: "u"), let scalar = unicode(at + 2) {
      for unit in String(scalar).utf8 { result.append(unit, starts[at], ends[at + 5]) }
      return at + 6
    }
    guard let byte = Self.meaning(of: bytes[at + 1]) else {
      result.append(bytes[at], starts[at], ends[at])
      return at + 1
    }
    result.append(byte, starts[at], ends[at + 1])
    return at + 2
  }

  private static func meaning(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): TextScan.newline
    case UInt8(ascii: "t"): TextScan.tab
    case UInt8(ascii: "r"): TextScan.carriageReturn
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
    default: nil
    }
  }

  /// The character of four hexadecimal digits; nil for anything else, halves of pairs included.
  private func unicode(_ position: Int) -> Unicode.Scalar? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      let digit = TextScan.hexDigit(byte)
      guard digit < 16 else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return Unicode.Scalar(value)
  }

  /// The bytes without terminal escape sequences (`ESC [ ... letter`).
  var withoutColors: Piece {
    var result = Piece()
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x1b, at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "[") {
        at += 2
        while at < bytes.count, bytes[at] < 0x40 { at += 1 }
        at += 1
      } else {
        result.append(bytes[at], starts[at], ends[at])
        at += 1
      }
    }
    return result
  }
}

/// Tells cheaply which lines cannot be of interest.
enum LogMarks {
  /// Whether bytes hold `0x`, or a plus sign and a number.
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

  /// Whether a line has quotes or terminal colours.
  static func special(_ bytes: [UInt8], _ range: Range<Int>) -> (quotes: Bool, colors: Bool) {
    var quotes = false
    var colors = false
    for byte in bytes[range] {
      if byte == UInt8(ascii: "\"") { quotes = true } else if byte == 0x1b { colors = true }
    }
    return (quotes, colors)
  }
}

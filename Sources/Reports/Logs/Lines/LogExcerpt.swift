import Bytes

/// A decoded part of a log, in which each byte has its bytes in the input.
struct LogExcerpt {
  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  /// The start of each byte in the input.
  private(set) var starts: [Int] = []
  /// The end of each byte in the input.
  private(set) var ends: [Int] = []

  private init() {}

  /// Bytes as they are in the input from `position` on.
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

  /// Decodes the escapes of a JSON string. Unknown escapes stay as they are.
  var unescaped: LogExcerpt {
    var result = LogExcerpt()
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

  private func append(escapeAt at: Int, to result: inout LogExcerpt) -> Int {
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

  /// Returns the character of four hexadecimal digits, or nil for anything else, including half a surrogate pair.
  private func unicode(_ position: Int) -> Unicode.Scalar? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      let digit = HexDigits.value(of: byte)
      guard digit < 16 else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return Unicode.Scalar(value)
  }

  /// The bytes without terminal escape sequences (`ESC [ ... letter`).
  var withoutColors: LogExcerpt {
    var result = LogExcerpt()
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

import Bytes
import CrashModel
import SymbolModel

/// Reads bytes that a text spells.
enum EncodedBytes {
  /// Returns the bytes of hexadecimal digits, or nil if it contains anything else.
  static func hexadecimal(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for unit in text.utf8 {
      let digit = HexDigits.value(of: unit)
      guard digit < 16 else { return nil }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? bytes : nil
  }

  /// Returns the memory that hexadecimal digits stand for, in parts where bytes are masked (`xx`); empty if it contains anything else.
  static func memory(_ text: String, at address: UInt64) -> [MemoryBytes] {
    let digits = Array(text.utf8)
    var parts: [MemoryBytes] = []
    var (start, position) = (0, 0)
    func add(_ end: Int) -> Bool {
      if start == end { return true }
      guard let bytes = hexadecimal(String(decoding: digits[start..<end], as: UTF8.self)) else { return false }
      parts.append(MemoryBytes(address: RuntimeAddress(address &+ UInt64(start / 2)), bytes: bytes))
      return true
    }
    while position + 1 < digits.count {
      if digits[position] == UInt8(ascii: "x"), digits[position + 1] == UInt8(ascii: "x") {
        guard add(position) else { return [] }
        start = position + 2
      }
      position += 2
    }
    return add(digits.count) ? parts : []
  }

  /// Returns the bytes of Base64 (RFC 4648), or nil if it contains a byte of another kind.
  static func base64(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for unit in text.utf8 where unit != UInt8(ascii: "=") {
      guard let digit = digit(unit) else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }

  private static func digit(_ unit: UInt8) -> UInt8? {
    switch unit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): unit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): unit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): unit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

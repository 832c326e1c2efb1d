internal import Bytes

/// Decodes and writes the strings in JSON text.
package enum JSONString {
  /// Returns the text between two quotes. An unknown escape yields the character after the backslash; half a surrogate pair and
  /// invalid UTF-8 yield U+FFFD.
  static func decode(_ bytes: [UInt8], _ range: Range<Int>, escaped: Bool) -> String {
    guard escaped else { return String(decoding: bytes[range], as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\"), position < range.upperBound else {
        result.append(byte)
        continue
      }
      let escape = bytes[position]
      position += 1
      if escape == UInt8(ascii: "u") {
        let scalar = decodeUnicode(bytes, &position, range.upperBound)
        result.append(contentsOf: Array(String(scalar).utf8))
      } else {
        result.append(simpleEscape(escape))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func simpleEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    default: byte
    }
  }

  /// Reads what follows `\u`, with the second half of a surrogate pair, and moves `position` after it.
  private static func decodeUnicode(_ bytes: [UInt8], _ position: inout Int, _ end: Int) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard let first = hexUnit(bytes, position, end) else { return replacement }
    position += 4
    guard first & 0xf800 == 0xd800 else { return Unicode.Scalar(first) ?? replacement }
    guard first < 0xdc00, position + 1 < end, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u"),
      let second = hexUnit(bytes, position + 2, end), second & 0xfc00 == 0xdc00
    else { return replacement }
    position += 6
    return Unicode.Scalar(0x10000 + (first & 0x3ff) << 10 + second & 0x3ff) ?? replacement
  }

  private static func hexUnit(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt32? {
    guard end - start >= 4 else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return unit
  }

  /// Returns the text as a JSON string with its quotes; only what must be escaped is, and every `HiddenCharacter`.
  package static func encode(_ text: String) -> String {
    var bytes = GrowingBytes()
    bytes.append(UInt8(ascii: "\""))
    append(escaped: text, to: &bytes, forPage: false)
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes.array, as: UTF8.self)
  }

  /// Appends a text with the same escapes, without quotes; for a page also what could end an element or be markup there.
  static func append(escaped text: String, to bytes: inout GrowingBytes, forPage: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\n": bytes.append(literal: "\\n")
      case "\r": bytes.append(literal: "\\r")
      case "\t": bytes.append(literal: "\\t")
      case "<", ">", "&", "'": if forPage { append(unit: scalar.value, to: &bytes) } else { fallthrough }
      case _ where scalar.value >= 0x20 && scalar.value < 0x7f: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case _ where HiddenCharacter.contains(scalar): append(unit: scalar.value, to: &bytes)
      default: for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(unit) }
      }
    }
  }

  private static func append(unit: UInt32, to bytes: inout GrowingBytes) {
    bytes.append(literal: "\\u")
    var digits = HexDigits.eight(unit) >> 32
    for _ in 0..<4 {
      bytes.append(UInt8(truncatingIfNeeded: digits))
      digits >>= 8
    }
  }
}

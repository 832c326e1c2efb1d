/// Escapes in JSON text that hide characters from a search of bytes.
enum JSONEscapes {
  /// Returns JSON with `\u0040` as `@` and so on: every escape of a printable ASCII character that needs none. Other text stays.
  static func withoutNeedlessOnes(_ bytes: [UInt8]) -> [UInt8] {
    guard isJSON(bytes), holdsEscape(bytes) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count else {
        result.append(bytes[position])
        position += 1
        continue
      }
      if let plain = character(bytes, at: position) {
        result.append(plain)
        position += 6
      } else {
        result += bytes[position..<position + 2]
        position += 2
      }
    }
    return result
  }

  /// Whether a report is JSON, by its first character.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { ![0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static func holdsEscape(_ bytes: [UInt8]) -> Bool {
    bytes.indices.dropLast(5).contains { bytes[$0] == UInt8(ascii: "\\") && bytes[$0 + 1] == UInt8(ascii: "u") }
  }

  /// Returns the character of the escape at a position, or nil if there is none or JSON needs it.
  private static func character(_ bytes: [UInt8], at position: Int) -> UInt8? {
    guard position + 6 <= bytes.count, bytes[position + 1] == UInt8(ascii: "u"),
      let value = UInt32(String(decoding: bytes[(position + 2)..<(position + 6)], as: UTF8.self), radix: 16),
      (0x20..<0x7f).contains(value), value != 0x22, value != 0x5c
    else { return nil }
    return UInt8(value)
  }
}

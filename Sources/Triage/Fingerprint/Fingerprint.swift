internal import Bytes

/// Identifiers made of words.
package enum Fingerprint {
  /// `1:` and 16 hexadecimal digits for a key. The number tells this way of making keys from later ones.
  static func text(_ key: [String]) -> String { "1:" + digits(key.joined(separator: "\n")) }

  /// Returns the fingerprint that a file gives for a key, or that of the key if the file's is none.
  package static func read(_ text: String?, of key: [String]) -> String {
    guard let text, text.hasPrefix("1:"), text.utf8.count == 18,
      text.utf8.dropFirst(2).allSatisfy({ HexDigits.value(of: $0) < 16 && !(0x41...0x46).contains($0) })
    else { return Self.text(key) }
    return text
  }

  /// The first 16 hexadecimal digits of a text's SHA-256.
  package static func digits(_ text: String) -> String {
    hex(SHA256.prefix(of: text.utf8.span))
  }

  /// The first 8 bytes of a text's SHA-256 as a number.
  package static func number(_ text: String) -> UInt64 { SHA256.prefix(of: text.utf8.span) }

  /// 16 hexadecimal digits.
  static func hex(_ value: UInt64) -> String {
    let digits = (0..<16).map { HexDigits.digit(UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * $0)) & 15) }
    return String(decoding: digits, as: UTF8.self)
  }
}

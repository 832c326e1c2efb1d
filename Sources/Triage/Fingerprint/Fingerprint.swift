internal import Bytes

/// Identifiers made of words.
public enum Fingerprint {
  /// `1:` and 16 hexadecimal digits for a key. The number tells this way of making keys from later ones.
  static func text(_ key: [String]) -> String { "1:" + digits(key.joined(separator: "\n")) }

  /// The first 16 hexadecimal digits of a text's SHA-256.
  public static func digits(_ text: String) -> String {
    hex(SHA256.prefix(of: text.utf8.span))
  }

  /// 16 hexadecimal digits.
  static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

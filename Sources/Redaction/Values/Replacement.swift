internal import Bytes

/// Makes the replacement of a value: the same for equal values, and another one for others.
struct Replacement {
  private static let digits = Array("0123456789abcdef".utf8)
  private static let upperDigits = Array("0123456789ABCDEF".utf8)
  let salt: String

  /// Returns the replacement of a secret's value. One that is a replacement already stays.
  func text(for value: [UInt8], _ secret: Secret) -> [UInt8] {
    if Self.isReplacement(value) { return value }
    if secret.keepsShape, value.count >= 8, value.allSatisfy({ HexText.isDigit($0) || $0 == UInt8(ascii: "-") }) {
      return shaped(value)
    }
    let digest = hash(value, secret.kind.rawValue)
    let name = Array(secret.kind.rawValue.utf8) + [UInt8(ascii: "-")] + digest.prefix(4).flatMap(Self.hexadecimal)
    return secret.kind == .email ? name + Array("@redacted.invalid".utf8) : name
  }

  /// Returns a replacement of the same length as the value.
  static func fitted(_ text: [UInt8], to count: Int) -> [UInt8] {
    text.count >= count ? Array(text.suffix(count)) : text + Array(repeating: UInt8(ascii: "x"), count: count - text.count)
  }

  /// Whether a value was made here, so that a report that is redacted again stays as it is.
  static func isReplacement(_ value: [UInt8]) -> Bool {
    Secret.Kind.allCases.contains { kind in
      let head = Array(kind.rawValue.utf8) + [UInt8(ascii: "-")]
      guard value.starts(with: head), value.count >= head.count + 8 else { return false }
      let rest = value.dropFirst(head.count + 8)
      return value[head.count..<(head.count + 8)].allSatisfy(HexText.isDigit) && (rest.isEmpty || kind == .email)
    }
  }

  /// Returns hexadecimal digits for hexadecimal digits, and everything else as it is.
  private func shaped(_ value: [UInt8]) -> [UInt8] {
    let isUpper = value.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    let digits = isUpper ? Self.upperDigits : Self.digits
    var nibbles = hash(value, "shape").flatMap { [$0 >> 4, $0 & 15] }
    while nibbles.count < value.count { nibbles += nibbles }
    return value.enumerated().map { $1 == UInt8(ascii: "-") ? $1 : digits[Int(nibbles[$0])] }
  }

  private func hash(_ value: [UInt8], _ purpose: String) -> [UInt8] {
    let message = Array(salt.utf8) + [0] + Array(purpose.utf8) + [0] + value
    return SHA256.digest(of: message.span)
  }

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] { [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
}

/// Hexadecimal digits.
enum HexText {
  /// Whether a byte is one.
  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }
}

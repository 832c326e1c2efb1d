internal import Bytes

/// Makes the replacement of a value: the same for equal values, and another one for others.
struct Replacement {
  private static let digits = Array("0123456789abcdef".utf8)
  private static let upperDigits = Array("0123456789ABCDEF".utf8)
  let salt: String

  /// Returns the replacement of a secret's value. One that is a replacement already stays.
  func text(for secret: Secret) -> [UInt8] {
    let value = secret.value
    if Self.isReplacement(value) { return value }
    switch secret.form {
    case .bytes(let bytes): return bytes
    case .number: return number(value)
    case .shaped where value.count >= 8 && value.allSatisfy({ Letters.isHexDigit($0) || $0 == UInt8(ascii: "-") }):
      return shaped(value)
    case .word, .shaped:
      let digest = hash(value, secret.kind.rawValue)
      let name = Array(secret.kind.rawValue.utf8) + [UInt8(ascii: "-")] + digest.prefix(4).flatMap(Self.hexadecimal)
      return secret.kind == .email ? name + Self.mailDomain : name
    }
  }

  /// Returns a replacement of the same length as the value.
  static func fitted(_ text: [UInt8], to count: Int) -> [UInt8] {
    text.count >= count ? Array(text.suffix(count)) : text + Array(repeating: UInt8(ascii: "x"), count: count - text.count)
  }

  /// Whether a value was made here, so that a report that is redacted again stays as it is.
  static func isReplacement(_ value: some Collection<UInt8>) -> Bool {
    guard value.count >= 11, value.count <= 40 else { return false }
    return heads.contains { kind, head in
      guard value.starts(with: head) else { return false }
      let digits = value.dropFirst(head.count)
      guard digits.prefix(8).count(where: Letters.isHexDigit) == 8 else { return false }
      return digits.count == 8 || kind == .email && digits.dropFirst(8).elementsEqual(mailDomain)
    }
  }

  private static let heads = Secret.Kind.allCases.map { ($0, Array($0.rawValue.utf8) + [UInt8(ascii: "-")]) }
  private static let mailDomain = Array("@redacted.invalid".utf8)

  /// Returns hexadecimal digits for hexadecimal digits, and everything else as it is.
  private func shaped(_ value: [UInt8]) -> [UInt8] {
    let isUpper = value.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    let digits = isUpper ? Self.upperDigits : Self.digits
    var nibbles = hash(value, "shape").flatMap { [$0 >> 4, $0 & 15] }
    while nibbles.count < value.count { nibbles += nibbles }
    return value.enumerated().map { $1 == UInt8(ascii: "-") ? $1 : digits[Int(nibbles[$0])] }
  }

  /// Returns a number with as many digits; a sign and a fraction are kept.
  private func number(_ value: [UInt8]) -> [UInt8] {
    let hash = hash(value, "number")
    return value.enumerated().map { position, byte in
      guard Letters.isDigit(byte) else { return byte }
      return UInt8(ascii: "1") + hash[position % hash.count] % 9
    }
  }

  private func hash(_ value: [UInt8], _ purpose: String) -> [UInt8] {
    let message = Array(salt.utf8) + [0] + Array(purpose.utf8) + [0] + value
    return SHA256.digest(of: message.span)
  }

  private static func hexadecimal(_ byte: UInt8) -> [UInt8] { [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
}

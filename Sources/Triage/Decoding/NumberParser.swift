/// Numbers as reports spell them.
enum NumberParser {
  /// The value of `0x…` or of decimal digits, which may be negative; nil for everything else.
  static func value<Text: StringProtocol>(_ text: Text) -> UInt64? where Text.SubSequence == Substring {
    let text = text.trimmed
    if text.hasPrefix("0x") || text.hasPrefix("0X") { return UInt64(text.dropFirst(2), radix: 16) }
    if text.hasPrefix("-") { return Int64(text).map { UInt64(bitPattern: $0) } }
    return UInt64(text)
  }

  /// The values of a list such as `0x0000000000000001, 0x0000000000000018`, up to the first that is none.
  static func list(_ text: String) -> [UInt64] {
    var values: [UInt64] = []
    for piece in text.utf8.split(separator: UInt8(ascii: ",")) {
      guard let value = value(Substring(piece)) else { return values }
      values.append(value)
    }
    return values
  }

  /// The first hexadecimal number with `0x` after `start` in a text.
  static func firstHexadecimal(in text: some StringProtocol) -> UInt64? {
    guard let at = text.position(of: "0x") else { return nil }
    let digits = text[at...].dropFirst(2).prefix { $0.isASCII && $0.isHexDigit }
    return UInt64(digits.prefix(16), radix: 16)
  }

  /// `0x` and hexadecimal digits.
  static func hex(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
}

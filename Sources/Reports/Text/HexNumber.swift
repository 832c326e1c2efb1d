/// Numbers in strings of reports.
enum HexNumber {
  /// Returns the value of `0x` and hexadecimal digits, or nil for anything else or more than 64 bits.
  static func parse(_ text: some StringProtocol) -> UInt64? {
    guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
    return UInt64(text.dropFirst(2), radix: 16)
  }
}

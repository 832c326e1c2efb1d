/// Addresses as C programs read them.
enum DropInAddress {
  /// Parses a number: hexadecimal after `0x`, decimal if it has only decimal digits (strtoull(3) without octal numbers), else
  /// hexadecimal as `lookup` reads it. Returns nil for anything else and for more than 64 bits.
  static func parse(_ text: some StringProtocol) -> UInt64? {
    let isDecimal = text.utf8.allSatisfy { (48...57).contains($0) }
    return isDecimal && !text.isEmpty ? UInt64(text) : HexAddress.parse(String(text))
  }
}

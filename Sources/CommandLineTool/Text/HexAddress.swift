internal import Bytes

/// Addresses as people and tools type them.
enum HexAddress {
  /// Parses hexadecimal digits with or without `0x`. Returns nil for anything else and for more than 64 bits.
  static func parse(_ text: String) -> UInt64? { parse(Array(text.utf8)[...]) }

  /// Does the same for bytes, and ignores blanks around the number.
  static func parse(_ text: ArraySlice<UInt8>) -> UInt64? {
    var digits = text
    while let first = digits.first, isBlank(first) { digits.removeFirst() }
    while let last = digits.last, isBlank(last) { digits.removeLast() }
    if digits.count > 2, digits.first == UInt8(ascii: "0"), digits[digits.startIndex + 1] | 0x20 == UInt8(ascii: "x") {
      digits = digits.dropFirst(2)
    }
    guard !digits.isEmpty else { return nil }
    guard let number = HexNumberScan.number(in: digits.span, from: 0, to: digits.count), number.end == digits.count else {
      return nil
    }
    return number.value
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
}

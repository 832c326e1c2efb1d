import Bytes

extension OutputSpan<UInt8> {
  /// The capacity in bytes that writing a number may need, part of it only temporarily.
  package static var roomForNumber: Int { 24 }

  /// Appends the decimal digits of a number. There must be capacity for `roomForNumber`.
  package mutating func append(decimal number: UInt64) {
    let (rest, digit) = number.quotientAndRemainder(dividingBy: 10)
    if rest > 0 { append(decimal: rest) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  /// Appends the hexadecimal digits of a number, lower case, without `0x`. There must be capacity for `roomForNumber`.
  package mutating func append(hexadecimal number: UInt64) {
    append(hexadecimal: number, digits: HexDigits.count(number))
  }

  /// Appends the last hexadecimal digits of a number, lower case. There must be capacity for `roomForNumber`.
  package mutating func append(hexadecimal number: UInt64, digits: Int) {
    if digits > 8 {
      let high = HexDigits.eight(UInt32(truncatingIfNeeded: number >> 32))
      append(word: high >> UInt64(8 * (16 - Swift.min(digits, 16))), count: digits - 8)
    }
    let low = HexDigits.eight(UInt32(truncatingIfNeeded: number))
    append(word: digits >= 8 ? low : low >> UInt64(8 * (8 - digits)), count: Swift.min(digits, 8))
  }
}

extension [UInt8] {
  /// Appends the decimal digits of a number.
  package mutating func append(decimal number: UInt64) {
    append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(decimal: number) }
  }

  /// Appends the hexadecimal digits of a number, lower case, without `0x`.
  package mutating func append(hexadecimal number: UInt64) {
    append(hexadecimal: number, digits: HexDigits.count(number))
  }

  /// Appends the last hexadecimal digits of a number, lower case.
  package mutating func append(hexadecimal number: UInt64, digits: Int) {
    append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(hexadecimal: number, digits: digits) }
  }
}

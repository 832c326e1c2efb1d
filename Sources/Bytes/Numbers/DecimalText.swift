/// Parses decimal digits; `OutputSpan` and arrays write them.
package enum DecimalText {
  /// Returns the position of the first byte at or after `start` that is not a digit, or the count of the text if there is none.
  package static func digitsEnd(in text: Span<UInt8>, from start: Int) -> Int {
    var position = max(start, 0)
    while position + 8 <= text.count {
      let others = DigitWord.others(ByteSearch.word(in: text, at: position))
      if others != 0 { return position + others.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < text.count, text[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
    return position
  }

  /// Returns the number in a range of digits, or nil if the range is empty, contains any other byte, or needs more than 64 bits.
  package static func value(in text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    let range = range.clamped(to: 0..<text.count)
    guard !range.isEmpty else { return nil }
    return range.count < 20 ? short(text, range) : long(text, range)
  }

  /// Returns the number in up to 19 digits, which always fit.
  private static func short(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let word = ByteSearch.word(in: text, at: position)
      guard DigitWord.others(word) == 0 else { return nil }
      value = value &* 100_000_000 &+ DigitWord.decimal(word)
      position += 8
    }
    while position < range.upperBound {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ UInt64(digit)
      position += 1
    }
    return value
  }

  private static func long(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    for position in range {
      let digit = text[position] &- UInt8(ascii: "0")
      let (product, isTooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard digit <= 9, !isTooBig, !carries else { return nil }
      value = sum
    }
    return value
  }
}

extension OutputSpan<UInt8> {
  /// The capacity in bytes that writing a number may need, part of it only temporarily.
  @inlinable
  package static var roomForNumber: Int { 24 }

  /// Appends the decimal digits of a number. There must be capacity for `roomForNumber`.
  package mutating func append(decimal number: UInt64) {
    if number >= 100_000_000 {
      append(decimal: number / 100_000_000)
      return append(word: DigitWord.digits(number % 100_000_000), count: 8)
    }
    let digits = DigitWord.digits(number)
    let zeros = min((digits ^ DigitWord.zeros).trailingZeroBitCount / 8, 7)
    append(word: digits >> UInt64(8 * zeros), count: 8 - zeros)
  }
}

extension [UInt8] {
  /// Appends the decimal digits of a number.
  package mutating func append(decimal number: UInt64) {
    append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(decimal: number) }
  }
}

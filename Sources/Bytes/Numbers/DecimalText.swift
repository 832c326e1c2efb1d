/// Parses decimal digits; `OutputSpan` and arrays write them.
package enum DecimalText {
  /// Returns the number of digits of a number without leading zeros; 1 for 0.
  static func digitCount(_ number: UInt64) -> Int {
    var (count, limit) = (1, UInt64(10))
    while count < 20, number >= limit {
      count += 1
      limit = count < 20 ? limit &* 10 : .max
    }
    return count
  }

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
    // So that every word of digits is inside the text.
    guard range.upperBound >= 24 else { return long(text, range) }
    let end = range.upperBound
    let low = eight(text, before: end, min(range.count, 8))
    guard range.count > 8, let low else { return low }
    guard let middle = eight(text, before: end - 8, min(range.count - 8, 8)) else { return nil }
    let both = middle &* 100_000_000 &+ low
    guard range.count > 16 else { return both }
    return eight(text, before: end - 16, range.count - 16).map { $0 &* 10_000_000_000_000_000 &+ both }
  }

  /// Returns the number in the last `count` digits before a position, 1 to 8 of them; the text must have eight bytes there.
  @inline(__always)
  private static func eight(_ text: Span<UInt8>, before end: Int, _ count: Int) -> UInt64? {
    let missing = UInt64(truncatingIfNeeded: 8 &- count) &* 8
    let zeros: UInt64 = 0x3030_3030_3030_3030
    // Zeros in place of the bytes before.
    let word = (ByteSearch.word(in: text, at: end - 8) &>> missing) &<< missing | zeros & ~(~0 &<< missing)
    return DigitWord.others(word) == 0 ? DigitWord.decimal(word) : nil
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
  @inlinable
  package mutating func append(decimal number: UInt64) {
    let (rest, digit) = number.quotientAndRemainder(dividingBy: 10)
    if rest > 0 { append(decimal: rest) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }
}

extension [UInt8] {
  /// Appends the decimal digits of a number.
  @inlinable
  package mutating func append(decimal number: UInt64) {
    append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(decimal: number) }
  }
}

/// Parses decimal digits.
package enum DecimalText {
  /// Returns the position of the first byte at or after `start` that is not a digit, or the count of the text if there is none.
  package static func digitsEnd(in text: Span<UInt8>, from start: Int) -> Int {
    var position = max(start, 0)
    while position < text.count, text[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
    return position
  }

  /// Returns the number in a range of digits, or nil if the range is empty, contains any other byte, or needs more than 64 bits.
  package static func value(in text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    let range = range.clamped(to: 0..<text.count)
    guard !range.isEmpty else { return nil }
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

/// Parses hexadecimal digits of either case.
package enum HexNumberScan {
  /// Returns the number that the digits from `start` on represent, and the position of the first byte before `end` that is not a
  /// digit, or nil if the number needs more than 64 bits. Without a digit, the number is 0 and the position `start`.
  package static func number(in text: Span<UInt8>, from start: Int, to end: Int) -> (value: UInt64, end: Int)? {
    let end = min(end, text.count)
    var position = max(start, 0)
    var value: UInt64 = 0
    while position + 8 <= end, value >> 32 == 0,
      let eight = DigitWord.hexadecimal(ByteSearch.word(in: text, at: position))
    {
      value = value << 32 | eight
      position += 8
    }
    while position < end {
      let digit = HexDigits.value(of: text[position])
      if digit > 15 { break }
      if value >> 60 != 0 { return nil }
      value = value << 4 | UInt64(digit)
      position += 1
    }
    return (value, position)
  }
}

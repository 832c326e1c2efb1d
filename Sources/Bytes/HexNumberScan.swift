/// Parses hexadecimal digits of either case eight at a time.
public enum HexNumberScan {
  /// Returns the number that the digits from `start` on represent, and the position of the first byte before `end` that is not a
  /// digit, or nil if the number needs more than 64 bits. Without a digit, the number is 0 and the position `start`.
  public static func number(in text: Span<UInt8>, from start: Int, to end: Int) -> (value: UInt64, end: Int)? {
    unsafe text.withUnsafeBytes { bytes in
      let end = min(end, bytes.count)
      var position = max(start, 0)
      var value: UInt64 = 0
      while position + 8 <= end {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        let count = digitCount(word)
        guard let longer = appended(value, word, count) else { return nil }
        value = longer
        position += count
        if count < 8 { return (value, position) }
      }
      while position < end {
        let digit = unsafe HexDigits.value(of: bytes[position])
        if digit > 15 { break }
        if value >> 60 != 0 { return nil }
        value = value << 4 | UInt64(digit)
        position += 1
      }
      return (value, position)
    }
  }

  /// Returns the number that eight digits represent, or nil if one of the bytes is not a digit. `second` is the position of the
  /// last four, which a dash may separate from the first four.
  public static func eight(in text: Span<UInt8>, at first: Int, and second: Int) -> UInt64? {
    guard first >= 0, second >= 0, max(first, second) + 4 <= text.count else { return nil }
    return unsafe text.withUnsafeBytes { bytes in
      let low = unsafe bytes.loadUnaligned(fromByteOffset: first, as: UInt32.self).littleEndian
      let high = unsafe bytes.loadUnaligned(fromByteOffset: second, as: UInt32.self).littleEndian
      let word = UInt64(low) | UInt64(high) << 32
      return digitCount(word) == 8 ? value(word) : nil
    }
  }

  /// Returns a number followed by the first `count` digits of a word, or nil if it needs more than 64 bits.
  @inline(__always)
  private static func appended(_ number: UInt64, _ word: UInt64, _ count: Int) -> UInt64? {
    if count == 0 { return number }
    guard number >> UInt64(64 - 4 * count) == 0 else { return nil }
    // Zero bytes before the digits count as digits of zero.
    return number << UInt64(4 * count) | value(word << UInt64(64 - 8 * count))
  }

  /// Returns how many bytes of a word, from the lowest, are digits.
  @inline(__always)
  private static func digitCount(_ word: UInt64) -> Int {
    let decimal = word ^ 0x3030_3030_3030_3030
    let letter = (word | 0x2020_2020_2020_2020) ^ 0x6060_6060_6060_6060
    // The highest bit of every byte that is above 9, and that is 0 or above 6.
    let noDecimal = (decimal & low) &+ 0x7676_7676_7676_7676 | decimal
    let noLetter = (letter & low) &+ 0x7979_7979_7979_7979 | letter | ~((letter & low) &+ low)
    let others = noDecimal & noLetter & ~low
    return others == 0 ? 8 : others.trailingZeroBitCount / 8
  }

  private static var low: UInt64 { 0x7f7f_7f7f_7f7f_7f7f }

  /// Returns the number that eight digits represent, the first one in the lowest byte.
  @inline(__always)
  private static func value(_ word: UInt64) -> UInt64 {
    // Letters have bit 6 and count from 1.
    var parts = (word & 0x0f0f_0f0f_0f0f_0f0f) &+ 9 &* (word >> 6 & 0x0101_0101_0101_0101)
    parts = (parts << 4 | parts >> 8) & 0x00ff_00ff_00ff_00ff
    parts = (parts << 8 | parts >> 16) & 0x0000_ffff_0000_ffff
    return (parts << 16 | parts >> 32) & 0xffff_ffff
  }
}

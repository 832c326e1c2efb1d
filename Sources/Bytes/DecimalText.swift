/// Parses and formats decimal digits eight at a time.
public enum DecimalText {
  /// Returns the position of the first byte at or after `start` that is not a digit, or the count of the text if there is none.
  public static func digitsEnd(in text: Span<UInt8>, from start: Int) -> Int {
    unsafe text.withUnsafeBytes { bytes in
      var position = max(start, 0)
      while position + 8 <= bytes.count {
        let others = unsafe others(in: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
        if others != 0 { return position + others.trailingZeroBitCount / 8 }
        position += 8
      }
      while position < bytes.count, unsafe bytes[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
      return position
    }
  }

  /// Returns the number in a range of digits, or nil if the range is empty, contains any other byte, or needs more than 64 bits.
  public static func value(in text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    let range = range.clamped(to: 0..<text.count)
    guard !range.isEmpty, range.count < 20 else { return longValue(in: text, range) }
    return unsafe text.withUnsafeBytes { bytes in
      var position = range.lowerBound
      var value: UInt64 = 0
      while position + 8 <= range.upperBound {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        guard others(in: word) == 0 else { return nil }
        value = value &* 100_000_000 &+ valueOfEight(word)
        position += 8
      }
      while position < range.upperBound {
        let digit = unsafe bytes[position] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        value = value &* 10 &+ UInt64(digit)
        position += 1
      }
      return value
    }
  }

  /// Does the same for twenty digits and more, of which the first may be zeros.
  private static func longValue(in text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    guard !range.isEmpty else { return nil }
    var value: UInt64 = 0
    for position in range {
      let digit = text[position] &- UInt8(ascii: "0")
      let (product, tooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard digit <= 9, !tooBig, !carry else { return nil }
      value = sum
    }
    return value
  }

  /// Returns the digits of a number below 100,000,000 as eight bytes from 0 to 9, the first digit in the lowest byte.
  @inlinable
  public static func eightDigits(_ number: UInt32) -> UInt64 {
    // Two halves of four digits, then four pairs, then eight digits, each in its own part of the word. The products are divisions
    // by 100 and by 10 that are exact for numbers of this size.
    let halves = UInt64(number / 10_000) | UInt64(number % 10_000) << 32
    let hundreds = (halves &* 10_486) >> 20 & 0x0000_007f_0000_007f
    let pairs = (halves &- 100 &* hundreds) << 16 &+ hundreds
    let tens = (pairs &* 103) >> 10 & 0x000f_000f_000f_000f
    return (pairs &- 10 &* tens) << 8 &+ tens
  }

  /// Returns the highest bit of every byte that is not a digit.
  @inline(__always)
  private static func others(in word: UInt64) -> UInt64 {
    // Digits are 0 to 9 after this; 0x76 carries everything above into the highest bit.
    let values = word ^ 0x3030_3030_3030_3030
    return ((values & 0x7f7f_7f7f_7f7f_7f7f) &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
  }

  /// Returns the number that eight digits represent, the first one in the lowest byte: pairs, then fours, then all.
  @inline(__always)
  private static func valueOfEight(_ word: UInt64) -> UInt64 {
    let digits = word & 0x0f0f_0f0f_0f0f_0f0f
    let pairs = (digits &* (10 << 8 | 1)) >> 8 & 0x00ff_00ff_00ff_00ff
    let fours = (pairs &* (100 << 16 | 1)) >> 16 & 0x0000_ffff_0000_ffff
    return (fours &* (10_000 << 32 | 1)) >> 32
  }
}

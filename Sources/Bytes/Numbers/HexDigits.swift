/// The digits of hexadecimal numbers.
@usableFromInline
package enum HexDigits {
  /// Returns the lower-case digit of a value below 16.
  @inlinable
  package static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value &+ 48 : value &+ 87 }

  /// Returns the upper-case digit of a value below 16.
  @inlinable
  package static func capital(_ value: UInt8) -> UInt8 { value < 10 ? value &+ 48 : value &+ 55 }

  /// Returns the value of a digit of either case, or 255 for any other byte.
  @inlinable
  package static func value(of byte: UInt8) -> UInt8 {
    let digit = byte &- 48
    if digit < 10 { return digit }
    let letter = (byte | 0x20) &- 97
    return letter < 6 ? letter &+ 10 : 255
  }

  /// Returns the eight lower-case digits of a number, the first one in the lowest byte. One digit after the other, writing JSON
  /// reports as text takes 5 percent more instructions.
  @inlinable
  package static func eight(_ number: UInt32) -> UInt64 {
    // Swaps halves, bytes and half bytes, each in its own part of the word.
    var parts = UInt64(number & 0xffff) << 32 | UInt64(number >> 16)
    parts = (parts & 0x0000_00ff_0000_00ff) << 16 | parts >> 8 & 0x0000_00ff_0000_00ff
    parts = (parts & 0x000f_000f_000f_000f) << 8 | parts >> 4 & 0x000f_000f_000f_000f
    // 1 in every byte of ten and more, which are letters.
    let letters = (parts &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return parts &+ 0x3030_3030_3030_3030 &+ letters &* 39
  }

  /// Returns the two halves of a UUID: 32 digits of either case, without dashes or with those of a UUID. Nil for any other text.
  package static func uuid(in text: Span<UInt8>) -> (high: UInt64, low: UInt64)? {
    let words: (UInt64, UInt64, UInt64, UInt64)
    if text.count == 32 {
      words = (word(text, 0), word(text, 8), word(text, 16), word(text, 24))
    } else {
      let dash = UInt8(ascii: "-")
      guard text.count == 36, text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else { return nil }
      words = (
        word(text, 0), word(text, 9) & 0xffff_ffff | word(text, 14) << 32, word(text, 19) & 0xffff_ffff | word(text, 24) << 32,
        word(text, 28)
      )
    }
    guard let first = DigitWord.hexadecimal(words.0), let second = DigitWord.hexadecimal(words.1),
      let third = DigitWord.hexadecimal(words.2), let fourth = DigitWord.hexadecimal(words.3)
    else { return nil }
    return (first << 32 | second, third << 32 | fourth)
  }

  private static func word(_ text: Span<UInt8>, _ position: Int) -> UInt64 { ByteSearch.word(in: text, at: position) }

  /// Returns the lower-case digits of bytes, two for each.
  package static func text(of bytes: Span<UInt8>) -> String {
    unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { output in
      for position in bytes.indices {
        unsafe output[2 * position] = digit(bytes[position] >> 4)
        unsafe output[2 * position + 1] = digit(bytes[position] & 15)
      }
      return 2 * bytes.count
    }
  }

  /// Returns the digits of bytes for a path: `slashes` has a bit for every byte, the first one in the lowest, after which there is a
  /// slash.
  package static func path(of bytes: Span<UInt8>, slashes: UInt64, capital isCapital: Bool = false) -> String {
    unsafe String(unsafeUninitializedCapacity: 3 * bytes.count) { output in
      var end = 0
      for position in bytes.indices {
        let (high, low) = (bytes[position] >> 4, bytes[position] & 15)
        unsafe output[end] = isCapital ? capital(high) : digit(high)
        unsafe output[end + 1] = isCapital ? capital(low) : digit(low)
        end += 2
        guard position < 64, slashes >> UInt64(position) & 1 == 1 else { continue }
        unsafe output[end] = UInt8(ascii: "/")
        end += 1
      }
      return end
    }
  }

  /// Returns the upper-case digits of a UUID, in groups of 4, 2, 2, 2 and the other bytes.
  package static func uuid(of bytes: Span<UInt8>) -> String {
    if bytes.count == 16 {
      return uuid(ByteSearch.word(in: bytes, at: 0).byteSwapped, ByteSearch.word(in: bytes, at: 8).byteSwapped)
    }
    return unsafe String(unsafeUninitializedCapacity: 3 * bytes.count) { output in
      var end = 0
      for position in bytes.indices {
        if position == 4 || position == 6 || position == 8 || position == 10 {
          unsafe output[end] = UInt8(ascii: "-")
          end += 1
        }
        unsafe output[end] = capital(bytes[position] >> 4)
        unsafe output[end + 1] = capital(bytes[position] & 15)
        end += 2
      }
      return end
    }
  }

  /// Returns the text of a UUID of two halves, whose first byte is the highest one.
  private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
    unsafe String(unsafeUninitializedCapacity: uuidCount) { output in
      unsafe write(uuid: high, low, to: UnsafeMutableRawBufferPointer(output))
      return uuidCount
    }
  }

  /// The number of characters of a UUID's text.
  static let uuidCount = 36

  /// Writes the text of a UUID, `uuidCount` bytes. Digit by digit, it takes ten times the instructions.
  @unsafe
  static func write(uuid high: UInt64, _ low: UInt64, to text: UnsafeMutableRawBufferPointer) {
    let words = (
      capitals(UInt32(truncatingIfNeeded: high >> 32)), capitals(UInt32(truncatingIfNeeded: high)),
      capitals(UInt32(truncatingIfNeeded: low >> 32)), capitals(UInt32(truncatingIfNeeded: low))
    )
    let dash = UInt64(UInt8(ascii: "-"))
    unsafe text.storeBytes(of: words.0.littleEndian, toByteOffset: 0, as: UInt64.self)
    // A dash and the first four digits, then a dash and the others; the next store begins after them.
    unsafe text.storeBytes(of: (words.1 << 8 | dash).littleEndian, toByteOffset: 8, as: UInt64.self)
    unsafe text.storeBytes(of: (words.1 >> 24 & ~0xff | dash).littleEndian, toByteOffset: 13, as: UInt64.self)
    unsafe text.storeBytes(of: (words.2 << 8 | dash).littleEndian, toByteOffset: 18, as: UInt64.self)
    unsafe text.storeBytes(of: (words.2 >> 24 & ~0xff | dash).littleEndian, toByteOffset: 23, as: UInt64.self)
    unsafe text.storeBytes(of: words.3.littleEndian, toByteOffset: 28, as: UInt64.self)
  }

  /// Returns the eight upper-case digits of a number, the first one in the lowest byte.
  private static func capitals(_ number: UInt32) -> UInt64 {
    // Small and capital letters differ in one bit. Digits have it, too, but not the bit above it.
    let digits = eight(number)
    return digits & ~(digits >> 1 & 0x2020_2020_2020_2020)
  }

  /// Returns the number of digits without leading zeros; 1 for 0.
  @inlinable
  package static func count(_ number: UInt64) -> Int { max(1, 16 - number.leadingZeroBitCount / 4) }
}

extension OutputSpan<UInt8> {
  /// Appends the hexadecimal digits of a number, lower case, without `0x`. There must be capacity for `roomForNumber`.
  @inlinable
  package mutating func append(hexadecimal number: UInt64) {
    append(hexadecimal: number, digits: HexDigits.count(number))
  }

  /// Appends the last hexadecimal digits of a number, lower case. There must be capacity for `roomForNumber`.
  @inlinable
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
  /// Appends the hexadecimal digits of a number, lower case, without `0x`.
  @inlinable
  package mutating func append(hexadecimal number: UInt64) {
    append(hexadecimal: number, digits: HexDigits.count(number))
  }

  /// Appends the last hexadecimal digits of a number, lower case.
  @inlinable
  package mutating func append(hexadecimal number: UInt64, digits: Int) {
    append(addingCapacity: OutputSpan<UInt8>.roomForNumber) { $0.append(hexadecimal: number, digits: digits) }
  }
}

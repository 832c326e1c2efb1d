/// Numbers of variable length in base64 digits (ECMA-426, "Base64 VLQ"): five bits per digit, the lowest first; the sixth bit
/// means that another digit follows; the lowest bit of the number is its sign.
struct VLQ {
  /// The value of each byte as a base64 digit; 255 for any other byte.
  private static let digits: InlineArray<256, UInt8> = {
    var table = InlineArray<256, UInt8>(repeating: 255)
    let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, byte) in alphabet.description.utf8.enumerated() { table[Int(byte)] = UInt8(value) }
    return table
  }()

  /// The number that each byte is if it stands alone, or `notAlone`: most numbers are of one digit.
  private static let numbers: InlineArray<256, Int8> = {
    var table = InlineArray<256, Int8>(repeating: notAlone)
    for byte in 0..<256 where digits[byte] < 32 {
      let magnitude = Int8(digits[byte] >> 1)
      table[byte] = digits[byte] & 1 == 0 ? magnitude : -magnitude
    }
    return table
  }()
  private static let notAlone: Int8 = 127

  // Copies of the tables, for fast access in a loop.
  private let digits = Self.digits
  private let numbers = Self.numbers
  /// The position of the next digit.
  var position: Int
  /// The position after the last digit.
  let end: Int

  /// Reads numbers from a range of a text.
  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// Reads one number of at most 32 bits and a sign. Throws for anything else.
  @inline(__always)
  mutating func next(_ text: Span<UInt8>) throws(SourceMapError) -> Int64 {
    let start = position
    guard position < end else { throw SourceMapError(.badNumber, byte: start) }
    let first = digits[Int(text[position])]
    guard first < 64 else { throw SourceMapError(.badDigit(text[position]), byte: position) }
    position += 1
    if first < 32 {
      let magnitude = Int64(first >> 1)
      return first & 1 == 0 ? magnitude : -magnitude
    }
    return try long(text, first, start)
  }

  /// Does the same, and returns nil for anything else, also between segments. The text must end where the range does.
  @inline(__always)
  mutating func difference(_ text: Span<UInt8>) -> Int64? {
    guard let byte = Self.byte(text, position) else { return nil }
    let number = numbers[Int(byte)]
    guard number == Self.notAlone else {
      position &+= 1
      return Int64(number)
    }
    // Two digits are as usual as one.
    let first = digits[Int(byte)]
    guard first < 64, let next = Self.byte(text, position &+ 1), case let second = digits[Int(next)], second < 32 else {
      return longDifference(text)
    }
    position &+= 2
    let magnitude = Int64(first >> 1 & 15) | Int64(second) << 4
    return first & 1 == 0 ? magnitude : -magnitude
  }

  @inline(never)
  private mutating func longDifference(_ text: Span<UInt8>) -> Int64? { try? next(text) }

  /// Whether no number follows before the next `,` or `;`. The text must end where the range does.
  @inline(__always)
  func isAtEndOfSegment(_ text: Span<UInt8>) -> Bool {
    guard let byte = Self.byte(text, position) else { return true }
    return byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }

  /// Returns a byte, or nil past the end: one comparison, which is that of the span, too.
  @inline(__always)
  private static func byte(_ text: Span<UInt8>, _ position: Int) -> UInt8? {
    UInt(bitPattern: position) < UInt(bitPattern: text.count) ? text[position] : nil
  }

  private mutating func long(_ text: Span<UInt8>, _ first: UInt8, _ start: Int) throws(SourceMapError) -> Int64 {
    var value = UInt64(first & 31)
    var shift: UInt64 = 5
    while true {
      guard position < end, shift < 35 else { throw SourceMapError(.badNumber, byte: start) }
      let digit = digits[Int(text[position])]
      guard digit < 64 else { throw SourceMapError(.badDigit(text[position]), byte: position) }
      position += 1
      value |= UInt64(digit & 31) << shift
      if digit < 32 { break }
      shift += 5
    }
    let magnitude = Int64(value >> 1)
    return value & 1 == 0 ? magnitude : -magnitude
  }
}

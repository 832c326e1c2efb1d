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

  /// A copy of the table of digits, for fast access in a loop.
  private let digits = Self.digits
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

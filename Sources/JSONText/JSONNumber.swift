internal import Bytes

/// Decodes the integers of JSON texts.
enum JSONNumber {
  /// The value of an integer without a sign that fits 64 bits; nil otherwise.
  static func unsigned(_ input: [UInt8], _ range: Range<Int>) -> UInt64? {
    DecimalText.value(in: input.span, range)
  }

  /// The value of an integer that fits 64 bits with a sign; nil otherwise.
  static func signed(_ input: [UInt8], _ range: Range<Int>) -> Int64? {
    guard let first = range.first, input[first] == UInt8(ascii: "-") else {
      return unsigned(input, range).flatMap { Int64(exactly: $0) }
    }
    guard let magnitude = unsigned(input, range.lowerBound + 1..<range.upperBound) else { return nil }
    if magnitude == UInt64(1) << 63 { return .min }
    return Int64(exactly: magnitude).map { -$0 }
  }
}

internal import Bytes

/// Decodes the integers in JSON text.
enum JSONNumber {
  /// Returns an unsigned integer that fits into 64 bits, or nil otherwise.
  static func unsigned(_ input: [UInt8], _ range: Range<Int>) -> UInt64? {
    DecimalText.value(in: input.span, range)
  }

  /// Returns a signed integer that fits into 64 bits, or nil otherwise.
  static func signed(_ input: [UInt8], _ range: Range<Int>) -> Int64? {
    guard let first = range.first, input[first] == UInt8(ascii: "-") else {
      return unsigned(input, range).flatMap { Int64(exactly: $0) }
    }
    guard let magnitude = unsigned(input, range.lowerBound + 1..<range.upperBound) else { return nil }
    if magnitude == UInt64(1) << 63 { return .min }
    return Int64(exactly: magnitude).map { -$0 }
  }
}

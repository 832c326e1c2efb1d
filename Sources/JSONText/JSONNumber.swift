/// Decodes the integers of JSON texts.
enum JSONNumber {
  /// The value of an integer without a sign that fits 64 bits; nil otherwise.
  static func unsigned(_ input: [UInt8], _ range: Range<Int>) -> UInt64? {
    guard !range.isEmpty else { return nil }
    let input = input.span
    var value: UInt64 = 0
    if range.count < 20 {
      // Nineteen digits fit.
      for position in range {
        let digit = input[position] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        value = value &* 10 &+ UInt64(digit)
      }
      return value
    }
    for position in range {
      let digit = input[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      let (product, tooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !tooBig, !carry else { return nil }
      value = sum
    }
    return value
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

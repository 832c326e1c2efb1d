/// Words numbers for people.
enum NumberText {
  /// The digits in groups of three: `48,211`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var result: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (order, digit) in digits.enumerated() {
      if order > 0, (digits.count - order) % 3 == 0 { result.append(UInt8(ascii: ",")) }
      result.append(digit)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A number and a noun: `1 frame`, `2 frames`.
  static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// Adds the decimal digits of a number.
  static func append(decimal number: UInt64, to bytes: inout [UInt8]) {
    if number > 9 { append(decimal: number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Adds the hexadecimal digits of a number, lower case, without `0x`.
  static func append(hexadecimal number: UInt64, to bytes: inout [UInt8]) {
    var shift = max(0, 60 - number.leadingZeroBitCount / 4 * 4)
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift) & 15)
      bytes.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
      shift -= 4
    }
  }

  /// The number of hexadecimal digits of a number.
  static func hexadecimalDigits(_ number: UInt64) -> Int { max(1, 16 - number.leadingZeroBitCount / 4) }
}

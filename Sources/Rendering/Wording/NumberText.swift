/// Formats numbers for people.
public enum NumberText {
  /// Returns the digits in groups of three: `48,211`.
  public static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var result: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (order, digit) in digits.enumerated() {
      if order > 0, (digits.count - order) % 3 == 0 { result.append(UInt8(ascii: ",")) }
      result.append(digit)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a number and a noun: `1 frame`, `2 frames`.
  public static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}

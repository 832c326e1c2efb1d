/// Formats numbers for people.
package enum NumberFormat {
  /// Returns the digits in groups of three: `48,211`.
  package static func grouped(_ number: Int) -> String {
    if 0..<1000 ~= number { return String(number) }
    let digits = Array(String(number.magnitude).utf8)
    var result: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (order, digit) in digits.enumerated() {
      if order > 0, (digits.count - order) % 3 == 0 { result.append(UInt8(ascii: ",")) }
      result.append(digit)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a number of seconds: `29 s`, from ten minutes on with minutes, hours and days, `17 h 37 min`.
  package static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 1e15))
    guard whole >= 600 else { return "\(whole) s" }
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
    if days > 0 { return counted(days, "day") + (hours > 0 ? " \(hours) h" : "") }
    return hours > 0 ? "\(hours) h" + (minutes > 0 ? " \(minutes) min" : "") : "\(minutes) min"
  }

  /// Returns a number and a noun: `1 frame`, `2 frames`.
  package static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}

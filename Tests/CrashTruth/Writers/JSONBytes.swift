import Foundation

/// JSON of dictionaries, lists, texts and numbers: the same bytes for the same value.
func jsonBytes(_ value: [String: Any]) -> [UInt8] {
  let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
  return (try? JSONSerialization.data(withJSONObject: value, options: options)).map { [UInt8]($0) } ?? []
}

/// Times as reports spell them.
enum TimeText {
  /// `2026-11-20 11:43:03.1291 +0100`.
  static func apple(_ seconds: Double, zone: Int) -> String {
    let sign = zone < 0 ? "-" : "+"
    let minutes = abs(zone)
    let fraction = Int((seconds - seconds.rounded(.down)) * 10_000)
    return civil(seconds + Double(zone) * 60, separator: " ")
      + ".\(padded(fraction, 4)) \(sign)\(padded(minutes / 60, 2))\(padded(minutes % 60, 2))"
  }

  /// `2026-11-20T10:43:03Z`.
  static func utc(_ seconds: Double) -> String { civil(seconds, separator: "T") + "Z" }

  /// `2026-11-20 10:43:03`.
  static func civil(_ seconds: Double, separator: String = " ") -> String {
    let whole = Int(seconds.rounded(.down))
    let days = whole / 86_400
    let rest = whole % 86_400
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let realMonth = month < 10 ? month + 3 : month - 9
    let realYear = year + era * 400 + (realMonth <= 2 ? 1 : 0)
    return
      "\(realYear)-\(padded(realMonth, 2))-\(padded(day, 2))\(separator)\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
  }

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}

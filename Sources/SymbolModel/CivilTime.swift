/// A moment in UTC, split into the fields of the calendar.
package struct CivilTime {
  private let year: Int64
  private let month: Int64
  private let day: Int64
  /// Seconds since midnight.
  private let rest: Int64

  /// `2026-11-20T03:12:44Z`.
  package var text: String {
    "\(date)T\(Self.padded(rest / 3_600, 2)):\(Self.padded(rest / 60 % 60, 2)):\(Self.padded(rest % 60, 2))Z"
  }
  /// `2026-11-20`.
  package var date: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  /// Converts seconds since 1 January 1970. Moments outside the years 1 to 9999 are clamped.
  package init(secondsSince1970: Int64) {
    let seconds = min(max(secondsSince1970, -62_135_596_800), 253_402_300_799)
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    rest = seconds - days * 86_400
    // Days are counted from 1 March of year 0 in eras of 400 years, so that a leap day ends its year.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

internal import System
internal import Triage

/// Days as people type them.
enum DayWord {
  /// Returns a day (`2026-11-20`), or nil for any other text.
  static func day(_ text: String) -> String? { Timestamp(text + " 00:00:00")?.day == text ? text : nil }

  /// Returns the first day of a range: a day, or that of the last days (`7d`) or weeks (`2w`) before `today`. Returns nil for any other
  /// text.
  static func first(_ text: String, today: Int = Int(Clock.now / 86_400_000_000_000)) -> String? {
    if let day = day(text) { return day }
    let units: [Character: Int] = ["d": 1, "w": 7]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), (1...100_000).contains(number) else {
      return nil
    }
    return DayTrend.name(today - number * unit)
  }
}

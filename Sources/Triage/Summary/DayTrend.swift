internal import SymbolModel

/// How many events each of the last days had.
package enum DayTrend {
  /// The counts of `length` days that end with `last` (`2026-11-20`), oldest first; empty when `last` is no day.
  package static func counts(_ days: [GroupSummary.Count], until last: String, length: Int) -> [Int] {
    guard let end = number(last) else { return [] }
    var counts = Array(repeating: 0, count: length)
    for day in days {
      guard let number = number(day.name), number <= end, end - number < length else { continue }
      counts[length - 1 - (end - number)] += day.count
    }
    return counts
  }

  /// Returns the day (`2026-11-20`) this many days after 1970 began.
  package static func name(_ number: Int) -> String {
    CivilTime(secondsSince1970: Int64(min(max(number, -719_162), 2_932_896)) * 86_400).date
  }

  /// Returns the days from 1970 to a day, or nil if it is no day.
  package static func number(_ day: String) -> Int? {
    Timestamp(day + " 00:00:00").map { Int(($0.seconds / 86_400).rounded(.down)) }
  }
}

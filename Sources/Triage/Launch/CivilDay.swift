internal import SymbolModel

/// Days of the calendar.
enum CivilDay {
  /// `2026-11-20` for seconds since 1970.
  static func text(secondsSince1970: Int64) -> String { CivilTime(secondsSince1970: secondsSince1970).date }
}

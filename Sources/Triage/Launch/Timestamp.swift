internal import SymbolModel

/// A time as reports spell it.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1 January 1970 UTC; a time without a zone counts as UTC.
  package let seconds: Double
  /// Seconds by which the report's own clock is ahead of UTC.
  private let offset: Int

  /// The day by the report's own clock, for example `2026-11-20`.
  package var day: String { CivilTime(secondsSince1970: Int64(clamping: Int((seconds + Double(offset)).rounded(.down)))).date }

  /// Reads `2021-07-22 14:04:41.982 -0700`, `2021-12-09T15:24:21Z` and the like, JavaScript's dates, and seconds since 1970; nil for
  /// everything else.
  package init?(_ text: String) {
    let units = text.utf8.span
    guard units.count >= 19, units[4] == UInt8(ascii: "-"), units[7] == UInt8(ascii: "-"), units[13] == UInt8(ascii: ":") else {
      if let seconds = Double(text), seconds > 0, seconds < 1e11 {
        self.init(seconds: seconds, offset: 0)
      } else {
        self.init(script: text)
      }
      return
    }
    guard let year = Self.number(units, at: 0, count: 4), let month = Self.number(units, at: 5, count: 2),
      let day = Self.number(units, at: 8, count: 2), let hour = Self.number(units, at: 11, count: 2),
      let minute = Self.number(units, at: 14, count: 2), let second = Self.number(units, at: 17, count: 2),
      year > 0, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let fraction = Self.fraction(text.utf8.dropFirst(19))
    let local = Double(Self.days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second) + fraction
    let offset = Self.offset(text.utf8.dropFirst(19))
    self.init(seconds: local - Double(offset), offset: offset)
  }

  /// Reads `Sat Jun 22 2024 09:09:07 GMT+0700 (Indochina Time)`, as JavaScript prints dates and Crashlytics writes them.
  private init?(script text: String) {
    let words = text.split(separator: " ", maxSplits: 6)
    guard words.count > 5, let month = Self.months.firstIndex(where: { words[1] == $0 }), words[5].hasPrefix("GMT"),
      words[2].utf8.count == 2, words[3].utf8.count == 4, words[4].utf8.count == 8
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    self.init("\(words[3])-\(number)-\(words[2]) \(words[4])\(words[5].dropFirst(3))")
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private init(seconds: Double, offset: Int) {
    self.seconds = seconds
    self.offset = offset
  }

  /// Orders by the moment.
  package static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  private static func number(_ units: Span<UInt8>, at start: Int, count: Int) -> Int? {
    var value = 0
    for position in start..<(start + count) {
      let unit = units[position]
      guard unit >= UInt8(ascii: "0"), unit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(unit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func fraction(_ rest: some Sequence<UInt8>) -> Double {
    var value = 0.0
    var scale = 0.1
    var isInside = false
    for unit in rest {
      if unit == UInt8(ascii: "."), !isInside {
        isInside = true
      } else if isInside, unit >= UInt8(ascii: "0"), unit <= UInt8(ascii: "9") {
        value += Double(unit - UInt8(ascii: "0")) * scale
        scale /= 10
      } else {
        break
      }
    }
    return value
  }

  /// The seconds east of UTC of `-0700`, `+05:30` and the like; 0 for `Z` and nothing.
  private static func offset(_ text: Substring.UTF8View) -> Int {
    guard let sign = text.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else { return 0 }
    var value = 0
    var count = 0
    for unit in text[sign...] where unit >= UInt8(ascii: "0") && unit <= UInt8(ascii: "9") {
      guard count < 4 else { return 0 }
      value = value * 10 + Int(unit - UInt8(ascii: "0"))
      count += 1
    }
    guard count == 4 else { return 0 }
    return (value / 100 * 3_600 + value % 100 * 60) * (text[sign] == UInt8(ascii: "-") ? -1 : 1)
  }

  /// Days since 1970 of a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

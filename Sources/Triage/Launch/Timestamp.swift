/// A time as reports spell it.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1 January 1970 UTC; a time without a zone counts as UTC.
  public let seconds: Double
  /// The day by the report's own clock, for example `2026-11-20`.
  public let day: String

  /// Reads `2021-07-22 14:04:41.982 -0700`, `2021-12-09T15:24:21Z` and the like, and seconds since 1970; nil for everything else.
  public init?(_ text: String) {
    let units = Array(text.utf8)
    if let seconds = Double(text), seconds > 0, seconds < 1e11 {
      self.init(seconds: seconds, offset: 0)
      return
    }
    guard units.count >= 19, units[4] == UInt8(ascii: "-"), units[7] == UInt8(ascii: "-"), units[13] == UInt8(ascii: ":") else {
      return nil
    }
    let fields = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)].map { Self.number(units, at: $0.0, count: $0.1) }
    guard let year = fields[0], let month = fields[1], let day = fields[2], let hour = fields[3], let minute = fields[4],
      let second = fields[5], year > 0, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let rest = text.utf8.dropFirst(19)
    let fraction = Self.fraction(rest)
    let local = Double(Self.days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second) + fraction
    self.init(seconds: local - Double(Self.offset(String(rest) ?? "")), offset: Self.offset(String(rest) ?? ""))
  }

  private init(seconds: Double, offset: Int) {
    self.seconds = seconds
    day = Self.dayText(Int((seconds + Double(offset)).rounded(.down)))
  }

  /// Orders by the moment.
  public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

  private static func number(_ units: [UInt8], at start: Int, count: Int) -> Int? {
    var value = 0
    for unit in units[start..<(start + count)] {
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
  private static func offset(_ text: String) -> Int {
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return 0 }
    let digits = text[sign...].dropFirst().filter { $0.isASCII && $0.isNumber }
    guard digits.count == 4, let value = Int(digits) else { return 0 }
    return (value / 100 * 3_600 + value % 100 * 60) * (text[sign] == "-" ? -1 : 1)
  }

  /// Days since 1970 of a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func dayText(_ seconds: Int) -> String { CivilDay.text(secondsSince1970: Int64(clamping: seconds)) }
}

internal import CrashModel
internal import Rendering
internal import Triage

/// The recent days that trends show, and the releases in them.
struct Timeline {
  /// The first day with an event of a version.
  struct Release {
    /// The app.
    var app: String
    /// The version, without the build.
    var version: String
    /// The day, counted from 1970.
    var day: Int
  }

  /// The largest number of days: one bar each.
  private static let maxDays = 90
  /// At least two weeks, so that a single day is no wall.
  private static let minDays = 14
  /// The largest number of releases: the most recent ones.
  private static let maxReleases = 12

  /// The days from the first to the last, counted from 1970; nil if no event has a day.
  let days: ClosedRange<Int>?
  /// The releases in these days of the app with most releases, by day. A version that the first of all days has may be older.
  let releases: [Release]
  private let counts: [Int: Int]
  private let undated: Int

  /// Takes the days of these events. Events whose clock was wrong, or that are much older than most, are outside.
  init(_ events: [CrashEvent]) {
    var counts: [Int: Int] = [:]
    var numbers: [String: Int?] = [:]
    var starts: [String: [String: Int]] = [:]
    for event in events {
      guard let name = event.day else { continue }
      let number = numbers[name] ?? DayTrend.number(name)
      numbers[name] = number
      guard let number else { continue }
      counts[number, default: 0] += 1
      guard let version = event.version else { continue }
      starts[event.app, default: [:]][version] = min(starts[event.app]?[version] ?? number, number)
    }
    self.counts = counts
    undated = events.count - counts.values.reduce(0, +)
    let days = Self.recent(counts)
    self.days = days
    let oldest = counts.keys.min()
    let known = starts.map { app, versions in
      versions.map { Release(app: app, version: $0.key, day: $0.value) }
        .filter { days?.contains($0.day) == true && $0.day != oldest }
        .sorted { ($0.day, $0.version) < ($1.day, $1.version) }.suffix(Self.maxReleases)
    }
    releases = Array(known.max { ($0.count, $1.first?.app ?? "") < ($1.count, $0.first?.app ?? "") } ?? [])
  }

  /// The days that end with the last one that has company: two events, and a twentieth of all, in the `maxDays` up to it.
  private static func recent(_ counts: [Int: Int]) -> ClosedRange<Int>? {
    let numbers = counts.keys.sorted()
    guard let newest = numbers.last else { return nil }
    let wanted = max(counts.values.reduce(0, +) / 20, 2)
    var start = numbers.startIndex
    var inside = 0
    var last = newest
    var best = 0
    for number in numbers {
      inside += counts[number] ?? 0
      while numbers[start] <= number - maxDays {
        inside -= counts[numbers[start]] ?? 0
        start += 1
      }
      if inside >= wanted || best < wanted { (last, best) = (number, inside) }
    }
    let first = numbers.first { $0 > last - maxDays } ?? last
    return min(first, last - minDays + 1)...last
  }

  /// The number of events on each of the days.
  var bars: [Int] { days.map { $0.map { counts[$0] ?? 0 } } ?? [] }

  /// What is not in these days: `12 older events, back to 2016-03-01`; empty if all is.
  var rest: String {
    guard let days else { return "" }
    let older = counts.filter { $0.key < days.lowerBound }
    let later = counts.filter { $0.key > days.upperBound }
    return [
      older.keys.min().map { "\(Self.events(older, "older")), back to \(DayTrend.name($0))" },
      later.keys.max().map { "\(Self.events(later, "later")), up to \(DayTrend.name($0))" },
      undated > 0 ? "\(NumberFormat.counted(undated, "event")) without a date" : nil,
    ].compactMap(\.self).joined(separator: "; ")
  }

  private static func events(_ counts: [Int: Int], _ kind: String) -> String {
    let count = counts.values.reduce(0, +)
    return "\(NumberFormat.grouped(count)) \(kind) \(count == 1 ? "event" : "events")"
  }
}

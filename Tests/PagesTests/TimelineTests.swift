import Testing

@testable import Pages
@testable import Triage

/// The recent days that trends show.
@Suite struct TimelineTests {
  private static func events(_ days: [(day: String, count: Int)], version: String? = nil, app: String = "shop") -> [CrashEvent] {
    days.flatMap { day, count in
      (0..<count).map { _ in
        var event = CrashEvent()
        (event.day, event.version, event.app) = (day, version, app)
        return event
      }
    }
  }

  private static func range(_ timeline: Timeline) -> [String] {
    timeline.days.map { [DayTrend.name($0.lowerBound), DayTrend.name($0.upperBound)] } ?? []
  }

  /// Clocks that are years behind or ahead do not stretch the days, and are told in words.
  @Test func strayClocksAreOutside() {
    let timeline = Timeline(Self.events([("2016-03-01", 2), ("2026-10-01", 30), ("2026-11-20", 40), ("2037-01-01", 1)]))
    #expect(Self.range(timeline) == ["2026-10-01", "2026-11-20"])
    #expect(timeline.bars.count == 51 && timeline.bars.reduce(0, +) == 70)
    #expect(timeline.rest == "2 older events, back to 2016-03-01; 1 later event, up to 2037-01-01")
  }

  /// However long the history is, the most recent days count, not those with most events.
  @Test func theRecentDaysAreShown() {
    let timeline = Timeline(Self.events([("2024-01-01", 100), ("2026-11-01", 4), ("2026-11-20", 5)]))
    #expect(Self.range(timeline) == ["2026-11-01", "2026-11-20"])
    #expect(timeline.rest == "100 older events, back to 2024-01-01")
  }

  @Test func fewDaysAreTwoWeeks() {
    #expect(Self.range(Timeline(Self.events([("2026-11-20", 1)]))) == ["2026-11-07", "2026-11-20"])
    #expect(Self.range(Timeline(Self.events([("2026-01-01", 1), ("2026-11-20", 1)]))) == ["2026-11-07", "2026-11-20"])
    var undated = CrashEvent()
    undated.app = "shop"
    let none = Timeline([undated])
    #expect(none.days == nil && none.bars.isEmpty && none.rest.isEmpty)
    #expect(Timeline(Self.events([("2026-11-20", 1)]) + [undated]).rest == "1 event without a date")
  }

  /// A release is the first day of a version, unless that is the first day of all.
  @Test func releasesAreTheFirstDaysOfVersions() {
    let timeline = Timeline(
      Self.events([("2026-10-01", 9)], version: "1.0") + Self.events([("2026-10-20", 9), ("2026-11-02", 9)], version: "1.1")
        + Self.events([("2026-11-01", 9)], version: "2.0") + Self.events([("2026-11-05", 1)], version: "7", app: "other"))
    #expect(timeline.releases.map(\.version) == ["1.1", "2.0"])
    #expect(timeline.releases.map { DayTrend.name($0.day) } == ["2026-10-20", "2026-11-01"])
    var page = Markup()
    TrendDrawing(timeline).write(to: &page)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains("Events per day (peak 9)") && text.contains("<title>First event of 2.0: 2026-11-01</title>"))
  }
}

internal import Rendering
internal import Triage

/// Draws how many events each recent day had, with the releases.
struct TrendDrawing {
  private let timeline: Timeline

  /// Takes the days and releases.
  init(_ timeline: Timeline) { self.timeline = timeline }

  /// Writes the drawing, unless no day is known.
  func write(to page: inout Markup) {
    let bars = timeline.bars
    guard let days = timeline.days, let top = bars.max() else { return }
    let caption = "Events per day (peak \(NumberFormat.grouped(top)))"
    page.element("figure", ["class": "trend", "id": "trend"]) { page in
      page.element("figcaption", ["class": "hint"]) { page in
        page.element("span", ["class": "what"], caption)
        page.raw(" ")
        page.element("span", ["class": "outside"], timeline.rest)
      }
      let range = "\(DayTrend.name(days.lowerBound)) to \(DayTrend.name(days.upperBound))"
      page.element(
        "svg", ["width": "100%", "height": "104", "role": "img", "aria-label": "\(caption), \(range)"]
      ) { page in
        writeReleases(days, to: &page)
        for (order, count) in bars.enumerated() where count > 0 {
          let height = max(count * 80 / max(top, 1), 2)
          page.element(
            "rect",
            [
              "x": Coordinate.percent(order * 10 + 1, of: bars.count * 10) + "%", "y": String(102 - height),
              "width": Coordinate.percent(8, of: bars.count * 10) + "%", "height": String(height), "rx": "1",
            ]
          ) { page in
            page.element("title", [:], "\(DayTrend.name(days.lowerBound + order)): \(NumberFormat.counted(count, "event"))")
          }
        }
      }
      page.element("div", ["class": "ends hint"]) { page in
        page.element("span", [:], DayTrend.name(days.lowerBound))
        page.element("span", [:], DayTrend.name(days.upperBound))
      }
    }
  }

  /// The share of the width in percent that the label of a release needs.
  private static let labelWidth = 9

  /// Writes a mark for each release, and its name where that covers no other: right of the mark, else left of it.
  private func writeReleases(_ days: ClosedRange<Int>, to page: inout Markup) {
    var free = 100
    for release in timeline.releases.reversed() {
      let share = (release.day - days.lowerBound) * 100 / days.count
      let isRight = share + Self.labelWidth <= free
      let isLeft = !isRight && share <= free && share >= Self.labelWidth
      if isRight || isLeft { free = isRight ? share : share - Self.labelWidth }
      let x = Coordinate.percent(release.day - days.lowerBound, of: days.count) + "%"
      page.element("svg", ["class": "release", "x": x, "width": "1", "height": "104"]) { page in
        page.element("title", [:], "First event of \(release.version): \(DayTrend.name(release.day))")
        page.raw("<rect width=\"1\" height=\"104\"/>")
        if isRight { page.element("text", ["x": "5", "y": "10"], release.version) }
        if isLeft { page.element("text", ["class": "left", "x": "-4", "y": "10"], release.version) }
      }
    }
  }
}

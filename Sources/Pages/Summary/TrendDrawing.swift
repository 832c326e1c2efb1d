internal import Rendering
internal import Triage

/// Draws how many events each day had.
struct TrendDrawing {
  private let days: [String]

  /// The largest number of bars; more days share bars.
  private static let maxCount = 90

  /// Takes the day of each event (`2026-11-20`).
  init(_ days: [String]) { self.days = days }

  /// Writes the drawing, unless no day is known.
  func write(to page: inout Markup) {
    let bars = bars
    guard let top = bars.map(\.count).max(), top > 0, let first = bars.first, let last = bars.last else { return }
    page.element("figure", ["class": "trend", "id": "trend"]) { page in
      page.element("figcaption", ["class": "hint"], caption(top))
      page.element(
        "svg",
        ["width": "100%", "height": "84", "role": "img", "aria-label": "\(caption(top)), from \(first.day) to \(last.day)"]
      ) { page in
        for (order, bar) in bars.enumerated() where bar.count > 0 {
          let height = max(bar.count * 80 / top, 2)
          page.element(
            "rect",
            [
              "x": Coordinate.percent(order * 10 + 1, of: bars.count * 10) + "%", "y": String(82 - height),
              "width": Coordinate.percent(8, of: bars.count * 10) + "%", "height": String(height), "rx": "2",
            ]
          ) { $0.element("title", [:], "\(bar.day): \(NumberFormat.counted(bar.count, "event"))") }
        }
      }
      page.element("div", ["class": "ends hint"]) { page in
        page.element("span", [:], first.day)
        page.element("span", [:], last.day)
      }
    }
  }

  private func caption(_ top: Int) -> String {
    let width = daysPerBar
    return "Events \(width == 1 ? "a day" : "in \(width) days"), at most \(NumberFormat.grouped(top))"
  }

  private var range: (first: Int, last: Int)? {
    let numbers = Set(days).compactMap(DayTrend.number)
    guard let first = numbers.min(), let last = numbers.max() else { return nil }
    // At least two weeks, so that a single day is no wall.
    return (min(max(first, last - 3650), last - 13), last)
  }

  private var daysPerBar: Int {
    guard let range else { return 1 }
    return max((range.last - range.first + Self.maxCount) / Self.maxCount, 1)
  }

  private var bars: [(day: String, count: Int)] {
    guard let range else { return [] }
    let width = daysPerBar
    var counts: [Int: Int] = [:]
    for day in days {
      guard let number = DayTrend.number(day), number >= range.first else { continue }
      counts[(number - range.first) / width, default: 0] += 1
    }
    return (0...(range.last - range.first) / width).map { bar in
      (DayTrend.name(range.first + bar * width), counts[bar] ?? 0)
    }
  }
}

internal import Rendering
internal import Triage

/// Writes the numbers of a summary and its trend.
struct SummaryOverview {
  private let summary: Summary
  private let events: [CrashEvent]

  /// Prepares the numbers of a summary of these events.
  init(_ summary: Summary, _ events: [CrashEvent]) {
    self.summary = summary
    self.events = events
  }

  /// Writes the header.
  func write(to page: inout Markup) {
    let days = events.compactMap(\.day)
    page.element("header", ["class": "hero"]) { page in
      if let first = days.min(), let last = days.max() {
        page.element("p", ["class": "kicker"], first == last ? first : "\(first) to \(last)")
      }
      page.raw("<h1>Crash summary</h1>")
      page.element("p", ["class": "where"], sentence)
    }
    page.element("div", ["class": "overview"]) { page in
      page.element("dl", ["class": "tiles"]) { page in
        for (label, value, hint) in tiles { write(label, value, hint, to: &page) }
      }
      TrendDrawing(days).write(to: &page)
    }
    page.line()
  }

  private func write(_ label: String, _ value: String, _ hint: String, to page: inout Markup) {
    page.element("div") { page in
      page.element("dt", [:], label)
      page.element("dd") { page in
        page.element("b", [:], value)
        if !hint.isEmpty { page.element("span", ["class": "hint"], " \(hint)") }
      }
    }
  }

  private var sentence: String {
    let counts = summary.counts
    return [
      "\(NumberFormat.counted(counts.done, "report")) read",
      summary.duplicates > 0 ? "\(NumberFormat.counted(summary.duplicates, "duplicate")) counted once" : nil,
      counts.unreadable > 0 ? "\(NumberFormat.grouped(counts.unreadable)) unreadable" : nil,
      counts.skipped > 0 ? "\(NumberFormat.grouped(counts.skipped)) other files skipped" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  private var tiles: [(String, String, String)] {
    let devices = Set(events.compactMap { event in event.device.map { "\(event.app)\n\($0)" } }).count
    let fresh = summary.groups.count { $0.flags.contains(.new) }
    let open = summary.loops.count(where: \.isOpen)
    var tiles = [
      ("Events", NumberFormat.grouped(summary.events), ""),
      ("Groups", NumberFormat.grouped(summary.groups.count), fresh > 0 ? "\(NumberFormat.grouped(fresh)) new" : ""),
      ("Devices", devices > 0 ? NumberFormat.grouped(devices) : "unknown", ""),
      ("Launch crashes", NumberFormat.grouped(events.count(where: \.isLaunchCrash)), ""),
      ("Crash loops", NumberFormat.grouped(summary.loops.count), open > 0 ? "\(NumberFormat.grouped(open)) open" : ""),
    ]
    if summary.counts.appFrames > 0 {
      tiles.append(("App frames named", GroupWords.percent(summary.counts.resolvedFrames, of: summary.counts.appFrames), ""))
    }
    return tiles
  }
}

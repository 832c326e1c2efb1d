internal import Rendering
internal import Triage

/// Writes the numbers of a summary and its trend.
struct SummaryOverview {
  private let summary: Summary
  private let events: [CrashEvent]
  private let timeline: Timeline

  /// Prepares the numbers of a summary of these events.
  init(_ summary: Summary, _ events: [CrashEvent], _ timeline: Timeline) {
    self.summary = summary
    self.events = events
    self.timeline = timeline
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
        for tile in tiles { write(tile, to: &page) }
      }
      TrendDrawing(timeline).write(to: &page)
    }
    page.line()
  }

  private func write(_ tile: Tile, to page: inout Markup) {
    page.element("div", ["id": tile.id]) { page in
      page.element("dt", [:], tile.label)
      page.element("dd") { page in
        page.element("b", [:], tile.value)
        page.raw(" ")
        page.element("span", ["class": "hint"], tile.hint)
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

  /// A number with its name.
  private struct Tile {
    /// The identifier by which the script finds it.
    var id: String
    var label: String
    var value: String
    /// Empty if there is nothing to add.
    var hint = ""
  }

  private var tiles: [Tile] {
    let devices = Set(events.compactMap { event in event.device.map { "\(event.app)\n\($0)" } }).count
    let fresh = summary.groups.count { $0.flags.contains(.new) }
    let open = summary.loops.count(where: \.isOpen)
    var tiles = [
      Tile(id: "n-events", label: "Events", value: NumberFormat.grouped(summary.events)),
      Tile(
        id: "n-groups", label: "Groups", value: NumberFormat.grouped(summary.groups.count),
        hint: fresh > 0 ? "\(NumberFormat.grouped(fresh)) new" : ""),
      Tile(id: "n-devices", label: "Devices", value: devices > 0 ? NumberFormat.grouped(devices) : "unknown"),
      Tile(id: "n-launch", label: "Launch crashes", value: NumberFormat.grouped(events.count(where: \.isLaunchCrash))),
      Tile(
        id: "n-loops", label: "Crash loops", value: NumberFormat.grouped(summary.loops.count),
        hint: open > 0 ? "\(NumberFormat.grouped(open)) open" : ""),
    ]
    if summary.counts.appFrames > 0 {
      let share = GroupWords.percent(summary.counts.resolvedFrames, of: summary.counts.appFrames)
      tiles.append(Tile(id: "n-named", label: "Frames named", value: share))
    }
    return tiles
  }
}

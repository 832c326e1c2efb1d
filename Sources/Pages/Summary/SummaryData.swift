internal import CrashModel
internal import Rendering
internal import Triage

/// Writes the data of a summary's page, from which its script makes lists and groups. Every text is there once; events are
/// columns of numbers.
struct SummaryData {
  private let summary: Summary
  private let events: [CrashEvent]
  private let links: ReportLinks

  /// The number of events up to which all have their path; of more, only the newest of each group do.
  private static let mostPaths = 20_000
  private static let pathsOfGroup = 50

  /// Prepares the data of a summary of these events, the newest first.
  init(_ summary: Summary, _ events: [CrashEvent], _ links: ReportLinks) {
    self.summary = summary
    self.events = events
    self.links = links
  }

  /// One object.
  var json: [UInt8] {
    var text = DataText()
    text.object { text in
      text.key("tables")
      text.array { text in
        for table in CrashEvent.Table.allCases {
          text.value([table.rawValue, SummaryText.title(table)])
        }
      }
      text.key("groups")
      text.array { text in
        for group in summary.groups { write(group, to: &text) }
      }
      writeEvents(to: &text)
      writeLoops(to: &text)
    }
    return text.bytes
  }

  private func write(_ group: GroupSummary, to text: inout DataText) {
    let words = GroupWords(group, of: summary)
    let texts: [(StaticString, String?)] = [
      ("id", Anchor.group(group.group)), ("group", group.group), ("app", group.app), ("function", group.newest.function),
      ("place", words.place), ("image", group.newest.image), ("class", group.failure.name), ("quality", group.quality.rawValue),
      ("table", group.table.rawValue), ("cause", group.cause?.name), ("confidence", group.confidence?.rawValue),
      ("evidence", group.evidence), ("advice", words.advice),
    ]
    text.object { text in
      for (key, value) in texts {
        guard let value else { continue }
        text.key(key)
        text.value(value)
      }
      text.key("key")
      text.value(group.key)
      guard !group.flags.isEmpty else { return }
      text.key("flags")
      text.value(group.flags.map(\.rawValue))
    }
  }

  private func writeLoops(to text: inout DataText) {
    let positions = Dictionary(
      summary.groups.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    text.key("loops")
    text.array { text in
      for loop in summary.loops {
        text.object { text in
          for (key, value) in [
            ("app", loop.app), ("device", loop.device), ("version", loop.version ?? ""), ("certainty", loop.certainty.rawValue),
          ] as [(StaticString, String)] {
            text.key(key)
            text.value(value)
          }
          text.key("length")
          text.value(loop.length)
          text.key("open")
          text.value(loop.isOpen ? 1 : 0)
          text.key("groups")
          text.value(loop.groups.compactMap { positions[$0] })
        }
      }
    }
  }

  // MARK: Events

  private func writeEvents(to text: inout DataText) {
    let positions = Dictionary(
      summary.groups.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    text.key("events")
    text.object { text in
      text.key("group")
      text.value(events.map { positions[$0.group] ?? -1 })
      text.key("launch")
      text.value(events.map { $0.isLaunchCrash ? 1 : 0 })
      text.key("time")
      text.value(events.map { $0.time.map { $0 / 1000 } ?? -1 })
    }
    column("version", events.map { GroupSummary.version($0.version, build: $0.build) }, to: &text)
    column("system", events.map { [$0.system, $0.systemVersion].compactMap { $0 }.joined(separator: " ") }, to: &text)
    column("model", events.map { $0.model ?? "" }, to: &text)
    column("cause", events.map { $0.cause ?? "" }, to: &text)
    column("day", events.map { $0.day ?? "" }, to: &text)
    column("device", events.map { event in event.device.map { "\(event.app) \($0)" } ?? "" }, hidesNames: true, to: &text)
    column("variant", events.map(\.variant), to: &text)
    writePaths(to: &text)
  }

  /// Writes the distinct values of a column and for each event the position of its own. The names of devices are not needed.
  private func column(_ name: StaticString, _ values: [String], hidesNames: Bool = false, to text: inout DataText) {
    var names: [String] = []
    var positions: [String: Int] = [:]
    let rows = values.map { value -> Int in
      if value.isEmpty { return -1 }
      if let known = positions[value] { return known }
      positions[value] = names.count
      names.append(value)
      return names.count - 1
    }
    text.key(name)
    text.object { text in
      text.key("names")
      text.value(hidesNames ? [] : names)
      text.key("rows")
      text.value(rows)
    }
  }

  private func writePaths(to text: inout DataText) {
    var counts: [String: Int] = [:]
    let paths = events.map { event -> String in
      counts[event.group, default: 0] += 1
      return events.count <= Self.mostPaths || counts[event.group, default: 0] <= Self.pathsOfGroup ? event.path : ""
    }
    text.key("paths")
    text.value(paths)
    guard !links.isEmpty else { return }
    text.key("links")
    text.value(paths.map { $0.isEmpty ? "" : links[$0] ?? "" })
  }
}

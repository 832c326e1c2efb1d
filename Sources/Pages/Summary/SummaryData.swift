internal import CrashModel
internal import JSONText
internal import Rendering
internal import Triage

/// Writes the data of a summary's page, from which its script makes lists and groups. Every text is there once; events are
/// columns of numbers.
struct SummaryData {
  private let summary: Summary
  private let events: [CrashEvent]
  private let links: ReportLinks

  /// The number of events up to which all have their path; of more, only the newest of each group do.
  private static let maxPaths = 20_000
  private static let pathsOfGroup = 50

  /// Prepares the data of a summary of these events, the newest first.
  init(_ summary: Summary, _ events: [CrashEvent], _ links: ReportLinks) {
    self.summary = summary
    self.events = events
    self.links = links
  }

  /// One object.
  var json: [UInt8] {
    var writer = JSONWriter(.page)
    writer.beginObject()
    writer.list("tables", CrashEvent.Table.allCases) { writer, table in
      writer.beginArray()
      writer.value(table.rawValue)
      writer.value(SummaryText.title(table))
      writer.endArray()
    }
    writer.list("groups", summary.groups) { write($1, to: &$0) }
    writeEvents(to: &writer)
    writeLoops(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes a list of texts, also if there are none; hidden characters are visible, as everywhere in a page.
  private static func write(_ name: StaticString, _ texts: [String], to writer: inout JSONWriter) {
    writer.list(name, texts) { $0.value(TerminalText.visible($1)) }
  }

  private func write(_ group: GroupSummary, to writer: inout JSONWriter) {
    let words = GroupWords(group, of: summary)
    let texts: [(StaticString, String?)] = [
      ("id", Anchor.group(group.group)), ("group", group.group), ("app", group.app), ("function", group.newest.function),
      ("place", words.place), ("image", group.newest.image), ("class", group.failure.name), ("quality", group.quality.rawValue),
      ("table", group.table.rawValue), ("cause", group.cause?.name), ("confidence", group.confidence?.rawValue),
      ("evidence", group.evidence), ("advice", words.advice),
    ]
    writer.beginObject()
    for (key, value) in texts { writer.member(key, value.map { TerminalText.visible($0) }) }
    Self.write("key", group.key, to: &writer)
    writer.member("flags", group.flags.map(\.rawValue))
    writer.endObject()
  }

  private func writeLoops(to writer: inout JSONWriter) {
    let positions = Dictionary(
      summary.groups.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    writer.list("loops", summary.loops) { writer, loop in
      writer.beginObject()
      writer.member("app", TerminalText.visible(loop.app))
      writer.member("device", TerminalText.visible(loop.device ?? ""))
      writer.member("version", TerminalText.visible(loop.version ?? ""))
      writer.member("certainty", loop.certainty.rawValue)
      writer.member("length", loop.length)
      writer.member("open", loop.isOpen ? 1 : 0)
      writer.member("noun", loop.noun)
      writer.list("groups", loop.groups.compactMap { positions[$0] }) { $0.value($1) }
      writer.endObject()
    }
  }

  // MARK: Events

  private func writeEvents(to writer: inout JSONWriter) {
    let positions = Dictionary(
      summary.groups.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    writer.object("events") { writer in
      writer.list("group", events) { $0.value(positions[$1.group] ?? -1) }
      writer.list("launch", events) { $0.value($1.isLaunchCrash ? 1 : 0) }
      writer.list("time", events) { $0.value($1.time.map { $0 / 1000 } ?? -1) }
    }
    column("version", events.map { GroupSummary.version($0.version, build: $0.build) }, to: &writer)
    column("system", events.map { [$0.system, $0.systemVersion].compactMap { $0 }.joined(separator: " ") }, to: &writer)
    column("model", events.map { $0.model ?? "" }, to: &writer)
    column("cause", events.map { $0.cause ?? "" }, to: &writer)
    column("day", events.map { $0.day ?? "" }, to: &writer)
    column("device", events.map { event in event.device.map { "\(event.app) \($0)" } ?? "" }, hidesNames: true, to: &writer)
    column("variant", events.map(\.variant), to: &writer)
    writePaths(to: &writer)
  }

  /// Writes the distinct values of a column and for each event the position of its own. The names of devices are not needed.
  private func column(_ name: StaticString, _ values: [String], hidesNames: Bool = false, to writer: inout JSONWriter) {
    var names: [String] = []
    var positions: [String: Int] = [:]
    let rows = values.map { value -> Int in
      if value.isEmpty { return -1 }
      if let known = positions[value] { return known }
      positions[value] = names.count
      names.append(value)
      return names.count - 1
    }
    writer.object(name) { writer in
      Self.write("names", hidesNames ? [] : names, to: &writer)
      writer.list("rows", rows) { $0.value($1) }
    }
  }

  private func writePaths(to writer: inout JSONWriter) {
    var counts: [String: Int] = [:]
    let paths = events.map { event -> String in
      counts[event.group, default: 0] += 1
      return events.count <= Self.maxPaths || counts[event.group, default: 0] <= Self.pathsOfGroup ? event.path : ""
    }
    Self.write("paths", paths, to: &writer)
    guard !links.isEmpty else { return }
    Self.write("links", paths.map { $0.isEmpty ? "" : links[$0] ?? "" }, to: &writer)
  }
}

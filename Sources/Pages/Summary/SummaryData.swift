internal import CrashModel
internal import JSONText
internal import Rendering
internal import Triage

/// Writes the data of a summary's page, from which its script makes lists and groups. Every text is there once; events are
/// columns of numbers.
struct SummaryData {
  private let summary: Summary
  private let events: [CrashEvent]
  private let timeline: Timeline
  private let links: ReportLinks
  private let stacks: StackLines

  /// The number of events up to which all have their path; of more, only the newest of each group do.
  private static let maxPaths = 20_000
  private static let pathsOfGroup = 50

  /// Prepares the data of a summary of these events, the newest first.
  init(_ summary: Summary, _ events: [CrashEvent], _ timeline: Timeline, _ links: ReportLinks) {
    self.summary = summary
    self.events = events
    self.timeline = timeline
    self.links = links
    stacks = StackLines(summary)
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
    writer.list("lines", stacks.lines) { Self.write($1, to: &$0) }
    writeWords(to: &writer)
    writeTimeline(to: &writer)
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
    let stack = summary.stacks[group.group]
    let texts: [(StaticString, String?)] = [
      ("id", Anchor.group(group.group)), ("group", group.group), ("app", group.app), ("function", group.newest.function),
      ("place", words.place), ("image", group.newest.image),
      ("class", FailureWords.title(group.failure, isCrash: group.table == .crash)),
      ("quality", QualityWords.of(group.quality)), ("table", group.table.rawValue), ("cause", group.cause?.name),
      ("reason", group.cause.map { CauseTitle.of($0.name, group.confidence) }),
      ("evidence", group.evidence.map(EvidenceWords.of(line:))),
      ("advice", words.advice), ("change", words.change), ("caller", words.caller), ("stackPath", stack?.path),
      ("stackLink", stack.flatMap { links[$0.path] }),
    ]
    writer.beginObject()
    for (key, value) in texts { writer.member(key, value.map { TerminalText.visible($0) }) }
    Self.write("key", group.key, to: &writer)
    if let suspicion = words.suspicion, !suspicion.isEmpty {
      Self.write("suspects", suspicion.commits, to: &writer)
      let rest = [suspicion.problem.map { "None: \($0)." }, suspicion.lastChange, suspicion.owners.map { "Owners: \($0)" }]
      Self.write("changes", rest.compactMap { $0 }, to: &writer)
    }
    writer.member("flags", group.flags.map(\.rawValue))
    writer.list("stack", stacks.positions(of: group.group)) { $0.value($1) }
    writer.endObject()
  }

  /// Writes one function of a stack: name, image, place, and whether it is of the app (1) and inlined (2).
  private static func write(_ line: GroupStack.Line, to writer: inout JSONWriter) {
    let place = line.file.map { PathText.lastComponent(of: $0) + (line.line.map { ":\($0)" } ?? "") }
    writer.beginArray()
    for text in [line.function, line.image, place] { writer.value(TerminalText.visible(text ?? "")) }
    writer.value((line.inApp ? 1 : 0) + (line.isInlined ? 2 : 0))
    writer.endArray()
  }

  /// Writes the words for the causes of events and for the marks of groups.
  private func writeWords(to writer: inout JSONWriter) {
    writer.object("marks") { writer in
      for flag in GroupSummary.Flag.allCases {
        writer.key(text: flag.rawValue)
        writer.beginArray()
        writer.value(FlagWords.of(flag).words)
        writer.value(FlagWords.of(flag).meaning)
        writer.endArray()
      }
    }
    writer.object("causes") { writer in
      for cause in Set(events.compactMap(\.cause)).sorted() {
        writer.key(text: TerminalText.visible(cause))
        writer.value(TerminalText.visible(CauseTitle.of(cause)))
      }
    }
  }

  /// Writes the days that trends show. The marks of releases are copied from the drawing in the page.
  private func writeTimeline(to writer: inout JSONWriter) {
    guard let days = timeline.days else { return }
    writer.list("days", [days.lowerBound, days.upperBound]) { $0.value($1) }
    writer.member("releasesOf", timeline.releases.first.map { TerminalText.visible($0.app) })
  }

  private func writeLoops(to writer: inout JSONWriter) {
    let positions = Dictionary(
      summary.groups.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    writer.member("loopTitle", LoopSection.title(summary))
    writer.list("loops", LoopLine.all(of: summary)) { writer, line in
      writer.beginObject()
      writer.member("what", TerminalText.visible(LoopSection.what(line)))
      writer.member("facts", LoopSection.facts(line))
      writer.member("count", line.count)
      writer.member("open", line.openCount)
      writer.list("groups", line.groups.compactMap { positions[$0] }) { $0.value($1) }
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
    column("version", events.map { AppVersion.name($0.version, build: $0.build) }, to: &writer)
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

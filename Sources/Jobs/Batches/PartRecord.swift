internal import CrashModel
internal import JSONText
internal import Triage

/// Writes and reads what inputs add to a summary, as lines of JSON: texts, each once, and one object per input, in which numbers stand
/// for texts. A batch keeps them in the manifest of its output directory. The only code that knows the keys; rows of events are
/// `SummaryEventCodec`'s.
struct PartRecord {
  private var positions: [String: Int] = [:]

  /// Continues a file that has these texts.
  init(_ texts: [String] = []) { for (position, text) in texts.enumerated() { positions[text] = position } }

  /// Returns the first line: the schema, the key of everything that outputs depend on, and when the first run with it began.
  static func head(key: String, started: Int64) -> [UInt8] {
    var writer = JSONWriter(.line)
    writer.beginObject()
    writer.member("schema", schema)
    writer.member("key", key)
    writer.member("started", started)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// The schema of the lines.
  static let schema = "symbolicate.manifest/2"

  // MARK: Writing

  /// Returns the lines for one input.
  mutating func lines(_ input: FinishedInput) -> [UInt8] {
    var texts = JSONWriter(.line)
    var writer = JSONWriter(.line)
    writer.beginObject()
    writer.member("input", input.input)
    writer.member("output", input.output)
    Self.write("tally", input.tally.numbers, to: &writer)
    write(input.part, to: &writer, &texts)
    writer.endObject()
    writer.endLine()
    return texts.bytes + writer.bytes
  }

  private mutating func write(_ part: PartialSummary, to writer: inout JSONWriter, _ texts: inout JSONWriter) {
    func number(_ text: String?) -> Int { position(text, &texts) }
    writer.object("counts") {
      $0.member("done", part.counts.done)
      $0.member("appFrames", part.counts.appFrames)
      $0.member("resolvedFrames", part.counts.resolvedFrames)
      $0.member("scriptFrames", part.counts.scriptFrames)
      $0.member("resolvedScriptFrames", part.counts.resolvedScriptFrames)
    }
    if !part.events.isEmpty { writer.list("events", part.events) { $0.values($1.row(number)) } }
    Self.write("missing", part.missing, to: &writer) {
      $0.member("name", $1.name.map(number))
      $0.member("arch", $1.arch.map(number))
      $0.member("id", $1.id.map(number))
      $0.member("version", $1.version.map(number))
      $0.member("nearMiss", $1.nearMiss.map(number))
      $0.member("frames", $1.frames)
    }
    Self.write("damaged", part.damaged, to: &writer) {
      $0.member("path", number($1.path))
      $0.member("reason", number($1.reason))
      $0.member("frames", $1.frames)
    }
    Self.write("failing", part.failing, to: &writer) {
      $0.member("path", number($1.path))
      $0.member("frames", $1.frames)
      $0.member("unresolved", $1.unresolved)
      Self.write("images", $1.images.map(number), to: &$0)
    }
    Self.write("systems", part.missingSystems, to: &writer) {
      $0.member("name", number($1.name))
      $0.member("frames", $1.frames)
    }
    if !part.stacks.isEmpty { writer.list("stacks", part.stacks) { $0.values($1.row(number)) } }
    Self.write("warnings", part.warnings.map(number), to: &writer)
    if !part.revisions.isEmpty {
      let rows = part.revisions.sorted { $0.key < $1.key }
      writer.list("revisions", rows) { $0.values([number($1.key.app), number($1.key.version), number($1.value)]) }
    }
  }

  /// Returns the number of a text, which is written if it is new, or -1 for nil.
  private mutating func position(_ text: String?, _ texts: inout JSONWriter) -> Int {
    guard let text else { return -1 }
    if let known = positions[text] { return known }
    let number = positions.count
    positions[text] = number
    texts.value(text)
    texts.endLine()
    return number
  }

  private static func write<Item>(
    _ name: StaticString, _ items: [Item], to writer: inout JSONWriter, _ members: (inout JSONWriter, Item) -> Void
  ) {
    guard !items.isEmpty else { return }
    writer.list(name, items) {
      $0.beginObject()
      members(&$0, $1)
      $0.endObject()
    }
  }

  private static func write(_ name: StaticString, _ numbers: [Int], to writer: inout JSONWriter) {
    if !numbers.isEmpty { writer.list(name, numbers) { $0.value($1) } }
  }

  // MARK: Reading

  /// Reads the object of an input, whose numbers are positions among `texts`. Returns nil if it is none, or if anything in it is missing.
  static func input(_ value: JSONValue, _ texts: [String]) -> FinishedInput? {
    guard let input = value["input"]?.string, let output = value["output"]?.string, let counts = value["counts"],
      let tally = Tally(numbers: elements(value["tally"]).map { $0.boundedCount ?? -1 })
    else { return nil }
    func text(_ number: Int?) -> String? { number.flatMap { texts.indices.contains($0) ? texts[$0] : nil } }
    func items<Item>(_ name: String, _ read: (JSONValue) -> Item?) -> [Item] { elements(value[name]).compactMap(read) }
    var part = PartialSummary()
    part.counts.done = counts["done"]?.boundedCount ?? 0
    (part.counts.appFrames, part.counts.resolvedFrames) = (
      counts["appFrames"]?.boundedCount ?? 0, counts["resolvedFrames"]?.boundedCount ?? 0
    )
    (part.counts.scriptFrames, part.counts.resolvedScriptFrames) =
      (counts["scriptFrames"]?.boundedCount ?? 0, counts["resolvedScriptFrames"]?.boundedCount ?? 0)
    for row in elements(value["events"]) {
      guard let event = try? PartialSummary.Event(row: numbers(row), texts) else { return nil }
      part.events.append(event)
    }
    part.missing = items("missing") {
      MissingFile(
        name: text($0["name"]?.int), arch: text($0["arch"]?.int), id: text($0["id"]?.int), version: text($0["version"]?.int),
        frames: $0["frames"]?.boundedCount ?? 0, nearMiss: text($0["nearMiss"]?.int))
    }
    part.damaged = items("damaged") {
      guard let path = text($0["path"]?.int), let reason = text($0["reason"]?.int) else { return nil }
      return DamagedFile(path: path, reason: reason, frames: $0["frames"]?.boundedCount ?? 0)
    }
    part.failing = items("failing") {
      guard let path = text($0["path"]?.int) else { return nil }
      return FailingReport(
        path: path, frames: $0["frames"]?.boundedCount ?? 0, unresolved: $0["unresolved"]?.boundedCount ?? 0,
        images: numbers($0["images"]).compactMap(text))
    }
    part.missingSystems = items("systems") {
      guard let name = text($0["name"]?.int) else { return nil }
      return MissingSystem(name: name, reports: 1, frames: $0["frames"]?.boundedCount ?? 0)
    }
    part.stacks = elements(value["stacks"]).compactMap { GroupStack(row: numbers($0), texts) }
    part.warnings = numbers(value["warnings"]).compactMap(text)
    for row in elements(value["revisions"]).map({ numbers($0).map(text) }) where row.count == 3 {
      guard let app = row[0], let version = row[1], let revision = row[2] else { continue }
      part.revisions[AppVersion(app: app, version: version)] = revision
    }
    return FinishedInput(input: input, output: output, part: part, tally: tally)
  }

  private static func elements(_ value: JSONValue?) -> [JSONValue] { (value?.elements).map(Array.init) ?? [] }

  private static func numbers(_ value: JSONValue?) -> [Int] { elements(value).map { $0.int ?? -1 } }
}

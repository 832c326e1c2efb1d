import CrashModel
import JSONText
package import Triage

/// Writes what inputs add to a summary as lines of JSON: texts, each once, and one object per input, in which numbers stand for
/// texts. A batch keeps them in the manifest of its output directory.
package struct PartRecord: Sendable {
  private var positions: [String: Int] = [:]

  /// Continues a file that has these texts.
  package init(_ texts: [String] = []) { for (position, text) in texts.enumerated() { positions[text] = position } }

  /// Returns the first line: the schema, the key of everything that outputs depend on, and when the first run with it began.
  package static func head(key: String, started: Int64) -> [UInt8] {
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
  package static let schema = "symbolicate.manifest/1"

  /// Returns the lines for one input. `output` is the path of its output, `tally` what was counted for messages and exit codes.
  package mutating func lines(input: String, output: String, tally: [Int], _ part: PartialSummary) -> [UInt8] {
    var texts = JSONWriter(.line)
    func position(_ text: String?) -> Int {
      guard let text else { return -1 }
      if let known = positions[text] { return known }
      let number = positions.count
      positions[text] = number
      texts.value(text)
      texts.endLine()
      return number
    }
    var writer = JSONWriter(.line)
    writer.beginObject()
    writer.member("input", input)
    writer.member("output", output)
    Self.write("tally", tally, to: &writer)
    let scripts = [part.counts.scriptFrames, part.counts.resolvedScriptFrames]
    Self.write("counts", [part.counts.done, part.counts.appFrames, part.counts.resolvedFrames] + scripts, to: &writer)
    Self.writeRows("events", part.events, to: &writer) { $0.row(position) }
    Self.writeRows("missing", part.missing, to: &writer) { file in
      [file.name, file.arch, file.id, file.version, file.nearMiss].map(position) + [file.frames]
    }
    Self.writeRows("damaged", part.damaged, to: &writer) { [position($0.path), position($0.reason), $0.frames] }
    Self.writeRows("failing", part.failing, to: &writer) {
      [position($0.path), $0.frames, $0.unresolved] + $0.images.map(position)
    }
    Self.writeRows("systems", part.missingSystems, to: &writer) { [position($0.name), $0.frames] }
    Self.write("warnings", part.warnings.map(position), to: &writer)
    writer.endObject()
    writer.endLine()
    return texts.bytes + writer.bytes
  }

  private static func writeRows<Item>(
    _ name: StaticString, _ items: [Item], to writer: inout JSONWriter, _ row: (Item) -> [Int]
  ) {
    if !items.isEmpty { writer.list(name, items) { $0.values(row($1)) } }
  }

  private static func write(_ name: StaticString, _ numbers: [Int], to writer: inout JSONWriter) {
    if !numbers.isEmpty { writer.list(name, numbers) { $0.value($1) } }
  }
}

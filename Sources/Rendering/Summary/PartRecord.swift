import CrashModel
package import Triage

/// Writes what inputs add to a summary as lines of JSON: texts, each once, and one object per input, in which numbers stand for
/// texts. A batch keeps them in the manifest of its output directory.
package struct PartRecord: Sendable {
  private var positions: [String: Int] = [:]

  /// Continues a file that has these texts.
  package init(_ texts: [String] = []) { for (position, text) in texts.enumerated() { positions[text] = position } }

  /// Returns the lines for one input. `output` is the path of its output, `tally` what was counted for messages and exit codes.
  package mutating func lines(input: String, output: String, tally: [Int], _ part: PartialSummary) -> [UInt8] {
    var texts = JSONWriter(isPretty: false)
    func position(_ text: String?) -> Int {
      guard let text else { return -1 }
      if let known = positions[text] { return known }
      let number = positions.count
      positions[text] = number
      texts.value(text)
      texts.endLine()
      return number
    }
    var writer = JSONWriter(isPretty: false)
    writer.beginObject()
    writer.member("input", input)
    writer.member("output", output)
    Self.write("tally", tally, to: &writer)
    let scripts = [part.counts.scriptFrames, part.counts.resolvedScriptFrames]
    Self.write("counts", [part.counts.done, part.counts.appFrames, part.counts.resolvedFrames] + scripts, to: &writer)
    Self.writeRows("events", part.events, to: &writer) { event in
      SummaryPartial.row(event.incident, position)
        + [position(event.cause?.family), position(event.cause?.advice), position(event.ruleset)]
    }
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

  private static func writeRows<Item>(_ name: String, _ items: [Item], to writer: inout JSONWriter, _ row: (Item) -> [Int]) {
    guard !items.isEmpty else { return }
    writer.key(name)
    writer.beginArray()
    for item in items { write(row(item), to: &writer) }
    writer.endArray()
  }

  private static func write(_ name: String, _ numbers: [Int], to writer: inout JSONWriter) {
    guard !numbers.isEmpty else { return }
    writer.key(name)
    write(numbers, to: &writer)
  }

  private static func write(_ numbers: [Int], to writer: inout JSONWriter) {
    writer.beginArray()
    for number in numbers { writer.value(number) }
    writer.endArray()
  }
}

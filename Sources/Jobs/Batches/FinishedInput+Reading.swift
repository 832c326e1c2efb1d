internal import JSONText
internal import Triage

extension FinishedInput {
  /// Reads an object of a manifest, in which numbers stand for texts. Returns nil if it is none.
  init?(_ value: JSONValue, _ texts: [String]) {
    guard let input = value["input"]?.string, let output = value["output"]?.string else { return nil }
    self.input = input
    self.output = output
    func text(_ number: Int) -> String? { texts.indices.contains(number) ? texts[number] : nil }
    var part = PartialSummary()
    let counts = Self.numbers(value["counts"])
    guard counts.count == 5 else { return nil }
    (part.counts.done, part.counts.appFrames, part.counts.resolvedFrames) = (counts[0], counts[1], counts[2])
    (part.counts.scriptFrames, part.counts.resolvedScriptFrames) = (counts[3], counts[4])
    for row in Self.rows(value["events"]) {
      guard let event = try? PartialSummary.Event(row: row, texts) else { return nil }
      part.events.append(event)
    }
    part.missing = Self.rows(value["missing"]).compactMap { row in
      guard row.count == 6 else { return nil }
      return MissingFile(
        name: text(row[0]), arch: text(row[1]), id: text(row[2]), version: text(row[3]), frames: row[5], nearMiss: text(row[4]))
    }
    part.damaged = Self.rows(value["damaged"]).compactMap { row in
      guard row.count == 3, let path = text(row[0]), let reason = text(row[1]) else { return nil }
      return DamagedFile(path: path, reason: reason, frames: row[2])
    }
    part.failing = Self.rows(value["failing"]).compactMap { row in
      guard row.count >= 3, let path = text(row[0]) else { return nil }
      return FailingReport(path: path, frames: row[1], unresolved: row[2], images: row.dropFirst(3).compactMap(text))
    }
    part.missingSystems = Self.rows(value["systems"]).compactMap { row in
      guard row.count == 2, let name = text(row[0]) else { return nil }
      return MissingSystem(name: name, reports: 1, frames: row[1])
    }
    part.warnings = Self.numbers(value["warnings"]).compactMap(text)
    self.part = part
    guard let tally = Tally(numbers: Self.numbers(value["tally"])) else { return nil }
    self.tally = tally
  }

  private static func rows(_ value: JSONValue?) -> [[Int]] { (value?.elements).map { $0.map { numbers($0) } } ?? [] }

  private static func numbers(_ value: JSONValue?) -> [Int] { (value?.elements).map { $0.map { $0.int ?? -1 } } ?? [] }
}

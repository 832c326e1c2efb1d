/// For each group and cause the evidence of the newest report that was ever added: the same however a set of reports is cut.
struct EvidenceTable: Sendable {
  /// A group and a cause.
  struct Key: Hashable, Sendable {
    var group: String
    var cause: String
  }

  /// The evidence, and the report that it is from.
  struct Entry: Sendable {
    var time: Int
    var path: String
    var text: String
  }

  /// All of it.
  private(set) var entries: [Key: Entry] = [:]

  /// The evidence for a cause in a group; nil when there is none.
  func text(_ group: String, _ cause: String?) -> String? { cause.flatMap { entries[Key(group: group, cause: $0)]?.text } }

  /// Takes the evidence of a report.
  mutating func add(_ incident: Incident) {
    guard let cause = incident.cause, let text = incident.evidence else { return }
    add(Entry(time: incident.time ?? .min, path: incident.path, text: text), Key(group: incident.group, cause: cause))
  }

  /// Takes evidence.
  mutating func add(_ entry: Entry, _ key: Key) {
    guard let known = entries[key], (known.time, entry.path, entry.text) >= (entry.time, known.path, known.text) else {
      entries[key] = entry
      return
    }
  }
}

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
    /// What to do, with the functions and addresses of that report.
    var advice: String
  }

  /// All of it.
  private(set) var entries: [Key: Entry] = [:]

  /// The evidence for a cause in a group; nil when there is none.
  func entry(_ group: String, _ cause: String?) -> Entry? { cause.flatMap { entries[Key(group: group, cause: $0)] } }

  /// Takes the evidence of a report, and the advice of its best cause.
  mutating func add(_ incident: CrashEvent, advice: String) {
    guard let cause = incident.cause, let text = incident.evidence else { return }
    let entry = Entry(time: incident.time ?? .min, path: incident.path, text: text, advice: advice)
    add(entry, Key(group: incident.group, cause: cause))
  }

  /// Takes evidence.
  mutating func add(_ entry: Entry, _ key: Key) {
    guard let known = entries[key], (known.time, entry.path, entry.text) >= (entry.time, known.path, known.text) else {
      entries[key] = entry
      return
    }
  }
}

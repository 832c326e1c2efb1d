import JSONText

/// The keys of a format whose values are deliberately not shown, each with the reason. docs/FORMATS.md prints the tables.
struct DroppedKeys: Sendable {
  /// One key.
  struct Entry: Sendable {
    /// The path to it: `threads[].id`; `*` stands for any key.
    let path: String
    let reason: String
  }

  /// The name of the format for people.
  let format: String
  /// The keys.
  let entries: [Entry]
  /// The same paths, parsed.
  private let patterns: [JSONPathPattern]
  /// The keys of reports inside of others, which have the same keys.
  private let prefixes: [String]

  /// Lists keys with their reasons. All of them count below each of `prefixes`, too.
  init(_ format: String, _ entries: [(path: String, reason: String)], inside prefixes: [String] = []) {
    self.format = format
    self.entries = entries.map { Entry(path: $0.path, reason: $0.reason) }
    self.prefixes = prefixes
    patterns = entries.map { JSONPathPattern($0.path) }
  }

  /// Returns the paths of the keys that count in a value at `path`: few reports have another one inside.
  func patterns(in value: JSONValue, at path: String) -> [JSONPathPattern] {
    let inner = prefixes.filter { prefix in
      path.hasPrefix(prefix) || value.document.withoutTaking { value[String(prefix.prefix { $0 != "." })] != nil }
    }
    return patterns + inner.flatMap { prefix in entries.map { JSONPathPattern(prefix + "." + $0.path) } }
  }

  /// The tables of all formats.
  static let all = [ips, ksCrash, metricKit, sentry, swiftBacktrace, minidump, anyJSON]
}

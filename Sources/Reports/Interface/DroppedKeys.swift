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
  let patterns: [JSONPathPattern]

  /// Lists keys with their reasons. All of them count at each of `prefixes`, which are before the paths.
  init(_ format: String, _ entries: [(path: String, reason: String)], inside prefixes: [String] = [""]) {
    self.format = format
    self.entries = entries.map { Entry(path: $0.path, reason: $0.reason) }
    patterns = prefixes.flatMap { prefix in entries.map { JSONPathPattern(prefix + $0.path) } }
  }

  /// The tables of all formats.
  static let all = [ips, ksCrash, metricKit, sentry, swiftBacktrace, minidump, anyJSON]
}

internal import Synchronization

/// The values that were replaced in one run. Several threads may use it.
package final class RedactionLog: Sendable {
  /// A value with its replacement.
  package struct Entry: Hashable, Sendable {
    /// What it is.
    package let kind: Secret.Kind
    package let value: String
    package let replacement: String
    /// What it was found by: its form, the key before it, or another place where it was found.
    package let rule: String
  }

  private let counts = Mutex<[Entry: Int]>([:])

  /// Starts empty.
  package init() {}

  /// Returns all values with the number of their places, by kind and value.
  package var entries: [(entry: Entry, count: Int)] {
    counts.withLock { $0 }.map { (entry: $0.key, count: $0.value) }.sorted {
      ($0.entry.kind.rawValue, $0.entry.value, $0.entry.rule) < ($1.entry.kind.rawValue, $1.entry.value, $1.entry.rule)
    }
  }

  /// Counts one place of a value.
  func add(_ secret: Secret, _ replacement: [UInt8]) {
    guard secret.value != replacement else { return }
    let entry = Entry(
      kind: secret.kind, value: String(decoding: secret.value, as: UTF8.self),
      replacement: String(decoding: replacement, as: UTF8.self), rule: secret.rule)
    counts.withLock { $0[entry, default: 0] += 1 }
  }
}

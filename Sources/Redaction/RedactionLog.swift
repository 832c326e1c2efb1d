internal import Synchronization

/// The values that were replaced in one run. Several threads may use it.
package final class RedactionLog: Sendable {
  /// A value with its replacement.
  package struct Entry: Hashable, Sendable {
    /// What it is.
    package let kind: Secret.Kind
    /// The value.
    package let value: String
    /// Its replacement.
    package let replacement: String
  }

  private let counts = Mutex<[Entry: Int]>([:])

  /// Starts empty.
  package init() {}

  /// Returns all values with the number of their places, by kind and value.
  package var entries: [(entry: Entry, count: Int)] {
    counts.withLock { $0 }.map { (entry: $0.key, count: $0.value) }.sorted {
      ($0.entry.kind.rawValue, $0.entry.value) < ($1.entry.kind.rawValue, $1.entry.value)
    }
  }

  /// Counts one place of a value.
  func add(_ kind: Secret.Kind, _ value: String, _ replacement: String) {
    guard value != replacement else { return }
    counts.withLock { $0[Entry(kind: kind, value: value, replacement: replacement), default: 0] += 1 }
  }
}

internal import Synchronization

/// The files and directories of a tree that could not be read. Several threads add to it.
package final class UnreadFiles: Sendable {
  private let found = Mutex<[SystemError]>([])

  /// Nothing is unread so far.
  package init() {}

  /// The failures so far, each once, by path.
  package var failures: [SystemError] {
    Set(found.withLock { $0 }).sorted { ($0.path ?? "") < ($1.path ?? "") }
  }

  /// Adds a failure. A file that does not exist is no part of the tree: another process may have removed it.
  package func note(_ error: SystemError) {
    if !error.isMissing { found.withLock { $0.append(error) } }
  }
}

internal import Synchronization

/// Failures of the system behind answers that have no place for them: `FileSystem.status` and `realPath` return nil, as for a file that
/// is not there. Who answers strangers, who cannot look at the files, says what may be missing.
package enum PassedOver {
  private static let limit = 20
  private static let failures = Mutex<[SystemError]>([])

  static func note(_ error: SystemError) {
    guard error.isPassing else { return }
    failures.withLock { if $0.count < limit, !$0.contains(error) { $0.append(error) } }
  }

  /// Returns the failures since the last time.
  package static func take() -> [SystemError] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }
}

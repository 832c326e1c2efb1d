internal import Synchronization

/// Failures of the system behind answers that have no place for them: `FileSystem.status` and `realPath` return nil, as for a file that
/// is not there. Who answers strangers, who cannot look at the files, says what may be missing.
package enum PassedOver {
  private static let limit = 20
  private static let failures = Mutex<[SystemError]>([])

  /// Notes a failure that may pass; any other is as good as an absent file.
  static func note(_ error: SystemError) {
    if error.isPassing { add(error) }
  }

  /// Notes a failure of any kind.
  static func add(_ error: SystemError) {
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

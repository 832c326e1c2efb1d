internal import System

/// A problem with a search path.
package struct SearchWarning: Hashable, Sendable {
  /// The file or directory.
  package let path: String
  /// The problem, one clause.
  package let reason: String

  /// Whether answers are missing because of the problem: a run over one report then fails.
  package let isFailure: Bool

  /// Whether nothing is missing but an explanation: `--quiet` hides it.
  package let isAdvice: Bool

  /// Whether the next run may not have the problem: what it left out is not recorded as done.
  package let isPassing: Bool

  /// Records a problem.
  package init(path: String, reason: String, isFailure: Bool = false, isAdvice: Bool = false, isPassing: Bool = false) {
    self.isFailure = isFailure
    self.isPassing = isPassing
    self.isAdvice = isAdvice
    self.path = path
    self.reason = reason
  }

  /// A file or directory of which nothing is known, because the system failed or does not allow it.
  init(_ error: SystemError, path: String) {
    self.init(path: path, reason: error.message, isPassing: error.isPassing)
  }
}

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

  /// Records a problem.
  package init(path: String, reason: String, isFailure: Bool = false, isAdvice: Bool = false) {
    self.isFailure = isFailure
    self.isAdvice = isAdvice
    self.path = path
    self.reason = reason
  }
}

/// A problem with a search path.
package struct SearchWarning: Hashable, Sendable {
  /// The file or directory.
  package let path: String
  /// The problem, one clause.
  package let reason: String

  /// Whether answers are missing because of the problem: a run over one report then fails.
  package let isFailure: Bool

  /// Records a problem.
  package init(path: String, reason: String, isFailure: Bool = false) {
    self.isFailure = isFailure
    self.path = path
    self.reason = reason
  }
}

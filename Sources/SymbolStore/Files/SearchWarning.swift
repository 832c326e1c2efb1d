/// A problem with a search path.
public struct SearchWarning: Hashable, Sendable {
  /// The file or directory.
  public let path: String
  /// The problem, one clause.
  public let reason: String

  /// Whether answers are missing because of the problem: a run over one report then fails.
  public let isFailure: Bool

  /// Records a problem.
  public init(path: String, reason: String, isFailure: Bool = false) {
    self.isFailure = isFailure
    self.path = path
    self.reason = reason
  }
}

/// A problem with a search path.
public struct SearchWarning: Hashable, Sendable {
  /// The file or directory.
  public let path: String
  /// The problem, one clause.
  public let reason: String

  /// Records a problem.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

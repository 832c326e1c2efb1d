/// Something about a search place that the user should know.
public struct SearchWarning: Hashable, Sendable {
  /// The file or folder.
  public let path: String
  /// What is wrong with it, one clause.
  public let reason: String

  /// Notes what is wrong.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

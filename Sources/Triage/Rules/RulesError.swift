/// A line of a rules file that cannot be read.
public struct RulesError: Error, Hashable, Sendable {
  /// The line, counted from 1.
  public let line: Int
  /// What is wrong, as a clause without a full stop.
  public let message: String
}

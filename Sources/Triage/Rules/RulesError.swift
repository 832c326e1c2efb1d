/// A line of a rules file that cannot be read.
package struct RulesError: Error, Hashable, Sendable {
  /// The line, counted from 1.
  package let line: Int
  /// What is wrong, as a clause without a full stop.
  package let message: String
}

/// A commit that may have made a failure, and why.
package struct SuspectCommit: Hashable, Sendable {
  /// What a commit changes of the code on the stack, the closest to the failure first. The raw value is the name used in JSON output.
  package enum Touch: String, Sendable, CaseIterable {
    /// The blamed line itself.
    case line
    /// Lines of the blamed function, or lines near the blamed one if the function's extent is unknown.
    case function
    /// A function of the app that calls the blamed one.
    case caller
    /// The file of the blamed function.
    case file
    /// The file of a caller.
    case callerFile = "caller-file"
  }

  /// The full hash.
  package var hash: String
  /// The author's date: `2026-11-20`.
  package var date: String
  /// The first line of the message.
  package var subject: String
  /// The author's name, or nil unless it was asked for.
  package var author: String?
  /// The closest thing that it changes.
  package var touch: Touch
  /// The function or, if only the file is known to have changed, the path in the repository.
  package var what: String
  /// The path in the repository of the file that it changes.
  package var path: String
  /// The line in the last revision with the failure, counted from 1, or nil if none is meant.
  package var line: Int?
  /// Whether it takes a check away from those lines: a condition, an assertion, a lock.
  package var removesCheck: Bool

  package init(
    hash: String, date: String, subject: String, author: String?, touch: Touch, what: String, path: String, line: Int?,
    removesCheck: Bool
  ) {
    (self.hash, self.date, self.subject, self.author) = (hash, date, subject, author)
    (self.touch, self.what, self.path, self.line, self.removesCheck) = (touch, what, path, line, removesCheck)
  }

  /// The first ten digits of the hash, for people.
  package var shortHash: String { String(hash.prefix(10)) }
}

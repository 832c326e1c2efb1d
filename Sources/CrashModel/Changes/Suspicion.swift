/// What a repository says about a failure: commits that may have made it, the last change of the blamed line, and who owns the code.
/// A commit is a suspect because of what it changes and when; nothing here proves anything.
package struct Suspicion: Hashable, Sendable {
  /// A version of the app, and the commit that it was built from.
  package struct Build: Hashable, Sendable {
    /// The version as reports or tags spell it.
    package var version: String
    /// The full hash.
    package var commit: String

    package init(version: String, commit: String) { (self.version, self.commit) = (version, commit) }
  }

  /// The last change of the blamed line.
  package struct LastChange: Hashable, Sendable {
    /// The full hash.
    package var hash: String
    /// The author's date.
    package var date: String
    /// The first line of the message.
    package var subject: String
    /// The author's name, or nil unless it was asked for.
    package var author: String?
    /// The path in the repository.
    package var path: String
    /// The line, counted from 1.
    package var line: Int

    package init(hash: String, date: String, subject: String, author: String?, path: String, line: Int) {
      (self.hash, self.date, self.subject, self.author) = (hash, date, subject, author)
      (self.path, self.line) = (path, line)
    }
  }

  /// The last version without the failure, or nil if none is known.
  package var without: Build?
  /// The first version with it, or nil if its revision is unknown.
  package var with: Build?
  /// Whether there are reports of the version without the failure; otherwise it is only the version before.
  package var isWithoutReported = false
  /// The suspects, the closest to the failure first.
  package var commits: [SuspectCommit] = []
  /// The last change of the blamed line in the revision of the newest report, or nil if unknown.
  package var lastChange: LastChange?
  /// The owners of the code by the repository's CODEOWNERS; empty if it has none, or if nobody asked.
  package var owners: [String] = []
  /// Why there are no suspects, as a clause, or nil if there are some.
  package var problem: String?

  /// Nothing known.
  package init() {}
}

/// What a repository is asked for.
package struct ChangeOptions: Sendable {
  /// A directory in the repository.
  package var repository: String
  /// The revisions of versions that the user named: a version, a build, or both as in `4.2.0 (1187)`.
  package var revisions: [(version: String, revision: String)] = []
  /// Whether the names of authors are in the answers.
  package var showsAuthors = false
  /// Whether CODEOWNERS is read.
  package var findsOwners = false

  /// Replaces what must not be shown in the words of commits.
  package var hide: @Sendable (String) -> String = { $0 }

  package init(repository: String) { self.repository = repository }
}

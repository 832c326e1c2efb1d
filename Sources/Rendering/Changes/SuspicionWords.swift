package import CrashModel

/// Words what a repository says about a failure: always as a suspicion, with its reason.
package struct SuspicionWords: Sendable {
  private let suspicion: Suspicion

  /// The title of the suspects.
  package static let title = "Suspected changes"

  package init(_ suspicion: Suspicion) { self.suspicion = suspicion }

  /// Whether there is anything to show.
  package var isEmpty: Bool { commits.isEmpty && lastChange == nil && owners == nil && suspicion.problem == nil }

  /// `1a2b3c4d5e 2026-11-10 Round totals down: touches Checkout.total, in 4.2.0 and not in 4.1.0`, the best first.
  package var commits: [String] { suspicion.commits.map { "\(Self.name($0)): \(reason($0))" } }

  /// `1a2b3c4d5e 2026-11-10 Round totals down`, with the author if the names of authors were asked for.
  package static func name(_ commit: SuspectCommit) -> String {
    line(commit.shortHash, commit.date, commit.subject, commit.author)
  }

  /// `touches Checkout.total, in 4.2.0 and not in 4.1.0`; `removes a check from Checkout.total, in ...`.
  package func reason(_ commit: SuspectCommit) -> String {
    let touches = commit.removesCheck ? "removes a check from" : "touches"
    let touch =
      switch commit.touch {
      case .line: "changes the blamed line \(commit.what)"
      case .function, .file: "\(touches) \(commit.what)"
      case .caller: "\(touches) \(commit.what), on the way to the blamed function"
      case .callerFile: "touches \(commit.what), the file of a caller"
      }
    guard let with = suspicion.with else { return touch }
    return "\(touch), in \(with.version)" + (suspicion.without.map { " and not in \($0.version)" } ?? "")
  }

  /// `Checkout.swift:42 was last changed by 1a2b3c4d5e 2026-11-10 Round totals down`; nil if unknown.
  package var lastChange: String? {
    suspicion.lastChange.map {
      "\(PathText.lastComponent(of: $0.path)):\($0.line) was last changed by "
        + Self.line(String($0.hash.prefix(10)), $0.date, $0.subject, $0.author)
    }
  }

  /// `@shop/checkout @ann`; nil without owners.
  package var owners: String? { suspicion.owners.isEmpty ? nil : suspicion.owners.joined(separator: " ") }

  /// Why there are no suspects, as a clause.
  package var problem: String? { suspicion.problem }

  /// All of it, one fact a line.
  package var lines: [String] {
    let problem = problem.map { ["none: \($0)"] } ?? []
    return commits + problem + [lastChange, owners.map { "owners: \($0)" }].compactMap { $0 }
  }

  private static func line(_ hash: String, _ date: String, _ subject: String, _ author: String?) -> String {
    "\(hash) \(date) \(subject)" + (author.map { " (\($0))" } ?? "")
  }
}

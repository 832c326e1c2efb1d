package import CrashModel
internal import Synchronization
internal import System
package import Triage

/// Looks in a repository for the commits that may have made failures. Several threads may use one; git answers one at a time.
///
/// The front of the module `Changes`. In: a report or a group with its stack and versions. Out: a `Suspicion`.
///
/// - `Git`: the questions to git, the commits of versions (`RevisionFinder`, `VersionTags`).
/// - `Code`: the files of a repository that debug information names, and the lines of functions in them.
/// - `Owners`: CODEOWNERS.
package final class ChangeSearch: Sendable {
  private let state: Mutex<ChangeSearchState>

  /// Opens a repository. Throws if git cannot read it.
  package init(_ options: ChangeOptions) throws(GitFailure) { state = Mutex(try ChangeSearchState(options)) }

  /// Returns what the repository says about a report, or nil if the report was not triaged.
  package func suspicion(of answers: SymbolicatedReport) -> Suspicion? {
    guard let question = Question(answers) else { return nil }
    let stated = answers.report.revision
    return state.withLock { $0.answer(question) { _ in stated } }
  }

  /// Returns what the repository says about the groups of a summary, in their order, as long as there is time. With a limit, only of the
  /// first groups of each table. Versions without a failure are those of `all` groups.
  package func suspicions(of summary: Summary, among all: Summary, limit: Int = .max) -> [String: Suspicion] {
    var versions: [String: Set<String>] = [:]
    for group in all.groups {
      versions[group.app, default: []].formUnion(group.versions.map(\.name).filter { $0 != "?" })
    }
    var result: [String: Suspicion] = [:]
    var counts: [CrashEvent.Table: Int] = [:]
    for group in summary.groups where group.failure != .jetsam {
      counts[group.table, default: 0] += 1
      guard counts[group.table, default: 0] <= limit else { continue }
      let question = Question(group, of: summary, versions: versions[group.app] ?? [])
      result[group.group] = state.withLock { state in
        state.answer(question) { summary.revisions[AppVersion(app: $0.app, version: $0.name)] }
      }
    }
    return result
  }

  /// Returns the owners of the code of each group that has some.
  package func owners(of summary: Summary) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for group in summary.groups {
      let owners = state.withLock { $0.owners(Question(group, of: summary, versions: [])) }
      if !owners.isEmpty { result[group.group] = owners }
    }
    return result
  }
}

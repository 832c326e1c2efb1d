internal import CrashModel
internal import Triage

/// Finds the commits that versions were built from: as the user said, as reports say, or by tags.
struct RevisionFinder {
  private let repository: GitRepository
  private let named: [(version: String, revision: String)]
  private let tags: VersionTags
  private var known: [AppBuild: Suspicion.Build?] = [:]

  /// Reads the tags of a repository.
  init(_ repository: GitRepository, named: [(version: String, revision: String)]) throws(GitFailure) {
    self.repository = repository
    self.named = named
    tags = VersionTags(try repository.tags())
  }

  /// Returns the commit of a version, or nil if it is unknown. `stated` is the revision that a report of it names.
  mutating func find(_ build: AppBuild, stated: String?) -> Suspicion.Build? {
    if let answer = known[build] { return answer }
    let answer = commit(of: build, stated: stated).map { Suspicion.Build(version: build.name, commit: $0) }
    known[build] = .some(answer)
    return answer
  }

  private func commit(of build: AppBuild, stated: String?) -> String? {
    let names = [build.name, build.version, build.build].compactMap { $0 }
    for name in names {
      if let own = named.first(where: { $0.version == name }) { return repository.commit(named: own.revision) }
    }
    if let stated, let commit = repository.commit(named: stated) { return commit }
    return tags.tag(of: build)?.commit
  }

  /// Returns the version of the tag before that of a version, or nil if there is none.
  func tag(before build: AppBuild) -> Suspicion.Build? {
    guard let tag = tags.tag(of: build), let earlier = tags.tag(before: tag) else { return nil }
    return Suspicion.Build(version: earlier.name, commit: earlier.commit)
  }
}

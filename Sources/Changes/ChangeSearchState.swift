internal import CrashModel
internal import System

/// What a search has read of a repository so far, and the answers.
struct ChangeSearchState {
  /// How long all questions together may take, in nanoseconds.
  private static let time: Int64 = 120_000_000_000

  /// The most functions whose history is read.
  private static let maxTargets = 4

  private let repository: GitRepository
  private let options: ChangeOptions
  private var revisions: RevisionFinder
  private let owners: CodeOwners?
  private let head: String?
  private let end: Int64
  private var answers: [Question: Suspicion] = [:]
  private var trees: [String: RepositoryFiles] = [:]
  private var extents: [String: FunctionExtent] = [:]
  private var spans: [GitRepository.Span: Set<String>] = [:]

  /// Opens a repository.
  init(_ options: ChangeOptions) throws(GitFailure) {
    self.options = options
    repository = try GitRepository(folder: options.repository)
    for (version, revision) in options.revisions where repository.commit(named: revision) == nil {
      throw GitFailure(reason: "no revision \(revision) for version \(version)")
    }
    revisions = try RevisionFinder(repository, named: options.revisions)
    head = repository.commit(named: "HEAD")
    owners = options.findsOwners ? Self.owners(repository, head) : nil
    end = Clock.sinceStart + Self.time
  }

  private static func owners(_ repository: GitRepository, _ head: String?) -> CodeOwners? {
    guard let head else { return nil }
    for path in CodeOwners.paths {
      if let bytes = try? repository.contents(of: path, in: head) { return CodeOwners(String(decoding: bytes, as: UTF8.self)) }
    }
    return nil
  }

  /// Answers a question, once. `stated` returns the revision that reports name for a version.
  mutating func answer(_ question: Question, stated: (AppBuild) -> String?) -> Suspicion {
    if let known = answers[question] { return known }
    var suspicion = Suspicion()
    do throws(GitFailure) {
      suspicion.owners = try findOwners(question)
      guard Clock.sinceStart < end else { throw GitFailure(reason: "the time for the repository is over") }
      try search(question, &suspicion, stated)
    } catch {
      suspicion.problem = error.reason
    }
    suspicion.hide(options.hide)
    answers[question] = suspicion
    return suspicion
  }

  /// Returns the owners of the code that a question is about; none if they cannot be read.
  mutating func owners(_ question: Question) -> [String] { (try? findOwners(question)) ?? [] }

  private mutating func findOwners(_ question: Question) throws(GitFailure) -> [String] {
    guard let owners, let head else { return [] }
    let files = try files(of: head)
    return question.places.lazy.compactMap { files.path(of: $0.file) }.map(owners.owners).first ?? []
  }

  private mutating func files(of commit: String) throws(GitFailure) -> RepositoryFiles {
    if let known = trees[commit] { return known }
    let files = RepositoryFiles(try repository.files(of: commit))
    trees[commit] = files
    return files
  }

  // MARK: Suspects

  /// A function on the stack in the repository.
  private struct Target {
    var place: Question.Place
    var path: String
    /// The lines of the function, or those around the line if they are unknown.
    var lines: ClosedRange<Int>?
    var isWhole = false
    /// How far it is from the blamed function, which is 0.
    var distance: Int
  }

  private mutating func search(_ question: Question, _ suspicion: inout Suspicion, _ stated: (AppBuild) -> String?)
    throws(GitFailure)
  {
    guard let first = question.first, let newest = question.newest else { throw GitFailure(reason: "its version is unknown") }
    guard !question.places.isEmpty else { throw GitFailure(reason: "no frame of the app has a source line") }
    let built = revisions.find(newest, stated: stated(newest))
    suspicion.with = revisions.find(first, stated: stated(first)) ?? built
    guard let built = built ?? suspicion.with, let with = suspicion.with else { throw missing(first) }
    for earlier in question.earlier where suspicion.without == nil {
      suspicion.without = revisions.find(earlier, stated: stated(earlier))
      suspicion.isWithoutReported = suspicion.without != nil
    }
    suspicion.without = suspicion.without ?? revisions.tag(before: first)
    let targets = try targets(question, in: built.commit)
    guard !targets.isEmpty else {
      throw GitFailure(
        reason: "\(PathText.lastComponent(of: question.places[0].file)) is not in the repository at \(built.version)")
    }
    if let blamed = targets.first, blamed.distance == 0, let change = try lastChange(of: blamed, in: built.commit) {
      suspicion.lastChange = Suspicion.LastChange(
        hash: change.hash, date: change.date, subject: change.subject, author: options.showsAuthors ? change.author : nil,
        path: blamed.path, line: blamed.place.line)
    }
    suspicion.commits = try suspects(targets, suspicion, built: built.commit, with: with.commit)
    guard suspicion.commits.isEmpty else { return }
    let versions = suspicion.without.map { "after \($0.version) up to \(with.version)" } ?? "up to \(with.version)"
    throw GitFailure(reason: "no commit \(versions) changes these functions or their files")
  }

  /// Returns the commit that changed the line of a place last; nil if the file has fewer lines.
  private func lastChange(of target: Target, in commit: String) throws(GitFailure) -> Commit? {
    guard let extent = extents[Self.key(target.path, commit)], (1...extent.count).contains(target.place.line) else { return nil }
    return try repository.lastChange(ofLine: target.place.line, of: target.path, in: commit)
  }

  private func missing(_ build: AppBuild) -> GitFailure {
    let shallow = repository.isShallow ? " (the clone is shallow: git fetch --unshallow --tags)" : ""
    return GitFailure(reason: "no tag for version \(build.name)\(shallow); --revision \(build.version)=REV names its revision")
  }

  /// Returns the places that are in the repository, with the lines of their functions.
  private mutating func targets(_ question: Question, in commit: String) throws(GitFailure) -> [Target] {
    let files = try files(of: commit)
    var targets: [Target] = []
    for (position, place) in question.places.enumerated() {
      guard targets.count < Self.maxTargets, let path = files.path(of: place.file) else { continue }
      var target = Target(place: place, path: path, distance: question.hasBlamed ? position : position + 1)
      let extent = try extent(of: path, in: commit)
      if let lines = DeclaredName.of(place.function).flatMap({ extent.lines(of: $0, around: place.line) }) {
        (target.lines, target.isWhole) = (lines, true)
      } else if place.line >= 1, place.line <= extent.count {
        target.lines = max(place.line - 5, 1)...min(place.line + 5, extent.count)
      }
      targets.append(target)
    }
    return targets
  }

  private static func key(_ path: String, _ commit: String) -> String { "\(commit):\(path)" }

  private mutating func extent(of path: String, in commit: String) throws(GitFailure) -> FunctionExtent {
    let key = Self.key(path, commit)
    if let known = extents[key] { return known }
    let extent = FunctionExtent(try repository.contents(of: path, in: commit))
    extents[key] = extent
    return extent
  }

  /// Returns the commits between the versions that change any of these functions or their files.
  private mutating func suspects(
    _ targets: [Target], _ suspicion: Suspicion, built: String, with: String
  ) throws(GitFailure) -> [SuspectCommit] {
    let span = GitRepository.Span(from: suspicion.without?.commit, to: with)
    // Lines are followed back from the revision whose lines they are; commits after the first version with the failure do not count.
    let whole = GitRepository.Span(from: suspicion.without?.commit, to: built)
    let inSpan = built == with ? nil : try hashes(in: span)
    var ranking = SuspectRanking()
    for target in targets {
      if target.distance == 0, let change = suspicion.lastChange, try hashes(in: span).contains(change.hash) {
        let commit = Commit(change)
        ranking.add(
          commit, .line, "\(PathText.lastComponent(of: target.path)):\(target.place.line)", path: target.path,
          line: target.place.line, worth: 100)
      }
      if target.distance > 0, let call = try lastChange(of: target, in: built), try hashes(in: span).contains(call.hash) {
        add(call, target, worth: 93 - target.distance, to: &ranking)
      }
      guard let lines = target.lines else { continue }
      let near = max(lines.lowerBound, target.place.line - 2)...min(lines.upperBound, target.place.line + 2)
      for (part, worth) in [(near, target.distance == 0 ? 88 : 71 - target.distance), (lines, 75 - 5 * target.distance)] {
        for change in try repository.commits(changing: part, of: target.path, in: whole)
        where inSpan?.contains(change.commit.hash) ?? true {
          add(change.commit, target, removesCheck: change.removesCheck, worth: worth, to: &ranking)
        }
      }
    }
    let paths = targets.map(\.path)
    for (commit, changed) in try repository.commits(changing: Array(Set(paths)).sorted(), in: span) {
      guard let target = targets.first(where: { changed.contains($0.path) }) else { continue }
      ranking.add(
        commit, target.distance == 0 ? .file : .callerFile, target.path, path: target.path, line: nil,
        worth: target.distance == 0 ? 20 : 15 - target.distance)
    }
    let files = try repository.fileCounts(of: ranking.candidates)
    return ranking.commits(files: files, showsAuthors: options.showsAuthors)
  }

  private func add(
    _ commit: Commit, _ target: Target, removesCheck: Bool = false, worth: Int, to ranking: inout SuspectRanking
  ) {
    let place = "\(PathText.lastComponent(of: target.path)):\(target.place.line)"
    // What a failure lacks most often is a check that was there.
    let worth = worth + (removesCheck ? 7 : 0) - (target.isWhole ? 0 : 12)
    ranking.add(
      commit, target.distance == 0 ? .function : .caller, target.isWhole ? target.place.function : "lines near \(place)",
      path: target.path, line: target.place.line, removesCheck: removesCheck, worth: worth)
  }

  private mutating func hashes(in span: GitRepository.Span) throws(GitFailure) -> Set<String> {
    if let known = spans[span] { return known }
    let hashes = try repository.hashes(in: span)
    spans[span] = hashes
    return hashes
  }
}

extension Suspicion {
  /// Replaces what must not be shown in the words of its commits.
  fileprivate mutating func hide(_ replace: (String) -> String) {
    for position in commits.indices {
      commits[position].subject = replace(commits[position].subject)
      commits[position].author = commits[position].author.map(replace)
    }
    if let change = lastChange {
      lastChange?.subject = replace(change.subject)
      lastChange?.author = change.author.map(replace)
    }
  }
}

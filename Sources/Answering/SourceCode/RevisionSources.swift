internal import Changes
internal import CrashModel

/// The files of a repository as they are in the revision that a report's app was built from (`--source-git`). One owner, one thread.
final class RevisionSources {
  private let options: SourceRepository
  private let repository: Result<GitRepository, GitFailure>
  private var reader: GitFileReader?
  private var commits: [String: String?] = [:]
  private var files: [String: Result<Set<String>, GitFailure>] = [:]

  /// Opens the repository.
  init(_ options: SourceRepository) {
    self.options = options
    repository = Result { () throws(GitFailure) in try GitRepository(folder: options.folder) }
  }

  /// Returns the commit of a report: that of the option, else the one that the report names. Throws if there is none.
  func commit(of report: CrashReport) throws(SourceText.Refusal) -> String {
    let named =
      options.revision ?? options.key.flatMap { Self.word(under: $0, in: report) } ?? report.revision
      ?? Self.sourceVersion(of: report).flatMap { Self.isHash($0) ? $0 : nil }
    guard let named else {
      throw SourceText.Refusal(
        reason: "no revision of \(options.folder): name it with --source-git REPO@REV, or a key of the report with --revision-key"
      )
    }
    let known = try opened()
    if commits[named] == nil { commits[named] = .some(known.commit(named: named)) }
    guard let commit = commits[named] ?? nil else {
      throw SourceText.Refusal(reason: "no revision \(named) in \(options.folder)")
    }
    return commit
  }

  /// Returns the file that a path in the debug information means, or nil if the commit has none: the whole path below the top of the
  /// repository, then without its first component, and so on.
  func file(at path: String, in commit: String) throws(SourceText.Refusal) -> BuiltSource? {
    let components = SourceSearch.components(of: path)
    guard components.count <= 128 else { return nil }
    let files = try files(of: commit)
    for first in components.indices {
      let relative = components[first...].joined(separator: "/")
      guard files.contains(relative) else { continue }
      return BuiltSource(
        key: "\(options.folder)\0\(commit)\0\(relative)", path: "\(relative)@\(commit.prefix(12))", relativePath: relative
      ) { () throws(SourceText.Refusal) in try self.contents(of: relative, in: commit) }
    }
    return nil
  }

  private func contents(of path: String, in commit: String) throws(SourceText.Refusal) -> [UInt8] {
    let known: GitFileReader
    if let reader { known = reader } else { known = GitFileReader(try opened()) }
    reader = known
    do throws(GitFailure) { return try known.contents(of: path, in: commit) } catch {
      throw SourceText.Refusal(reason: error.reason)
    }
  }

  /// Returns what a report says under a key; under `SourceVersion`, that part of `buildInfo`.
  private static func word(under key: String, in report: CrashReport) -> String? {
    report.word(under: key) ?? (key.hasSuffix("SourceVersion") ? sourceVersion(of: report) : nil)
  }

  /// `SourceVersion` of Apple's `buildInfo`, of which readers make `Project-SourceVersion~BuildVersion (ProductBuildVersion)`.
  private static func sourceVersion(of report: CrashReport) -> String? {
    guard case .text(let text)? = report.details.first(where: { $0.key == "buildInfo" })?.value else { return nil }
    let name = text.prefix { $0 != "~" && $0 != " " }
    let word = name.split(separator: "-").last.map(String.init)
    return word.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns whether a word is the hash of a commit: Apple's own programs have other numbers in its place.
  private static func isHash(_ word: String) -> Bool {
    (7...64).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private func opened() throws(SourceText.Refusal) -> GitRepository {
    do throws(GitFailure) { return try repository.get() } catch {
      throw SourceText.Refusal(reason: "\(options.folder): \(error.reason)")
    }
  }

  private func files(of commit: String) throws(SourceText.Refusal) -> Set<String> {
    let known = try opened()
    let found = files[commit] ?? Result { () throws(GitFailure) in Set(try known.files(of: commit)) }
    files[commit] = found
    do throws(GitFailure) { return try found.get() } catch {
      throw SourceText.Refusal(reason: "\(options.folder): \(error.reason)")
    }
  }
}

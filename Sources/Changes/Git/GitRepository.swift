/// Questions to a repository.
package struct GitRepository: Sendable {
  /// A tag and the commit that it names.
  struct Tag: Hashable {
    let name: String
    let commit: String
  }

  /// The commits of a revision that another one does not have; all of them if there is no other one.
  struct Span: Hashable {
    /// The hash of the revision whose commits are left out, or nil for none.
    var from: String?
    /// The hash of the revision.
    var to: String

    /// The argument that names them.
    fileprivate var argument: String { from.map { "\($0)..\(to)" } ?? to }
  }

  /// The most commits that are read of one file or function.
  private static let maxCommits = "300"
  /// The most bytes of a source file.
  static let maxFileSize = 8 << 20

  let git: GitProgram

  /// Opens the repository of a directory. Throws if there is none, or if git does not trust it.
  package init(folder: String) throws(GitFailure) {
    git = GitProgram(folder: folder)
    _ = try git.text(["rev-parse", "--git-dir"])
  }

  /// Whether commits are missing, because the clone was made with `--depth`.
  var isShallow: Bool { (try? git.text(["rev-parse", "--is-shallow-repository"]))?.hasPrefix("true") ?? false }

  /// Returns the tags of commits.
  func tags() throws(GitFailure) -> [Tag] {
    let format = "--format=%(refname:strip=2)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)"
    return try git.text(["for-each-ref", format, "refs/tags"]).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { return nil }
      if fields[1] == "commit" { return Tag(name: fields[0], commit: fields[2]) }
      return fields[3] == "commit" ? Tag(name: fields[0], commit: fields[4]) : nil
    }
  }

  /// Returns the full hash of the commit that a revision names, or nil if there is none.
  package func commit(named revision: String) -> String? {
    guard !revision.isEmpty, !revision.hasPrefix("-"), !revision.contains("\0") else { return nil }
    let text = try? git.text(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
    return text.flatMap { $0.split(separator: "\n").first.map(String.init) }
  }

  /// Returns the paths of all files of a revision.
  package func files(of commit: String) throws(GitFailure) -> [String] {
    try git.text(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]).split(separator: "\0").map(String.init)
  }

  /// Returns a file as it is in a revision.
  package func contents(of path: String, in commit: String) throws(GitFailure) -> [UInt8] {
    try git.output(["cat-file", "blob", "\(commit):\(path)"], limit: Self.maxFileSize)
  }

  /// Returns the commits that changed any of these files, newest first, with those that each changed. Merges are left out.
  func commits(changing paths: [String], in span: Span) throws(GitFailure) -> [(commit: Commit, paths: [String])] {
    let text = try git.text(
      ["log", "--no-merges", "--max-count", Self.maxCommits, "--date=short", Commit.format, "--name-only"]
        + GitProgram.plainChanges
        + [span.argument, "--"] + paths)
    return Self.lists(text)
  }

  /// Returns the commits that changed these lines of a file, as they are in the last revision of the span; newest first, without merges.
  func commits(changing lines: ClosedRange<Int>, of path: String, in span: Span) throws(GitFailure) -> [LineChange] {
    let text = try git.text(
      ["log", "--no-merges", "--max-count", Self.maxCommits, "--date=short", Commit.format, "--patch"]
        + GitProgram.plainChanges
        + ["-L\(lines.lowerBound),\(lines.upperBound):\(path)", span.argument])
    var changes: [LineChange] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("\u{1}") {
        if let commit = Commit(parsing: line.dropFirst()) { changes.append(LineChange(commit: commit)) }
      } else if !changes.isEmpty, !line.hasPrefix("---"), !line.hasPrefix("+++") {
        changes[changes.count - 1].read(line)
      }
    }
    return changes
  }

  /// Returns how many files each of these commits changed.
  func fileCounts(of hashes: [String]) throws(GitFailure) -> [String: Int] {
    guard !hashes.isEmpty else { return [:] }
    let text = try git.text(
      ["log", "--no-walk", "--date=short", Commit.format, "--name-only"] + GitProgram.plainChanges + hashes + ["--"])
    return Dictionary(Self.lists(text).map { ($0.commit.hash, $0.paths.count) }) { first, _ in first }
  }

  /// Returns the hashes of all commits of a span.
  func hashes(in span: Span) throws(GitFailure) -> Set<String> {
    Set(try git.text(["rev-list", "--max-count=200000", span.argument]).split(separator: "\n").map(String.init))
  }

  /// Returns the commit that changed a line of a file last; changes of blanks do not count.
  func lastChange(ofLine line: Int, of path: String, in commit: String) throws(GitFailure) -> Commit? {
    let text = try git.text(
      ["blame", "-w", "--no-textconv", "--no-progress", "--porcelain", "-L\(line),\(line)", commit, "--", path], limit: 1 << 20)
    guard let hash = text.split(separator: " ").first.map(String.init), !hash.allSatisfy({ $0 == "0" }) else { return nil }
    let shown = try git.text(
      ["log", "--no-walk", "--date=short", Commit.format, "--no-patch"] + GitProgram.plainChanges + [hash, "--"])
    return Self.lists(shown).first?.commit
  }

  /// Reads commits and the paths after each.
  private static func lists(_ text: String) -> [(commit: Commit, paths: [String])] {
    var result: [(commit: Commit, paths: [String])] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("\u{1}") {
        if let commit = Commit(parsing: line.dropFirst()) { result.append((commit, [])) }
      } else if !result.isEmpty {
        result[result.count - 1].paths.append(String(line))
      }
    }
    return result
  }
}

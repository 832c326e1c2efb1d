internal import CrashModel

/// Orders commits by how close to the failure what they change is.
struct SuspectRanking {
  /// A commit and the closest thing that it changes.
  private struct Entry {
    let commit: Commit
    var touch: SuspectCommit.Touch
    var what: String
    var path: String
    var line: Int?
    var removesCheck: Bool
    var worth: Int
  }

  /// The most commits that are shown.
  static let limit = 5
  /// From this many files on, a commit is likely to have changed everything: a format, a name.
  private static let manyFiles = 40

  private var entries: [String: Entry] = [:]
  private var order: [String] = []

  /// Adds a commit that changes something. Of several things, the one with most worth counts.
  mutating func add(
    _ commit: Commit, _ touch: SuspectCommit.Touch, _ what: String, path: String, line: Int?, removesCheck: Bool = false,
    worth: Int
  ) {
    let entry = Entry(
      commit: commit, touch: touch, what: what, path: path, line: line, removesCheck: removesCheck, worth: worth)
    guard let known = entries[commit.hash] else {
      order.append(commit.hash)
      entries[commit.hash] = entry
      return
    }
    var closest = worth > known.worth ? entry : known
    // The check may be in a part of the function that is worth less.
    if entry.what == known.what { closest.removesCheck = entry.removesCheck || known.removesCheck }
    entries[commit.hash] = closest
  }

  /// The hashes of the commits with most worth, which are worth to be looked at.
  var candidates: [String] { Array(sorted([:]).prefix(Self.limit * 3).map(\.commit.hash)) }

  /// Returns the first commits. `files` has the number of files that each changes.
  func commits(files: [String: Int], showsAuthors: Bool) -> [SuspectCommit] {
    sorted(files).prefix(Self.limit).map { entry in
      SuspectCommit(
        hash: entry.commit.hash, date: entry.commit.date, subject: entry.commit.subject,
        author: showsAuthors ? entry.commit.author : nil, touch: entry.touch, what: entry.what, path: entry.path,
        line: entry.line,
        removesCheck: entry.removesCheck)
    }
  }

  /// By worth; of the same worth the newest first, then by hash.
  private func sorted(_ files: [String: Int]) -> [Entry] {
    func worth(_ entry: Entry) -> Int {
      files[entry.commit.hash, default: 0] >= Self.manyFiles ? entry.worth / 2 : entry.worth
    }
    return order.compactMap { entries[$0] }.sorted { one, two in
      (worth(two), two.commit.date, one.commit.hash) < (worth(one), one.commit.date, two.commit.hash)
    }
  }
}

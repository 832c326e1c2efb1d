internal import CrashModel

/// A commit as `git log` prints it.
struct Commit: Hashable {
  let hash: String
  /// The author's date, `2026-11-20`.
  let date: String
  let subject: String
  let author: String

  /// The format that `init(parsing:)` reads; a line of it begins with a byte that no path has.
  static let format = "--format=%x01%H%x02%ad%x02%an%x02%s"

  /// Reads a line, without the first byte. Returns nil if it is none.
  init?(parsing line: Substring) {
    let fields = line.split(separator: "\u{2}", maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4 else { return nil }
    (hash, date) = (String(fields[0]), String(fields[1]))
    (author, subject) = (String(fields[2].prefix(100)), String(fields[3].prefix(200)))
  }

  /// The commit that changed a line last, whose author may be unknown.
  init(_ change: Suspicion.LastChange) {
    (hash, date, subject, author) = (change.hash, change.date, change.subject, change.author ?? "")
  }
}

import CrashModel
import JSONText

/// Writes the keys `suspects` and `owners` of a report or a group.
enum JSONSuspicion {
  /// Writes the keys, unless no repository was asked.
  static func write(_ suspicion: Suspicion?, to writer: inout JSONWriter) {
    guard let suspicion else { return }
    let words = SuspicionWords(suspicion)
    writer.object("suspects") { writer in
      if let without = suspicion.without {
        writer.object("without") { writer in
          writer.member("version", without.version)
          writer.member("commit", without.commit)
          writer.member("reported", suspicion.isWithoutReported)
        }
      }
      if let with = suspicion.with {
        writer.object("with") { writer in
          writer.member("version", with.version)
          writer.member("commit", with.commit)
        }
      }
      writer.array("commits", suspicion.commits) { writer, commit in
        writer.member("commit", commit.hash)
        writer.member("date", commit.date)
        writer.member("subject", commit.subject)
        writer.member("author", commit.author)
        writer.member("touches", commit.touch.rawValue)
        writer.member("what", commit.what)
        if commit.removesCheck { writer.member("removesCheck", true) }
        writer.member("path", commit.path)
        writer.member("line", commit.line)
        writer.member("reason", words.reason(commit))
      }
      if let change = suspicion.lastChange {
        writer.object("lastChange") { writer in
          writer.member("commit", change.hash)
          writer.member("date", change.date)
          writer.member("subject", change.subject)
          writer.member("author", change.author)
          writer.member("path", change.path)
          writer.member("line", change.line)
        }
      }
      writer.member("problem", suspicion.problem)
    }
    if !suspicion.owners.isEmpty { writer.member("owners", suspicion.owners) }
  }
}

internal import System

/// Reads files of revisions through one `git cat-file --batch`, which the first of them starts. Once git fails, it is not asked again. One
/// owner, one thread.
package final class GitFileReader {
  private struct State: ~Copyable {
    var child: ChildProcess?
  }

  private let repository: GitRepository
  private var state = State(child: nil)
  private var failure: GitFailure?
  /// What git has written and nobody has read yet.
  private var buffer: [UInt8] = []

  /// The longest line before a file: `blob 5120`, or the question if there is no answer.
  private static let maxHeader = 1 << 16
  private static let pieceSize = 1 << 16

  /// Why there is no file.
  private enum Problem: Error {
    /// There is none; git waits for the next question.
    case absent(String)
    /// It is not wanted, and git has not written all of it yet.
    case unread(String)
    /// Git gives no more answers.
    case git(String)
  }

  /// Starts nothing yet.
  package init(_ repository: GitRepository) { self.repository = repository }

  /// Returns a file as it is in a commit, whose hash is complete. Throws if it is not there or larger than 8 MB, or if git fails.
  package func contents(of path: String, in commit: String) throws(GitFailure) -> [UInt8] {
    // The question is a line.
    if path.utf8.contains(10) { return try repository.contents(of: path, in: commit) }
    if let failure { throw failure }
    let child: ChildProcess
    if let running = state.child.take() {
      child = running
    } else {
      buffer = []
      child = try repository.git.start(["cat-file", "--batch=%(objecttype) %(objectsize)"])
    }
    let end = Clock.sinceStart + GitProgram.timeout * 1_000_000
    do throws(Problem) {
      let bytes = try answer(to: "\(commit):\(path)\n", child, until: end)
      state.child = consume child
      return bytes
    } catch {
      switch error {
      case .absent(let reason):
        state.child = consume child
        throw GitFailure(reason: reason)
      case .unread(let reason):
        child.kill()
        throw GitFailure(reason: reason)
      case .git(let reason):
        child.kill()
        let lasting = GitFailure(reason: reason)
        failure = lasting
        throw lasting
      }
    }
  }

  private func answer(to question: String, _ child: borrowing ChildProcess, until end: Int64) throws(Problem) -> [UInt8] {
    do throws(SystemError) {
      try child.write(Array(question.utf8), timeout: Self.milliseconds(until: end))
    } catch {
      throw .git(error.isTimeout ? Self.tooSlow : Self.gone)
    }
    var line: Int?
    while line == nil {
      line = buffer.firstIndex(of: 10)
      if line == nil { try receive(child, until: end) }
      if line == nil, buffer.count > Self.maxHeader { throw .git("git gave an answer that is none") }
    }
    let header = String(decoding: buffer[..<(line ?? 0)], as: UTF8.self)
    buffer.removeFirst((line ?? 0) + 1)
    let words = header.split(separator: " ")
    guard words.count == 2, let size = Int(words[1]), size >= 0 else { throw .absent("git has no such file: \(header)") }
    guard words[0] == "blob" else { throw .unread("it is no file in that revision but a \(words[0])") }
    guard size <= GitRepository.maxFileSize else { throw .unread("it has \(size / 1_000_000) MB in that revision") }
    while buffer.count < size + 1 { try receive(child, until: end) }
    defer { buffer.removeFirst(size + 1) }
    return Array(buffer[..<size])
  }

  private func receive(_ child: borrowing ChildProcess, until end: Int64) throws(Problem) {
    do throws(SystemError) {
      let piece = try child.read(limit: Self.pieceSize, timeout: Self.milliseconds(until: end))
      if piece.isEmpty { throw SystemError(0, operation: "read") }
      buffer += piece
    } catch {
      throw .git(error.isTimeout ? Self.tooSlow : Self.gone)
    }
  }

  private static let tooSlow = GitProgram.reason(.tooSlow)
  private static let gone = "git ended before it gave an answer"

  private static func milliseconds(until end: Int64) -> Int32 { Int32(clamping: max(0, (end - Clock.sinceStart) / 1_000_000)) }
}

internal import Answering
internal import Reports
internal import Synchronization

/// The input that reports were read from, and what those of a log that were answered tell the later ones.
final class ReportOrigin: Sendable {
  /// The state after the first reports of a log.
  private struct Progress: Sendable {
    /// What they tell the later ones.
    var session: ReportSession
    /// The number of these reports.
    var count = 0
  }

  /// The input.
  let document: ReportDocument
  private let progress = Mutex<Progress?>(nil)

  init(_ document: ReportDocument) { self.document = document }

  /// Answers the report at a position. Of a log, it answers the earlier ones first, unless it did so before with the same `engine`.
  func answer(
    _ part: Int, by engine: Answering.Symbolicator, path: String, folder: String?, isAbandoned: () -> Bool
  ) -> ReportSession.Answers {
    let earlier = progress.withLock { $0 }.flatMap { $0.session.symbolicator === engine && $0.count <= part ? $0 : nil }
    var progress = earlier ?? Progress(session: ReportSession(engine))
    let first = document.isLog ? progress.count : part
    var answers = progress.session.answer(document, path: path, folder: folder, parts: first..<part + 1, isAbandoned: isAbandoned)
    answers.reports.removeFirst(part - first)
    if document.isLog, !isAbandoned() {
      progress.count = part + 1
      self.progress.withLock { $0 = progress }
    }
    return answers
  }
}

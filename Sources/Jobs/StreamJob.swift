package import Answering
internal import CrashModel
internal import JSONText
internal import Rendering
internal import Reports
internal import SymbolStore
internal import Synchronization

/// The processing of one line of `symbolicate stream`. Several threads may use one job at once.
package final class StreamJob: Sendable {
  private let sessions: ReportSessions
  private let renderer: JSONRenderer
  /// The ID of the line that each thread works on.
  private let ids = Mutex<[Int: [UInt8]]>([:])

  /// Answers with `symbolicator` on this many threads; with `onlyCrashed`, the reports' other threads are left out.
  package init(_ symbolicator: Symbolicator, onlyCrashed: Bool, threads: Int) {
    sessions = ReportSessions(symbolicator, threads: threads)
    renderer = JSONRenderer(onlyCrashed: onlyCrashed)
  }

  /// Answers one line: a report as JSON, or an object with only `report` (a report as JSON or, of any format, as a string) and
  /// `id` (any value, which is repeated in the answer). Every line yields one line. `thread` is the thread's number, from 0.
  package func run(_ line: [UInt8], number: Int, thread: Int) -> StreamOutcome {
    let (id, report) = Self.unwrapped(line)
    ids.withLock { $0[thread] = id }
    var outcome = StreamOutcome()
    do throws(ReportError) {
      var session = sessions.start(thread: thread)
      let answers = session.answer(try session.reader.read(report), path: "line \(number)", folder: nil)
      for answer in answers.reports { outcome.tally.add(answer) }
      outcome.warnings = answers.warnings
      outcome.output = renderer.answer(answers.reports, id: id)
    } catch {
      return refuse(number, error.message, id)
    }
    return outcome
  }

  /// Returns the result for an unreadable line, with the reason.
  package func refuse(_ number: Int, _ reason: String) -> StreamOutcome { refuse(number, reason, nil) }

  /// Returns the result for a line that a thread does not finish, with the reason.
  package func giveUp(_ number: Int, thread: Int, _ reason: String) -> StreamOutcome {
    refuse(number, reason, ids.withLock { $0[thread] })
  }

  private func refuse(_ number: Int, _ reason: String, _ id: [UInt8]?) -> StreamOutcome {
    var outcome = StreamOutcome()
    outcome.failure = "line \(number): \(reason)"
    outcome.output = renderer.refusal(reason, line: number, id: id)
    return outcome
  }

  /// Returns the bytes of the ID (`null` if a wrapped line has none, nil if the line is the report itself), and those of the
  /// report.
  private static func unwrapped(_ line: [UInt8]) -> (id: [UInt8]?, report: [UInt8]) {
    let document = JSONDocument(line)
    guard let root = document.root, root.kind == .object, let report = root["report"] else { return (nil, line) }
    let members = root.members.reduce(0) { count, _ in count + 1 }
    let id = root["id"]
    guard members == (id == nil ? 1 : 2) else { return (nil, line) }
    let idBytes = id.map { Array(line[$0.range]) } ?? Array("null".utf8)
    return (idBytes, report.string.map { Array($0.utf8) } ?? Array(line[report.range]))
  }
}

package import Answering
internal import CrashModel
internal import Rendering
internal import Reports
package import SymbolStore
internal import System
package import Triage

/// The processing of one input by `symbolicate summarize`. Several threads may use one job at once.
package struct SummarizeJob: Sendable {
  /// The result of one input.
  package struct Outcome: Sendable {
    /// The input's path.
    package let path: String
    /// Its contribution to the summary.
    package internal(set) var part = PartialSummary()
    /// The reason why it could not be read, as a clause, or nil if it could.
    package internal(set) var failure: String?
    /// The problems with search paths and debug files.
    package internal(set) var warnings: [SearchWarning] = []
  }

  private static let schema = Pattern("*\"schema\"*")
  private let sessions: ReportSessions

  /// Symbolicates and triages reports with `symbolicator` on this many threads.
  package init(_ symbolicator: Symbolicator, threads: Int) { sessions = ReportSessions(symbolicator, threads: threads) }

  /// Processes one input on one of the threads, counted from 0.
  package func run(_ input: ReportInput, thread: Int = 0) -> Outcome {
    var outcome = Outcome(path: input.path)
    do throws(SystemError) {
      if input.path == "-" || FileSystem.status(input.file)?.kind != .file {
        // Standard input and other pipes can be read only once.
        var window = try FileWindow.open(input.file, orPipe: input.isNamed)
        if takeEarlier(&window, path: input.path, &outcome) { return outcome }
        try window.readRest()
        read(window.bytes, input, thread, &outcome)
        return outcome
      }
      // Read once for both questions: whether it is our own output, and whether it is binary.
      let head = input.isCompressed ? nil : try FileSystem.beginning(of: input.file, limit: InputReading.beginningSize)
      if let head, head.first == UInt8(ascii: "{") || head.first == UInt8(ascii: "["),
        Self.schema.matches(String(decoding: head.prefix(512), as: UTF8.self))
      {
        var window = try FileWindow.open(input.file, orPipe: input.isNamed)
        if takeEarlier(&window, path: input.path, &outcome) { return outcome }
      }
      read(input, beginning: head, thread, &outcome)
    } catch {
      outcome.failure = error.message
      outcome.part.counts.unreadable = 1
    }
    return outcome
  }

  /// Takes the events of a summary or of reports by this program. Returns false if the file is neither.
  private func takeEarlier(_ window: inout FileWindow, path: String, _ outcome: inout Outcome) -> Bool {
    do throws(SummaryReading.Failure) {
      guard let earlier = try SummaryReading.builder(&window, path: path) else { return false }
      outcome.part.earlier = earlier
    } catch {
      outcome.failure = error.message
      outcome.part.counts.unreadable = 1
    }
    return true
  }

  private func read(_ bytes: [UInt8], _ input: ReportInput, _ thread: Int, _ outcome: inout Outcome) {
    do throws(ReportError) {
      var session = sessions.start(thread: thread)
      answer(try session.reader.read(bytes), path: input.path, folder: nil, &session, &outcome)
    } catch {
      outcome.failure = error.message
      outcome.part.counts.unreadable = 1
    }
  }

  private func answer(
    _ document: ReportDocument, path: String, folder: String?, _ session: inout ReportSession, _ outcome: inout Outcome
  ) {
    let answers = session.answer(document, path: path, folder: folder)
    outcome.warnings = answers.warnings
    for answer in answers.reports {
      outcome.part.add(answer, FrameTally(answer))
    }
  }

  private func read(_ input: ReportInput, beginning: [UInt8]?, _ thread: Int, _ outcome: inout Outcome) {
    var session = sessions.start(thread: thread)
    switch InputReading(of: input, reader: session.reader, beginning: beginning) {
    case .skipped(let isDebugFile): if isDebugFile { outcome.part.counts.debugFiles = 1 } else { outcome.part.counts.skipped = 1 }
    case .failed(let reason):
      outcome.failure = reason
      outcome.part.counts.unreadable = 1
    case .document(let document): answer(document, path: input.path, folder: input.folder, &session, &outcome)
    }
  }
}

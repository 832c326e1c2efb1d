package import CrashModel
package import Reports
package import SymbolStore
internal import System

/// Answers the reports of one input, in their order. Every command, the library and the server for assistants take this one way, so
/// that a report has the same answers in all of them.
///
/// In: the bytes of an input, of which `reader` makes a `ReportDocument`. Out: `Answers`. A session holds all that one report learns
/// from another one: later call stacks of a log get the images of earlier ones (`ImageMemory`), and images that were read before are
/// not read again (`KnownImages`). `Symbolicator` answers one report.
package struct ReportSession: Sendable {
  /// The answered reports of a document.
  package struct Answers: Sendable {
    /// One element for each report that was to be answered, in the order of the document.
    package var reports: [SymbolicatedReport] = []
    /// The new problems with search paths and debug files.
    package var warnings: [SearchWarning] = []
  }

  /// Answers the reports. Another one forgets what was found in debug files, and nothing else.
  package var symbolicator: Symbolicator
  /// Reads the input.
  package let reader: ReportReader
  private let isLog: Bool
  private var memory = ImageMemory()

  /// Starts an input. `known` has the images of inputs that were read before. With `isLog`, all documents of this session are pieces
  /// of one log.
  package init(_ symbolicator: Symbolicator, known: KnownImages? = nil, isLog: Bool = false) {
    self.symbolicator = symbolicator
    reader = ReportReader(redactor: symbolicator.redactor, known: known)
    self.isLog = isLog
  }

  /// Answers the reports of a document, or some of them. `path` is the input as the user named it; `folder` is its directory, nil for
  /// standard input. If `isAbandoned` returns true, nobody wants the result any more, and images that were not searched yet stay
  /// without answers.
  package mutating func answer(
    _ document: ReportDocument, path: String, folder: String?, parts: Range<Int>? = nil, isAbandoned: () -> Bool = { false }
  ) -> Answers {
    var answers = Answers()
    let path = FileName.visible(path)
    for var report in document.reports[parts ?? document.reports.indices] {
      if isLog || document.isLog { memory.complete(&report) }
      let (answer, warnings) = symbolicator.symbolicate(report, path: path, folder: folder, isAbandoned: isAbandoned)
      if isLog || document.isLog { memory.note(answer) }
      answers.reports.append(answer)
      answers.warnings += warnings
    }
    return answers
  }
}

/// New sessions for the inputs of a run. Each thread keeps the images of its inputs.
package struct ReportSessions: Sendable {
  private let symbolicator: Symbolicator
  private let known: [KnownImages]

  /// Prepares for this many threads; 0 is for one input.
  package init(_ symbolicator: Symbolicator, threads: Int) {
    self.symbolicator = symbolicator
    known = (0..<threads).map { _ in KnownImages() }
  }

  /// Starts an input on a thread, counted from 0.
  package func start(thread: Int) -> ReportSession {
    ReportSession(symbolicator, known: known.indices.contains(thread) ? known[thread] : nil)
  }
}

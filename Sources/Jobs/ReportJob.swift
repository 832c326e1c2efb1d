package import Answering
package import CrashModel
package import Rendering
internal import Reports
internal import SymbolStore
internal import System
package import Workers

/// The processing of one input: read, answer, render, and write unless it goes to standard output. Several threads may use one
/// job at once.
///
/// The front of `Jobs`. In: a `ReportInput` of an `InputList`. Out: a `ReportOutcome`: the output or where it was written,
/// messages, and what was counted.
///
/// `InputReading` reads, `OutputRenderer` writes each format. `StreamJob` is the same for one line of `stream`, `LogFilter` for
/// the pieces of a log.
package struct ReportJob: Sendable {
  private let sessions: ReportSessions
  private let renderer: OutputRenderer
  private let destination: OutputTarget
  private let files: OutputFiles
  private let format: OutputFormat
  private let wording: DiagnosticsText?
  private let splitsParts: Bool
  private let limit: SizeLimit
  private let index: @Sendable (ReportInput) -> String?
  /// Whether there may be further inputs.
  private let isBatch: Bool
  private let keepsAnswers: Bool
  private let suspect: (@Sendable (SymbolicatedReport) -> Suspicion?)?

  /// Results go to `destination`, through `files`. `wording` formats the messages about each report, or nil for none. With `splitsParts`, each report of
  /// an input makes a separate output. Inputs beyond `limit` are not read. Each of `threads` threads caches the images of its
  /// inputs; 0 is for one input. With `keepsAnswers`, outcomes have the reports themselves. `suspect` returns what a
  /// repository says about a report. `index` returns the address of the summary's page relative to the output of an input.
  package init(
    _ symbolicator: Symbolicator, _ renderer: OutputRenderer, destination: OutputTarget, files: OutputFiles, format: OutputFormat,
    wording: DiagnosticsText?,
    splitsParts: Bool, limit: SizeLimit = SizeLimit(), threads: Int = 0, keepsAnswers: Bool = false,
    suspect: (@Sendable (SymbolicatedReport) -> Suspicion?)? = nil,
    index: @escaping @Sendable (ReportInput) -> String? = { _ in nil }
  ) {
    self.index = index
    self.keepsAnswers = keepsAnswers
    self.suspect = suspect
    self.limit = limit
    sessions = ReportSessions(symbolicator, threads: threads)
    isBatch = threads > 0
    self.renderer = renderer
    self.destination = destination
    self.files = files
    self.format = format
    self.wording = wording
    self.splitsParts = splitsParts
  }

  /// Processes one input on one of the threads, from 0.
  package func run(_ input: ReportInput, thread: Int = 0) -> ReportOutcome {
    var outcome = ReportOutcome(path: input.path)
    var session = sessions.start(thread: thread)
    switch InputReading(of: input, limit: limit, reader: session.reader) {
    case .skipped(let isDebugFile):
      if isDebugFile { outcome.collected.counts.debugFiles = 1 } else { outcome.collected.counts.skipped = 1 }
    case .failed(let reason): outcome.fail(reason)
    case .document(let document): answer(document, input, &session, &outcome)
    }
    return outcome
  }

  /// Returns the limit on the work for one input. If it takes longer, the text formats print the input unchanged.
  package func limited(to time: TimeLimit) -> WorkLimit<ReportInput, ReportOutcome> {
    time.forWork(size: Self.size) { _, input in giveUp(input, time) }
  }

  private static func size(_ input: ReportInput) -> Int { FileSystem.status(input.file)?.size ?? 0 }

  private func giveUp(_ input: ReportInput, _ time: TimeLimit) -> ReportOutcome {
    var outcome = ReportOutcome(path: input.path)
    outcome.fail(time.reason(bytes: Self.size(input)))
    guard input.path != "-", !input.isCompressed, let bytes = try? FileSystem.contents(of: input.file, limit: limit.bytes),
      let output = renderer.unchanged(sessions.start(thread: 0).reader.redacted(bytes))
    else { return outcome }
    write(of: input, to: &outcome) { _ in output }
    return outcome
  }

  private func answer(
    _ document: ReportDocument, _ input: ReportInput, _ session: inout ReportSession, _ outcome: inout ReportOutcome
  ) {
    var answers = session.answer(document, path: input.path, folder: input.folder)
    if let suspect {
      for position in answers.reports.indices { answers.reports[position].suspicion = suspect(answers.reports[position]) }
    }
    outcome.warnings = answers.warnings
    for answer in answers.reports {
      let frames = FrameTally(answer)
      outcome.tally.add(answer, frames)
      if isBatch { outcome.collected.add(answer, frames) }
      if wording != nil, outcome.debugFileSource.isEmpty { outcome.debugFileSource = DebugFileSource.lines(answer, frames) }
      outcome.messages += wording?.lines(answer) ?? []
      if let missing = wording?.missingSystem(answer) { outcome.missingSystems.append(missing) }
    }
    if keepsAnswers { outcome.answers = answers.reports }
    guard destination != .summary else { return }
    let index = index(input)
    for part in splitsParts ? answers.reports.map({ [$0] }) : [answers.reports] {
      write(of: input, to: &outcome) { renderer.bytes(document, part, index: index, passing: $0) }
    }
  }

  /// Writes an output as it is made: `make` passes on pieces and returns the rest.
  private func write(
    of input: ReportInput, to outcome: inout ReportOutcome, _ make: (_ pass: @escaping @Sendable ([UInt8]) -> Void) -> [UInt8]
  ) {
    guard !destination.isOrdered, let path = destination.path(of: input, format) else {
      let output = OutputBytes()
      output.append(make(output.append))
      outcome.outputs.append(output)
      return
    }
    do throws(OutputError) {
      try files.write(to: path, make)
      outcome.output = path
    } catch {
      outcome.unwritten = error
    }
  }
}

internal import CrashModel
internal import Answering
internal import Jobs
internal import Rendering
internal import SymbolStore
internal import Synchronization
internal import System
internal import Workers

/// `symbolicate inspect`: the contents of reports, and which debug files are found or missing.
struct InspectCommand {
  /// The result of one input.
  private struct Outcome: Sendable {
    var path: String
    var failure: String?
    var answers: [SymbolicatedReport] = []
    var warnings: [SearchWarning] = []
  }

  /// The results of the inputs so far.
  private final class Record: Sendable {
    struct State: Sendable {
      var warnings: [SearchWarning] = []
      var codes: [Int32] = []
      var answers: [SymbolicatedReport] = []
      var hasReports = false
    }

    let state = Mutex(State())
    let taken = Atomic<Int>(0)
  }

  private let plan: RunPlan
  private let symbolicator: Symbolicator
  private let isVerbose: Bool
  private let asJSON: Bool
  private let size: SizeLimit
  private let time: TimeLimit
  private let isStrict: Bool
  /// The operands that are directories.
  private let folders: [String]

  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if !options.operands.isEmpty, options.operands.allSatisfy(SourceMapInspection.mayBeMap) {
      return SourceMapInspection(options).run(options.operands)
    }
    let operands = SortedOperands(options.operands)
    if operands.reports.isEmpty, !operands.debugFiles.isEmpty {
      return DebugFileInspection(options).run(operands.debugFiles)
    }
    let plan = try RunPlan(options)
    let command = InspectCommand(
      plan: plan, symbolicator: Symbolicator(SymbolFinder(plan.searchPaths), options: plan.symbolication),
      isVerbose: options.has(.verbose),
      asJSON: options.has(.json), size: options.sizeLimit, time: options.timeLimit, isStrict: options.has(.strict),
      folders: operands.reports.filter { FileSystem.status($0)?.kind == .directory })
    return command.run()
  }

  private func run() -> Int32 {
    let record = Record()
    record.state.withLock { state in
      state.warnings = symbolicator.readNamedPlaces()
      for failure in plan.inputs.failures { state.codes.append(fail(failure.path, failure.reason)) }
      for note in plan.inputs.notes { StandardStreams.report("\(note.path): \(note.text)") }
    }
    let inputs = plan.inputs.inputs
    if inputs.count == 1 { take(inspected(inputs[0]), record) } else { run(inputs, record) }
    var end = record.state.withLock { $0 }
    if !end.hasReports, plan.inputs.hasFolder { explainNothing() }
    for warning in end.warnings { StandardStreams.report("\(warning.path): \(warning.reason)") }
    if asJSON { end.codes.append(StandardStreams.printResult(JSONRenderer().inspection(end.answers))) }
    return ExitCode.worst(of: end.codes)
  }

  /// Says that the directories have neither reports nor debug files, and what they have instead if that is known.
  private func explainNothing() {
    for path in folders {
      let finder = SymbolFinder(SearchPaths())
      _ = finder.files(below: path)
      for warning in finder.warnings { StandardStreams.report("\(warning.path): \(warning.reason)") }
    }
    StandardStreams.report("no crash reports or debug files found")
  }

  private func run(_ inputs: [ReportInput], _ record: Record) {
    let bytes: @Sendable (ReportInput) -> Int = { FileSystem.status($0.file)?.size ?? 0 }
    let limit = time.forWork(size: bytes) { _, input in
      Outcome(path: input.path, failure: time.reason(bytes: bytes(input)))
    }
    OrderedWork(jobs: 1).run(limit: limit) {
      let position = record.taken.add(1, ordering: .relaxed).oldValue
      return position < inputs.count ? inputs[position] : nil
    } work: { _, input in
      inspected(input)
    } finish: { outcome in
      take(outcome, record)
    }
  }

  private func inspected(_ input: ReportInput) -> Outcome {
    var outcome = Outcome(path: input.path)
    var session = ReportSession(symbolicator)
    switch InputReading(of: input, limit: size, reader: session.reader) {
    case .skipped: break
    case .failed(let reason): outcome.failure = reason
    case .document(let document):
      let answers = session.answer(document, path: input.path, folder: input.folder)
      (outcome.answers, outcome.warnings) = (answers.reports, answers.warnings)
    }
    return outcome
  }

  private func take(_ outcome: Outcome, _ record: Record) {
    let code = outcome.failure.map { fail(outcome.path, $0) } ?? (asJSON ? nil : show(outcome.answers))
    record.state.withLock { state in
      state.codes += code.map { [$0] } ?? []
      if !outcome.answers.isEmpty || outcome.failure != nil { state.hasReports = true }
      if isStrict, outcome.answers.contains(where: Self.lacksDebugFiles) { state.codes.append(ExitCode.unresolvedFrames) }
      state.warnings += outcome.warnings
      if asJSON { state.answers += outcome.answers }
    }
  }

  /// Returns whether an image of the app has frames and no debug file that can be used.
  private static func lacksDebugFiles(_ answers: SymbolicatedReport) -> Bool {
    let needed = Set(answers.report.frames.compactMap(\.image))
    return needed.contains { position in
      guard answers.report.images.indices.contains(position), answers.report.images[position].inApp else { return false }
      let status = answers.imageStatuses[position]
      return switch status.status {
      case .missing, .damaged: true
      case .mismatch: status.usedMismatch == nil
      case .found, .unneeded: false
      case .symbols: answers.report.images[position].inApp
      }
    }
  }

  private func show(_ answers: [SymbolicatedReport]) -> Int32 {
    let wording = InspectText(isVerbose: isVerbose)
    let lines = answers.flatMap { wording.lines($0, note: DebugFile.description(ofPath:)) }
    return StandardStreams.printResult(lines.map { TerminalText.line($0) + "\n" }.joined())
  }

  private func fail(_ path: String, _ reason: String) -> Int32 {
    StandardStreams.report("\(path == "-" ? "standard input" : path): \(reason)")
    return ExitCode.unreadable
  }
}

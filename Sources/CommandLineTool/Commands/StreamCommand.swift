internal import Answering
internal import Jobs
internal import SymbolStore
internal import Synchronization
internal import System
internal import Workers

/// `symbolicate stream`: reads one report per line and prints one answer per line, in the same order and as soon as possible.
struct StreamCommand {
  private struct Record: Sendable {
    var tally = Tally()
    var codes: [Int32] = []
  }

  private let options: Options
  private let symbolication: SymbolicationOptions

  /// Runs the command until the input ends. Returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if let operand = SortedOperands(options.operands).reports.first {
      throw UsageError("reports come from standard input; unexpected argument '\(operand)'", command: .stream)
    }
    if options.listsSecrets {
      throw UsageError("option '--redact=list' needs files; 'symbolicate --redact=list REPORT...'", command: .stream)
    }
    return StreamCommand(options: options, symbolication: try RunPlan.symbolication(options, reports: .max)).run()
  }

  private func run() -> Int32 {
    let places = options.searchPaths(with: options.operands)
    let symbolicator = Symbolicator(SymbolFinder(places), options: symbolication)
    for warning in symbolicator.readNamedPlaces() { StandardStreams.report("\(warning.path): \(warning.reason)") }
    let job = StreamJob(symbolicator, onlyCrashed: options.has(.onlyCrashed), threads: symbolication.jobs)
    let state = State(LineSource(limit: options.sizeLimit.bytes))
    let (time, size) = (options.timeLimit, options.sizeLimit)
    let limit = time.forWork { (line: LineSource.Line) in
      line.bytes?.count ?? 0
    } giveUp: { thread, line in
      job.giveUp(line.number, thread: thread, time.reason(bytes: line.bytes?.count ?? 0))
    }
    OrderedWork(jobs: symbolication.jobs).run(limit: limit) {
      state.lines.withLock { $0.next() }
    } work: { thread, line in
      line.bytes.map { job.run($0, number: line.number, thread: thread) }
        ?? job.refuse(line.number, "the line is longer than \(size.text); --max-report-size allows more")
    } finish: { outcome in
      state.record.withLock { Self.take(outcome, &$0) }
    }
    return code(state.record.withLock { $0 }, failure: state.lines.withLock { $0.failure })
  }

  /// The state that the threads share.
  private final class State: Sendable {
    let lines: Mutex<LineSource>
    let record = Mutex(Record())

    init(_ lines: LineSource) { self.lines = Mutex(lines) }
  }

  private static func take(_ outcome: StreamOutcome, _ record: inout Record) {
    record.tally.add(outcome.tally)
    for warning in outcome.warnings { StandardStreams.report("\(warning.path): \(warning.reason)") }
    if let failure = outcome.failure {
      StandardStreams.report(failure)
      record.codes.append(ExitCode.unreadable)
    }
    record.codes.append(StandardStreams.printResult(outcome.output))
  }

  private func code(_ record: Record, failure: SystemError?) -> Int32 {
    var codes = record.codes
    if let failure {
      StandardStreams.report("standard input: \(failure.message)")
      codes.append(ExitCode.unreadable)
    }
    if record.tally.isFruitless { codes.append(ExitCode.nothingResolved) }
    if options.has(.strict), record.tally.unresolvedAppFrames > 0 { codes.append(ExitCode.unresolvedFrames) }
    return ExitCode.worst(of: codes)
  }
}

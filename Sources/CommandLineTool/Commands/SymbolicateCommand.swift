internal import AppleLayout
internal import Engine
internal import Rendering
internal import SymbolStore
internal import Synchronization
internal import System
internal import Workers

/// The main command: reads reports, answers them, and writes the results, on several threads and in the order of the inputs.
struct SymbolicateCommand {
  private let plan: RunPlan
  private let manners: TerminalManners
  private let symbolicator: Symbolicator
  private let job: ReportJob
  private let isStrict: Bool
  private let timeLimit: TimeLimit
  private let gate: FailOn?

  /// Runs the command and returns the exit code.
  static func run(_ options: RawOptions) throws(UsageError) -> Int32 {
    if options.format.isOfGroups { return try SummarizeCommand.run(options) }
    let baseline = try SummaryView.baseline(options)
    return SymbolicateCommand(try RunPlan(options), options).run(baseline: baseline?.groups)
  }

  private init(_ plan: RunPlan, _ options: RawOptions) {
    self.plan = plan
    manners = TerminalManners(options, writesToFile: plan.place != .standardOutput)
    symbolicator = Symbolicator(SymbolFinder(plan.places), options: plan.symbolication)
    isStrict = options.has(.strict)
    timeLimit = options.timeLimit
    gate = options.triage.failOn
    let renderer = OutputRenderer(
      format: plan.format, style: FrameStyle(fullPaths: options.has(.fullPaths), names: options.names),
      onlyCrashed: options.has(.onlyCrashed), isPlain: options.has(.plain),
      isPartOfPage: plan.joinsPage,
      reader: manners.reader)
    let isTold = !manners.isQuiet && (!plan.inputs.hasFolder || manners.isVerbose)
    job = ReportJob(
      symbolicator, renderer, place: plan.place, format: plan.format,
      wording: isTold ? DiagnosticsText(isVerbose: manners.isVerbose) : nil, splitsParts: plan.joinsArray,
      limit: options.sizeLimit,
      threads: plan.inputs.inputs.count > 1 ? plan.symbolication.jobs : options.triage.failOn != nil ? 1 : 0)
  }

  private func run(baseline: Set<String>?) -> Int32 {
    let inputs = plan.inputs.inputs
    if inputs.count > 1 { FreedMemory.keepForReuse() }
    let progress = Progress(total: inputs.count, isShown: manners.showsProgress && plan.inputs.hasFolder)
    let state = State(RunRecord(plan, progress))
    state.record.withLock { record in
      record.say(symbolicator.readNamedPlaces())
      for failure in plan.inputs.failures { record.fail(failure.path, failure.reason, ExitCode.unreadable) }
    }
    if inputs.count == 1 {
      // No other input waits for this one, and this process reads its debug files.
      let outcome = job.run(inputs[0])
      state.record.withLock { $0.take(outcome) }
    } else {
      run(inputs, state)
    }
    return state.record.withLock { record in
      record.finish(
        isStrict: isStrict, tellsSummary: plan.inputs.hasFolder && !manners.isQuiet, gate: gate, baseline: baseline)
    }
  }

  private func run(_ inputs: [ReportInput], _ state: State) {
    let job = job
    OrderedWork(jobs: min(plan.symbolication.jobs, inputs.count)).run(limit: job.limited(to: timeLimit)) {
      let position = state.taken.add(1, ordering: .relaxed).oldValue
      return position < inputs.count ? inputs[position] : nil
    } work: { thread, input in
      job.run(input, thread: thread)
    } finish: { outcome in
      state.record.withLock { $0.take(outcome) }
    }
  }

  /// The state that the threads share.
  private final class State: Sendable {
    let taken = Atomic<Int>(0)
    let record: Mutex<RunRecord>

    init(_ record: RunRecord) { self.record = Mutex(record) }
  }
}

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

  /// Runs the command and returns the exit code.
  static func run(_ options: RawOptions) throws(UsageError) -> Int32 { SymbolicateCommand(try RunPlan(options), options).run() }

  private init(_ plan: RunPlan, _ options: RawOptions) {
    self.plan = plan
    manners = TerminalManners(options, writesToFile: plan.place != .standardOutput)
    symbolicator = Symbolicator(SymbolFinder(plan.places), options: plan.symbolication)
    isStrict = options.has(.strict)
    let renderer = OutputRenderer(
      format: plan.format, style: FrameStyle(fullPaths: options.has(.fullPaths), names: options.names),
      onlyCrashed: options.has(.onlyCrashed), isPlain: options.has(.plain),
      reader: manners.reader)
    let isTold = !manners.isQuiet && (!plan.inputs.hasFolder || manners.isVerbose)
    job = ReportJob(
      symbolicator, renderer, place: plan.place, format: plan.format,
      wording: isTold ? DiagnosticsText(isVerbose: manners.isVerbose) : nil, splitsParts: plan.joinsArray,
      threads: plan.inputs.inputs.count > 1 ? plan.symbolication.jobs : 0)
  }

  private func run() -> Int32 {
    let inputs = plan.inputs.inputs
    if inputs.count > 1 { FreedMemory.keepForReuse() }
    let progress = Progress(total: inputs.count, isShown: manners.showsProgress && plan.inputs.hasFolder)
    let record = Mutex(RunRecord(plan, progress))
    record.withLock { record in
      record.say(symbolicator.readNamedPlaces())
      for failure in plan.inputs.failures { record.fail(failure.path, failure.reason, ExitCode.unreadable) }
    }
    let taken = Atomic<Int>(0)
    let job = job
    OrderedWork(jobs: min(plan.symbolication.jobs, inputs.count)).run {
      let position = taken.add(1, ordering: .relaxed).oldValue
      return position < inputs.count ? inputs[position] : nil
    } work: { thread, input in
      job.run(input, thread: thread)
    } finish: { outcome in
      record.withLock { $0.take(outcome) }
    }
    return record.withLock { $0.finish(isStrict: isStrict, tellsSummary: plan.inputs.hasFolder && !manners.isQuiet) }
  }
}

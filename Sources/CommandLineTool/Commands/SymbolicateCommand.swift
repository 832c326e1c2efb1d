internal import AppleLayout
internal import Answering
internal import Changes
internal import CrashModel
internal import Jobs
internal import Pages
internal import Rendering
internal import SymbolStore
internal import Synchronization
internal import System
internal import Triage
internal import Workers

/// The main command: reads reports, answers them, and writes the results, on several threads and in the order of the inputs.
struct SymbolicateCommand {
  private let plan: RunPlan
  private let manners: TerminalSettings
  private let symbolicator: Symbolicator
  private let job: ReportJob
  private let gate: FailOn?
  private let options: Options
  private let finder: SymbolFinder
  /// The name of the page of the summary in the output directory, or nil without one.
  private let indexName: String?
  private let showsAnswer: Bool
  private let changes: ChangeSearch?
  private let state: SharedRecord<RunRecord>

  /// Runs the command and returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if options.listsSecrets { return try RedactionList.run(options) }
    if options.isOfGroups { return try SummarizeCommand.run(options) }
    let baseline = try SummaryView.baseline(options)
    let plan = try RunPlan(options)
    let changes = try ChangeSearch(options, hiding: plan.symbolication.redactor)
    return SymbolicateCommand(plan, options, changes).run(baseline: baseline)
  }

  private init(_ plan: RunPlan, _ options: Options, _ changes: ChangeSearch?) {
    self.changes = changes
    self.plan = plan
    manners = TerminalSettings(options, writesToFile: plan.destination != .standardOutput)
    gate = options.triage.failOn
    self.options = options
    finder = SymbolFinder(plan.searchPaths)
    let progress = Progress(
      total: plan.inputs.inputs.count, isShown: manners.showsProgress && plan.inputs.hasFolder, work: "symbolicating")
    let state = SharedRecord(RunRecord(plan, progress, isStrict: options.has(.strict), isQuiet: manners.isQuiet))
    self.state = state
    var symbolication = plan.symbolication
    symbolication.noteIndex = { state.note(indexBegins: $0) }
    symbolicator = Symbolicator(finder, options: symbolication)
    let renderer = OutputRenderer(
      format: plan.format, style: FrameStyle(fullPaths: options.has(.fullPaths), names: options.names),
      onlyCrashed: options.has(.onlyCrashed), isPlain: options.has(.plain),
      isPartOfPage: plan.joinsPage,
      reader: manners.reader)
    let indexName = plan.indexName
    self.indexName = indexName
    showsAnswer =
      plan.destination == .standardOutput && plan.format.hasAnswer && !manners.isQuiet && Environment.isTerminal(1)
    let isTold = !manners.isQuiet && (!plan.inputs.hasFolder || manners.isVerbose)
    job = ReportJob(
      symbolicator, renderer, destination: plan.destination, files: plan.files, format: plan.format,
      wording: isTold ? DiagnosticsText(isVerbose: manners.isVerbose) : nil, splitsParts: plan.joinsArray,
      limit: options.sizeLimit, threads: plan.isBatch ? plan.symbolication.jobs : options.triage.failOn != nil ? 1 : 0,
      keepsAnswers: showsAnswer, suspect: Self.suspect(changes)
    ) { input in
      indexName.map {
        ReportPage.address(ofIndex: FileName.bytes(of: $0), from: FileName.bytes(of: input.outputName))
      }
    }
  }

  private static func suspect(_ changes: ChangeSearch?) -> (@Sendable (SymbolicatedReport) -> Suspicion?)? {
    guard let changes else { return nil }
    return { changes.suspicion(of: $0) }
  }

  private func run(baseline: BaselineSummary?) -> Int32 {
    if plan.inputs.inputs.count > 1 { FreedMemory.keepForReuse() }
    let left: [ReportInput]
    do throws(OutputError) {
      left = try prepare()
    } catch {
      StandardStreams.report("\(error.path): \(error.reason)")
      return ExitCode.unwritable
    }
    if plan.inputs.inputs.count == 1 {
      // No other input waits for this one, and this process reads its debug files.
      for input in left {
        let outcome = job.run(input)
        state.record.withLock { $0.take(outcome) }
      }
    } else if !left.isEmpty {
      run(left)
    }
    // Nothing asks for them any more, and the process ends soon.
    symbolicator.keepAnswers()
    return state.record.withLock { record in
      let code = record.finish(gate, baseline)
      return ExitCode.worst(of: [code, record.show(manners)])
    }
  }

  /// Reads the directories of debug files, and what an earlier run left in the output directory. Returns the inputs that are left.
  private func prepare() throws(OutputError) -> [ReportInput] {
    if let refusal = plan.destination.refusal(of: plan.inputs.inputs, plan.format, plan.files) { throw refusal }
    state.record.withLock { record in
      record.show(phase: "searching debug files")
      record.say(symbolicator.readNamedPlaces())
      for failure in plan.inputs.failures { record.fail(failure.path, failure.reason, ExitCode.unreadable) }
      for note in plan.inputs.notes { StandardStreams.report("\(note.path): \(note.text)") }
      for input in plan.inputs.renamed where plan.mirrorsInput {
        StandardStreams.report("\(input.path): its output has the name \(input.name), since another one has \(input.wanted)")
      }
      record.endPhase()
    }
    let outputs =
      try plan.isBatch ? BatchOutputs(plan, index: indexName, options, finder, changes, isNew: options.has(.force)) : nil
    let left = try state.record.withLock { record throws(OutputError) in try record.open(outputs) }
    if plan.isBatch { InterruptWatch.start { [state] in state.record.withLock { $0.interrupt() } } }
    return left
  }

  private func run(_ inputs: [ReportInput]) {
    let (job, state) = (job, state)
    OrderedWork(jobs: min(plan.symbolication.jobs, inputs.count)).run(limit: job.limited(to: options.timeLimit)) {
      let position = state.taken.add(1, ordering: .relaxed).oldValue
      return position < inputs.count ? inputs[position] : nil
    } work: { thread, input in
      job.run(input, thread: thread)
    } finish: { outcome in
      state.record.withLock { $0.take(outcome) }
    }
  }
}

internal import Answering
internal import Changes
internal import Jobs
internal import Rendering
internal import SymbolStore
internal import Synchronization
internal import System
internal import Triage
internal import Workers

/// `symbolicate summarize`: reports what is crashing, since when, for whom, and in which code.
struct SummarizeCommand {
  private let plan: RunPlan
  private let options: Options
  private let manners: TerminalSettings
  private let changes: ChangeSearch?

  /// Runs the command. Returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    if options.listsSecrets { return try RedactionList.run(options) }
    let plan = try RunPlan(options)
    let command = SummarizeCommand(
      plan: plan, options: options, manners: TerminalSettings(options, writesToFile: false),
      changes: try ChangeSearch(options, hiding: plan.symbolication.redactor))
    return command.run(baseline: try SummaryView.baseline(options))
  }

  private func run(baseline: BaselineSummary?) -> Int32 {
    let inputs = plan.inputs.inputs
    if let path = options.output, let refusal = plan.files.refusal(ofNamed: path) {
      StandardStreams.report("\(refusal.path): \(refusal.reason)")
      return ExitCode.unwritable
    }
    if inputs.count > 1 { FreedMemory.keepForReuse() }
    let progress = Progress(total: inputs.count, isShown: manners.showsProgress && plan.inputs.hasFolder, work: "summarizing")
    let state = SharedRecord(SummaryRecord(progress))
    var symbolication = plan.symbolication
    symbolication.noteIndex = { state.note(indexBegins: $0) }
    let symbolicator = Symbolicator(SymbolFinder(plan.searchPaths), options: symbolication)
    state.record.withLock { record in
      record.show(phase: "searching debug files")
      for warning in symbolicator.readNamedPlaces() { record.report("\(warning.path): \(warning.reason)") }
      for failure in plan.inputs.failures { record.fail(failure.path, failure.reason) }
      for note in plan.inputs.notes { record.report("\(note.path): \(note.text)") }
      record.endPhase()
    }
    if inputs.count > 1 { InterruptWatch.start { state.record.withLock { $0.interrupt(of: inputs.count) } } }
    let job = SummarizeJob(symbolicator, threads: plan.symbolication.jobs)
    OrderedWork(jobs: min(plan.symbolication.jobs, max(inputs.count, 1))).run {
      let position = state.taken.add(1, ordering: .relaxed).oldValue
      return position < inputs.count ? inputs[position] : nil
    } work: { thread, input in
      job.run(input, thread: thread)
    } finish: { outcome in
      state.record.withLock { $0.take(outcome) }
    }
    var end = state.record.withLock { $0.end() }
    end.code = ExitCode.worst(of: [end.code, SessionFiles(options).add(to: &end.builder)])
    return finish(end, baseline)
  }

  private func finish(_ end: (builder: SummaryBuilder, code: Int32), _ baseline: BaselineSummary?) -> Int32 {
    if let baseline, !end.builder.rulesets.isEmpty, !end.builder.rulesets.contains(baseline.ruleset) {
      StandardStreams.report("the baseline was made with other rules; groups may be new or gone because of that")
    }
    let isEmpty = end.builder.eventCount == 0 && end.builder.counts.done == 0 && end.builder.sessions.isEmpty
    if isEmpty { StandardStreams.report("no crash reports found") }
    // A summary of nothing is what programs expect of an empty directory.
    guard !isEmpty || options.summaryFormat != nil && end.code == ExitCode.success else { return end.code }
    let view = SummaryView(options, plan.files, baseline: baseline, changes: changes)
    let code = view.show(end.builder)
    if !manners.isQuiet { for folder in plan.files.madeFolders { StandardStreams.report("made the directory \(folder)") } }
    return ExitCode.worst(of: [end.code, code])
  }
}

/// The summary so far, and its progress.
private struct SummaryRecord: PhaseRecord {
  private var builder = SummaryBuilder()
  private var progress: Progress
  private var done = 0
  private var codes: [Int32] = []

  /// Starts without results.
  init(_ progress: Progress) { self.progress = progress }

  /// Takes the result of the next input.
  mutating func take(_ outcome: SummarizeJob.Outcome) {
    builder.add(outcome.part)
    for warning in outcome.warnings { report("\(warning.path): \(warning.reason)") }
    if let failure = outcome.failure { fail(outcome.path, failure) }
    done += 1
    progress.show(done: done, failed: builder.counts.unreadable)
  }

  /// Shows on the progress line what the run does before it takes results.
  mutating func show(phase: String) { progress.show(phase: phase) }

  /// Ends that: from now on results are taken.
  mutating func endPhase() { progress.endPhase() }

  /// Says how far the run got and how to be able to go on; its process ends, and nothing is kept.
  mutating func interrupt(of total: Int) {
    progress.clear()
    let advice =
      "a run with -o DIR instead of 'summarize' can go on after an interrupt, then 'symbolicate summarize DIR/summary.json'"
    StandardStreams.report("interrupted after \(done) of \(total) inputs, nothing was kept; \(advice)")
  }

  /// Reports a problem with an input.
  mutating func fail(_ path: String, _ reason: String) {
    report("\(path == "-" ? "standard input" : path): \(reason)")
    codes.append(ExitCode.unreadable)
  }

  /// Prints a message on a separate line.
  mutating func report(_ message: String) {
    progress.clear()
    StandardStreams.report(message)
  }

  /// Removes the progress line. Returns the summary so far and the exit code.
  mutating func end() -> (builder: SummaryBuilder, code: Int32) {
    progress.clear()
    return (builder, ExitCode.worst(of: codes))
  }
}

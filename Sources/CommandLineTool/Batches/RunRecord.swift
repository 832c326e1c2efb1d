internal import Jobs
internal import Rendering
internal import SymbolStore
internal import System
internal import Triage

/// The results of the inputs of a run so far; prints results and messages as they arrive.
struct RunRecord: PhaseRecord {
  private let plan: RunPlan
  private let isStrict: Bool
  private let isQuiet: Bool
  private var progress: Progress
  private var results: ResultWriter
  private var outputs: BatchOutputs?
  private var tally = Tally()
  private var codes: Set<Int32> = []
  private var done = 0
  private var earlier = 0
  private var unwritten = 0
  private var collected = SummaryBuilder()
  private var missingSystems: Set<String> = []
  private var debugFileSource: [String] = []
  private var answer = TerminalAnswer()

  /// The number of outputs that could not be written and are named one by one.
  private static let unwrittenLimit = 3

  /// Starts without results.
  init(_ plan: RunPlan, _ progress: Progress, isStrict: Bool, isQuiet: Bool) {
    self.plan = plan
    self.progress = progress
    self.isStrict = isStrict
    self.isQuiet = isQuiet
    results = ResultWriter(plan)
    collected.counts.debugFiles = plan.inputs.debugFiles
    collected.counts.skipped = plan.inputs.skippedFiles
  }

  /// Prepares for the results: creates the file for all of them, or takes the output directory and what earlier runs made. Returns the
  /// inputs that are left. Throws if nothing can be written.
  mutating func open(_ outputs: BatchOutputs?) throws(OutputError) -> [ReportInput] {
    try results.open()
    self.outputs = outputs
    guard let (finished, left) = self.outputs?.divide(plan.inputs.inputs) else { return plan.inputs.inputs }
    for input in finished {
      tally.add(input.tally)
      add(input.part)
    }
    earlier = finished.reduce(0) { $0 + $1.tally.reports }
    done = finished.count
    progress.skipped = finished.count
    return left
  }

  private mutating func add(_ part: PartialSummary) {
    var part = part
    // Only --strict asks for them, and a batch may have many.
    if !isStrict { part.failing = [] }
    collected.add(part)
  }

  /// Takes the result of the next input.
  mutating func take(_ finished: ReportOutcome) {
    var outcome = finished
    // The manifest keeps only stacks that improve on those before them, so that its size is that of the groups.
    outcome.keepStacks { collected.wants($0) }
    if let reason = outcome.failure { fail(outcome.path, reason, ExitCode.unreadable) }
    tally.add(outcome.tally)
    add(outcome.collected)
    do throws(OutputError) {
      for output in outcome.outputs { try results.write(output) }
      try outputs?.add(outcome)
      if let error = outcome.unwritten { throw error }
    } catch {
      failWriting(error)
    }
    say(outcome.warnings)
    if !outcome.messages.isEmpty {
      progress.clear()
      StandardStreams.say(lines: outcome.messages)
    }
    say(missing: outcome.missingSystems)
    if debugFileSource.isEmpty { debugFileSource = outcome.debugFileSource }
    answer.take(outcome)
    done += 1
    progress.show(done: done, failed: collected.counts.unreadable)
  }

  /// Says which systems have no symbols, each once; for a directory, the summary does.
  private mutating func say(missing systems: [(key: String, line: String, steps: [String])]) {
    guard !plan.inputs.hasFolder else { return }
    for system in systems where missingSystems.insert(system.key).inserted {
      StandardStreams.say(lines: [system.line] + (missingSystems.count == 1 ? system.steps : []))
    }
  }

  /// Shows on the progress line what the run does before it takes results.
  mutating func show(phase: String) { progress.show(phase: phase) }

  /// Ends that: from now on results are taken.
  mutating func endPhase() { progress.endPhase() }

  /// Says how far the run got and how to go on; its process ends.
  mutating func interrupt() {
    progress.clear()
    results.abandon()
    outputs?.flush()
    guard !isQuiet else { return }
    let advice = outputs == nil ? "" : "; the same command goes on from there"
    StandardStreams.report("interrupted after \(done) of \(plan.inputs.inputs.count) inputs\(advice)")
  }

  /// Ends the output. `gate` makes the run fail for groups that `baseline` does not have, or for others. Returns the exit code.
  mutating func finish(_ gate: FailOn?, _ baseline: BaselineSummary?) -> Int32 {
    progress.clear()
    do throws(OutputError) {
      try results.end()
      outputs?.flush()
      if collected.counts.done + collected.counts.unreadable > 0 {
        for name in try outputs?.write(collected) ?? [] { report("the summary of the run has the name \(name)") }
      }
    } catch {
      failWriting(error)
    }
    if !isQuiet, !plan.mirrorsInput {
      for folder in plan.files.madeFolders { report("made the directory \(folder)") }
    }
    let rest = unwritten - Self.unwrittenLimit
    if rest > 0 { report("\(NumberFormat.counted(rest, "more output")) could not be written") }
    if plan.inputs.hasFolder { tellSummary() } else { StandardStreams.say(lines: debugFileSource) }
    if let gate, case let lines = gate.failures(Summary(collected, baseline: baseline)), !lines.isEmpty {
      StandardStreams.say(lines: ["symbolicate: " + lines[0]] + lines.dropFirst())
      codes.insert(ExitCode.unresolvedFrames)
    }
    if tally.isFruitless { codes.insert(ExitCode.nothingResolved) }
    if isStrict, tally.unresolvedAppFrames > 0 { codes.insert(ExitCode.unresolvedFrames) }
    return ExitCode.worst(of: codes)
  }

  /// Shows the answer to the reports, or the head of their summary, on the terminal. Returns the exit code.
  func show(_ manners: TerminalSettings) -> Int32 {
    if case .summary = plan.destination {
      guard collected.counts.done > 0 else { return ExitCode.success }
      return StandardStreams.printResult(answer.head(of: Summary(collected), manners))
    }
    return answer.isEmpty ? ExitCode.success : StandardStreams.printResult(answer.text(manners))
  }

  private mutating func tellSummary() {
    let summary = Summary(collected)
    if !isQuiet {
      StandardStreams.report(counts)
      if plan.destination != .summary { StandardStreams.say(lines: SummaryEnd().missing(summary).map { "  \($0)" }) }
    }
    if isStrict { StandardStreams.say(lines: SummaryEnd().failing(summary.failing)) }
    guard tally.reports == 0, collected.counts.unreadable == 0 else { return }
    if isStrict { codes.insert(ExitCode.unresolvedFrames) }
    if isStrict || !isQuiet { report("no crash reports found") }
  }

  /// Reports a problem with an input or output, and records the exit code.
  mutating func fail(_ path: String, _ reason: String, _ code: Int32) {
    report("\(path == "-" ? "standard input" : path): \(reason)")
    codes.insert(code)
  }

  /// Does the same for an output. After the first few only their number counts: a full disk fails them all.
  private mutating func failWriting(_ error: OutputError) {
    unwritten += 1
    codes.insert(ExitCode.unwritable)
    if unwritten <= Self.unwrittenLimit { report("\(error.path): \(error.reason)") }
  }

  /// Reports problems with search paths and debug files.
  mutating func say(_ warnings: [SearchWarning]) {
    for warning in warnings where !(isQuiet && warning.isAdvice) {
      report("\(warning.path): \(warning.reason)")
      if warning.isFailure, plan.inputs.inputs.count == 1, !plan.inputs.hasFolder { codes.insert(ExitCode.unreadable) }
    }
  }

  private mutating func report(_ message: String) {
    progress.clear()
    StandardStreams.report(message)
  }

  private var counts: String {
    let counts = collected.counts
    return [
      "\(NumberFormat.counted(tally.reports, "report")) symbolicated",
      earlier > 0 ? "\(NumberFormat.grouped(earlier)) of them by an earlier run (--force redoes them)" : nil,
      "\(NumberFormat.grouped(counts.resolvedFrames)) of \(NumberFormat.grouped(counts.appFrames)) frames of app images resolved",
      counts.scriptFrames > 0
        ? "\(NumberFormat.grouped(counts.resolvedScriptFrames)) of \(NumberFormat.counted(counts.scriptFrames, "script frame")) of the app"
        : nil,
      counts.unreadable > 0 ? "\(NumberFormat.grouped(counts.unreadable)) unreadable" : nil,
      counts.debugFiles > 0 ? "\(NumberFormat.counted(counts.debugFiles, "debug file")) skipped (-s searches them)" : nil,
      counts.skipped > 0 ? "\(NumberFormat.counted(counts.skipped, "other file")) skipped" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

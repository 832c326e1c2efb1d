internal import CrashModel
internal import Engine
internal import Rendering
internal import Reports
internal import SymbolStore
internal import System

/// The main job: reads reports one after the other, answers them, and writes the results.
struct SymbolicateCommand {
  private let plan: RunPlan
  private let manners: TerminalManners
  private let symbolicator: Symbolicator
  private let renderer: OutputRenderer
  private let isStrict: Bool
  private var tally = Tally()
  private var codes: [Int32] = []
  private var skipped = 0
  private var warningsSaid = 0
  private var resultsPrinted = 0

  /// Runs the command; the exit code.
  static func run(_ options: RawOptions) throws(UsageError) -> Int32 {
    var command = SymbolicateCommand(try RunPlan(options), options)
    return command.run()
  }

  private init(_ plan: RunPlan, _ options: RawOptions) {
    self.plan = plan
    manners = TerminalManners(options, writesToFile: plan.place != .standardOutput)
    symbolicator = Symbolicator(SymbolFinder(plan.places), options: plan.answers)
    isStrict = options.has(.strict)
    renderer = OutputRenderer(
      format: plan.format, style: FrameStyle(fullPaths: options.has(.fullPaths), names: options.names),
      onlyCrashed: options.has(.onlyCrashed),
      reader: manners.reader)
  }

  private mutating func run() -> Int32 {
    symbolicator.readNamedPlaces()
    sayWarnings()
    for failure in plan.inputs.failures { fail(failure.path, failure.reason, ExitCode.unreadable) }
    let progress = Progress(total: plan.inputs.inputs.count, isShown: manners.showsProgress && plan.inputs.hasFolder)
    for (position, input) in plan.inputs.inputs.enumerated() {
      progress.show(done: position)
      process(input)
      sayWarnings()
    }
    progress.clear()
    finishOutput()
    if plan.inputs.hasFolder { saySummary() }
    if tally.isFruitless { codes.append(ExitCode.nothingResolved) }
    if isStrict, tally.unresolvedAppFrames > 0 { codes.append(ExitCode.unresolvedFrames) }
    return ExitCode.worst(of: codes)
  }

  // MARK: One input

  private mutating func process(_ input: ReportInput) {
    switch InputReading(of: input) {
    case .skipped: skipped += 1
    case .failed(let reason): fail(input.path, reason, ExitCode.unreadable)
    case .document(let document):
      let answers = document.reports.map { symbolicator.symbolicate($0, path: input.path, folder: input.folder) }
      for report in answers { tally.add(report) }
      for part in joinsArray ? answers.map({ [$0] }) : [answers] { write(renderer.bytes(document, part), for: input) }
      if !manners.isQuiet, !plan.inputs.hasFolder || manners.isVerbose { say(answers) }
    }
  }

  private mutating func write(_ bytes: [UInt8], for input: ReportInput) {
    guard plan.place == .standardOutput else {
      do throws(OutputError) {
        try plan.place.write(bytes, for: input, plan.format)
      } catch {
        fail(error.path, error.reason, ExitCode.unwritable)
      }
      return
    }
    printResult(separator + bytes)
    resultsPrinted += 1
  }

  private func say(_ answers: [SymbolicatedReport]) {
    let wording = DiagnosticsText(isVerbose: manners.isVerbose)
    for report in answers { StandardStreams.say(wording.lines(report).map { $0 + "\n" }.joined()) }
  }

  // MARK: Output

  /// Whether several results on standard output have to become one JSON array.
  private var joinsArray: Bool {
    plan.format == .json && plan.place == .standardOutput && (plan.inputs.hasFolder || plan.inputs.inputs.count > 1)
  }

  /// What stands before a result on standard output.
  private var separator: [UInt8] {
    if joinsArray { return Array((resultsPrinted == 0 ? "[\n" : ",\n").utf8) }
    return resultsPrinted > 0 && plan.format == .text ? [UInt8(ascii: "\n")] : []
  }

  private mutating func finishOutput() {
    if joinsArray { printResult(Array((resultsPrinted == 0 ? "[]\n" : "]\n").utf8)) }
  }

  private mutating func printResult(_ bytes: [UInt8]) {
    do throws(SystemError) {
      try StandardStreams.print(bytes)
    } catch {
      fail("standard output", error.message, ExitCode.unwritable)
    }
  }

  // MARK: Messages

  private mutating func fail(_ path: String, _ reason: String, _ code: Int32) {
    StandardStreams.report("\(path == "-" ? "standard input" : path): \(reason)")
    codes.append(code)
  }

  private mutating func sayWarnings() {
    for warning in symbolicator.warnings.dropFirst(warningsSaid) { StandardStreams.report("\(warning.path): \(warning.reason)") }
    warningsSaid = symbolicator.warnings.count
  }

  private func saySummary() {
    guard !manners.isQuiet else { return }
    let unreadable = codes.filter { $0 == ExitCode.unreadable }.count
    let parts = [
      "\(tally.reports) reports symbolicated", "\(tally.resolvedFrames) frames resolved",
      unreadable > 0 ? "\(unreadable) unreadable" : nil, skipped > 0 ? "\(skipped) files that are no crash reports skipped" : nil,
    ]
    StandardStreams.report(parts.compactMap { $0 }.joined(separator: ", "))
  }
}

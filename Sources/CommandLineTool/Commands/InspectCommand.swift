internal import CrashModel
internal import Engine
internal import Rendering
internal import SymbolStore
internal import System

/// `symbolicate inspect`: the contents of reports, and which debug files are found or missing.
struct InspectCommand {
  private let plan: RunPlan
  private let symbolicator: Symbolicator
  private let isVerbose: Bool
  private let asJSON: Bool
  private let isStrict: Bool

  /// Runs the command and returns the exit code.
  static func run(_ options: RawOptions) throws(UsageError) -> Int32 {
    let operands = SortedOperands(options.operands)
    if operands.reports.isEmpty, !operands.debugFiles.isEmpty {
      return DebugFileInspection(options).run(operands.debugFiles)
    }
    let plan = try RunPlan(options)
    let command = InspectCommand(
      plan: plan, symbolicator: Symbolicator(SymbolFinder(plan.places), options: plan.symbolication),
      isVerbose: options.has(.verbose),
      asJSON: options.has(.json), isStrict: options.has(.strict))
    return command.run()
  }

  private func run() -> Int32 {
    var warnings = symbolicator.readNamedPlaces()
    var codes: [Int32] = []
    var answers: [SymbolicatedReport] = []
    for failure in plan.inputs.failures { codes.append(fail(failure.path, failure.reason)) }
    for input in plan.inputs.inputs {
      switch InputReading(of: input) {
      case .skipped: continue
      case .failed(let reason): codes.append(fail(input.path, reason))
      case .document(let document):
        let both = document.reports.map { symbolicator.symbolicate($0, path: FileName.visible(input.path), folder: input.folder) }
        warnings += both.flatMap(\.warnings)
        let new = both.map(\.report)
        if isStrict, new.contains(where: Self.lacksDebugFiles) { codes.append(ExitCode.unresolvedFrames) }
        if asJSON { answers += new } else { codes.append(show(new)) }
      }
    }
    for warning in warnings { StandardStreams.report("\(warning.path): \(warning.reason)") }
    if asJSON { codes.append(StandardStreams.printResult(JSONRenderer().inspection(answers))) }
    return ExitCode.worst(of: codes)
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

internal import CrashModel
internal import Answering
internal import Jobs
internal import Redaction

/// `--redact=list`: prints what `--redact` would replace, and changes nothing.
enum RedactionList {
  /// Reads all inputs and prints one line for each value. Returns the exit code.
  static func run(_ options: Options) throws(UsageError) -> Int32 {
    let plan = try RunPlan(options)
    let log = RedactionLog()
    let reader = ReportReader(redactor: Redactor(salt: options.triage.deviceSalt ?? "", log: log))
    var codes: [Int32] = []
    for failure in plan.inputs.failures {
      StandardStreams.report("\(failure.path): \(failure.reason)")
      codes.append(ExitCode.unreadable)
    }
    for input in plan.inputs.inputs {
      guard case .failed(let reason) = InputReading(of: input, limit: options.sizeLimit, reader: reader) else { continue }
      StandardStreams.report("\(input.path == "-" ? "standard input" : input.path): \(reason)")
      codes.append(ExitCode.unreadable)
    }
    let entries = log.entries
    let lines = entries.map { entry, count in
      "\(entry.kind.rawValue)\t\(count)\t\(TerminalText.line(entry.value))\t\(entry.replacement)\n"
    }
    codes.append(StandardStreams.printResult((["kind\tplaces\tvalue\treplacement\n"] + lines).joined()))
    if options.triage.deviceSalt == nil, !entries.isEmpty, !options.has(.quiet) {
      StandardStreams.report("the replacements of a run are others, unless --device-salt gives the text that they are made with")
    }
    return ExitCode.worst(of: codes)
  }
}

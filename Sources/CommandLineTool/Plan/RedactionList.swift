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
    // The plan has read all inputs once: what one of them gives away is found in all.
    let reader = ReportReader(redactor: plan.symbolication.redactor?.recording(in: log))
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
      "\(entry.kind.rawValue)\t\(count)\t\(TerminalText.line(entry.value))\t\(entry.replacement)\t\(entry.rule)\n"
    }
    codes.append(StandardStreams.printResult((["kind\tplaces\tvalue\treplacement\tfound by\n"] + lines).joined()))
    if options.triage.deviceSalt == nil, !entries.isEmpty, !options.has(.quiet) {
      StandardStreams.report("the replacements of a run are others, unless --device-salt gives the text that they are made with")
    }
    return ExitCode.worst(of: codes)
  }
}

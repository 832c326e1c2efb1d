internal import Engine
internal import Pages
internal import Rendering
internal import SymbolStore
internal import System
internal import Triage

/// The results of the inputs of a run so far; prints results and messages as they arrive.
struct RunRecord: Sendable {
  private let plan: RunPlan
  private var progress: Progress
  private var tally = Tally()
  private var codes: Set<Int32> = []
  private var done = 0
  private var skipped: Int
  private var unreadable = 0
  private var resultsPrinted = 0
  private var collected = SummaryBuilder()

  /// Starts without results.
  init(_ plan: RunPlan, _ progress: Progress) {
    self.plan = plan
    self.progress = progress
    skipped = plan.inputs.skippedFiles
  }

  /// Takes the result of the next input.
  mutating func take(_ outcome: ReportOutcome) {
    if outcome.isSkipped { skipped += 1 }
    if let reason = outcome.failure {
      unreadable += 1
      fail(outcome.path, reason, ExitCode.unreadable)
    }
    tally.add(outcome.tally)
    collected.add(outcome.collected)
    for output in outcome.outputs {
      printResult(separator + output)
      resultsPrinted += 1
    }
    if let error = outcome.unwritten { fail(error.path, error.reason, ExitCode.unwritable) }
    say(outcome.warnings)
    if !outcome.messages.isEmpty {
      progress.clear()
      StandardStreams.say(lines: outcome.messages)
    }
    done += 1
    progress.show(done: done, failed: unreadable)
  }

  /// Ends the output. Returns the exit code.
  /// `gate` makes the run fail for groups that `baseline` does not have, or for others.
  mutating func finish(isStrict: Bool, tellsSummary: Bool, gate: FailOn? = nil, baseline: Set<String>? = nil) -> Int32 {
    progress.clear()
    if plan.joinsArray { printResult(Array((resultsPrinted == 0 ? "[]\n" : "]\n").utf8)) }
    if plan.joinsPage { printResult((resultsPrinted == 0 ? OutputRenderer.pageBeginning : []) + OutputRenderer.pageEnd) }
    collected.counts.unreadable += unreadable
    collected.counts.skipped += skipped
    if tellsSummary {
      StandardStreams.report(summary)
      StandardStreams.say(SummaryEnd().missing(Summary(collected)).map { "  \($0)\n" }.joined())
    }
    writeSummary()
    if let gate, case let lines = gate.failures(Summary(collected, baseline: baseline)), !lines.isEmpty {
      StandardStreams.say(lines: ["symbolicate: " + lines[0]] + lines.dropFirst())
      codes.insert(ExitCode.unresolvedFrames)
    }
    if tally.isFruitless { codes.insert(ExitCode.nothingResolved) }
    if isStrict, tally.unresolvedAppFrames > 0 { codes.insert(ExitCode.unresolvedFrames) }
    return ExitCode.worst(of: codes)
  }

  /// Writes `summary.json` into the output directory, and beside pages of reports the page that leads to them.
  private mutating func writeSummary() {
    guard case .folder(let folder) = plan.place else { return }
    var path = Path.join(folder, "summary.json")
    do throws(SystemError) {
      try FileSystem.makeDirectories(folder)
      let summary = Summary(collected)
      try FileSystem.replace(path, with: SummaryJSON().json(summary, collected))
      if plan.format == .html {
        path = Path.join(folder, plan.indexName)
        try FileSystem.replace(path, with: SummaryPage(links: plan.pageLinks).page(summary, collected))
      }
    } catch {
      fail(path, error.message, ExitCode.unwritable)
    }
  }

  /// Reports a problem with an input or output, and records the exit code.
  mutating func fail(_ path: String, _ reason: String, _ code: Int32) {
    report("\(path == "-" ? "standard input" : path): \(reason)")
    codes.insert(code)
  }

  /// Reports problems with search paths and debug files.
  mutating func say(_ warnings: [SearchWarning]) {
    for warning in warnings {
      report("\(warning.path): \(warning.reason)")
      if warning.isFailure, plan.inputs.inputs.count == 1, !plan.inputs.hasFolder { codes.insert(ExitCode.unreadable) }
    }
  }

  private mutating func report(_ message: String) {
    progress.clear()
    StandardStreams.report(message)
  }

  /// The text before a result on standard output.
  private var separator: [UInt8] {
    if plan.joinsArray { return Array((resultsPrinted == 0 ? "[\n" : ",\n").utf8) }
    if plan.joinsPage { return resultsPrinted == 0 ? OutputRenderer.pageBeginning : [] }
    return resultsPrinted > 0 && plan.format.isForPeople ? [UInt8(ascii: "\n")] : []
  }

  private mutating func printResult(_ bytes: [UInt8]) {
    do throws(SystemError) {
      try StandardStreams.print(bytes)
    } catch {
      fail("standard output", error.message, ExitCode.unwritable)
    }
  }

  private var summary: String {
    [
      "\(tally.reports) report\(tally.reports == 1 ? "" : "s") symbolicated",
      "\(collected.counts.resolvedFrames) of \(collected.counts.appFrames) frames of app images resolved",
      unreadable > 0 ? "\(unreadable) unreadable" : nil,
      skipped > 0 ? "\(skipped) other file\(skipped == 1 ? "" : "s") skipped" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

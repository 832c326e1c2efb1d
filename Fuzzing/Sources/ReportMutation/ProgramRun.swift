import Foundation
import ReportTrial

/// Runs the built program with every command on directories of mutated reports. A run that a signal ends, that takes too long or exits
/// with a code that the command does not have is repeated report by report.
final class ProgramRun {
  private let program: String
  private let mutator: Mutator
  private let options: MutationOptions
  private let findings: Findings
  private let work = NSTemporaryDirectory() + "report-mutation-\(getpid())"

  /// The number of reports in a directory.
  private static let batch = 500

  init(_ program: String, _ mutator: Mutator, _ options: MutationOptions) {
    self.program = program
    self.mutator = mutator
    self.options = options
    findings = Findings(directory: options.found)
  }

  /// Runs everything; whether nothing was found.
  func run() -> Bool {
    defer { try? FileManager.default.removeItem(atPath: work) }
    let end = options.first + options.count
    for first in stride(from: options.first, to: end, by: Self.batch) {
      let range = first..<min(first + Self.batch, end)
      for invocation in ProgramInvocation.all(symbols: options.symbols, lookup: options.lookup) {
        guard let what = run(invocation, range) else { continue }
        say("\(invocation.name) on \(range): \(what); looking for the report")
        isolate(invocation, range, what)
      }
      say("\(range.upperBound) ...")
    }
    say(
      "\(options.count) mutated reports through \(ProgramInvocation.all(symbols: [], lookup: options.lookup).count) commands, \(findings.count) findings"
    )
    return findings.count == 0
  }

  private func isolate(_ invocation: ProgramInvocation, _ range: Range<Int>, _ what: String) {
    let before = findings.count
    for index in range {
      guard let what = run(invocation, index..<index + 1) else { continue }
      findings.keep("\(invocation.name)-\(options.seed)-\(index)", mutator.report(index, seed: options.seed), what)
    }
    if findings.count == before { findings.keep("\(invocation.name)-\(options.seed)-\(range.lowerBound)-batch", [], what) }
  }

  /// What is wrong with one run; nil if nothing is.
  private func run(_ invocation: ProgramInvocation, _ range: Range<Int>) -> String? {
    let input = work + "/in", output = work + "/out"
    try? FileManager.default.removeItem(atPath: work)
    do {
      try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
      let reports = range.map { mutator.report($0, seed: options.seed) }
      let streamed = invocation.input(reports)
      try Data(streamed).write(to: URL(fileURLWithPath: work + "/stdin"))
      if invocation.readsFiles {
        for (index, report) in zip(range, reports) { try Data(report).write(to: URL(fileURLWithPath: "\(input)/\(index)")) }
      }
      return try start(invocation, input, output)
    } catch {
      return "cannot run: \(error)"
    }
  }

  private func start(_ invocation: ProgramInvocation, _ input: String, _ output: String) throws -> String? {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    child.arguments = ["-k", "1", String(options.limit), program] + invocation.arguments(input: input, output: output)
    child.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: work + "/stdin"))
    for (name, path) in [("out", work + "/stdout"), ("err", work + "/stderr")] {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      if name == "out" { child.standardOutput = handle } else { child.standardError = handle }
    }
    try child.run()
    child.waitUntilExit()
    let status = child.terminationStatus
    if child.terminationReason == .uncaughtSignal { return "ended by signal \(status)" }
    if status == 124 || status == 137 { return "no end after \(options.limit) s" }
    if ![0, 1, 3, 4].contains(status) { return "exit code \(status)" }
    let message = FileManager.default.contents(atPath: work + "/stderr").map { String(decoding: $0, as: UTF8.self) } ?? ""
    // Traps end the program by a signal; what stays is a process that reads debug files and that a report killed.
    for trouble in ["ended the process", "Fatal error", "gave up", "took longer"] where message.contains(trouble) {
      return trouble
    }
    return invocation.fault(in: work + "/stdout")
  }
}

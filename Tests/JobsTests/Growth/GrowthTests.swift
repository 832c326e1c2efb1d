import Answering
import Bytes
import CrashModel
import Jobs
import Rendering
import Reports
import SymbolStore
import TestSupport
import Testing
import Triage

@testable import Redaction

/// The work for an input grows with its length, whatever grows in it: reading, answering, and every output.
@Suite struct GrowthTests {
  /// The lengths, each about twice the one before.
  private static let sizes = [256, 512, 1024, 2048, 4096, 8192]
  /// What one doubling may add beside twice the work: sorting, and what every input costs once.
  private static let beside = 14_000.0

  /// Parts that look ahead, each with the input. How far they look is bounded, but the bound lies beyond these lengths; `make growth` reaches
  /// it. Here they take at most `perByte` steps a byte.
  private static let ahead: Set<String> = [
    "threads alone, reading", "log long line of addresses, filter", "ips reports, filter", "metrickit payloads, filter",
    "swift-backtrace JSON reports, reading of a log", "log escaped stacks, filter",
  ]
  private static let perByte = 150.0

  private static let outputs: [(name: String, format: OutputFormat)] = [
    ("text", .text), ("same", .same), ("JSON", .json), ("HTML", .html), ("Markdown", .markdown), ("folded", .folded),
  ]

  /// The steps of every part of the work.
  private static func steps(_ bytes: [UInt8]) -> [(name: String, steps: Int)] {
    var all: [(name: String, steps: Int)] = []
    func count<Result: Sendable>(_ name: String, _ body: () -> Result) -> Result {
      let count = StepCount(limit: .max) {}
      var result: Result?
      count.during { result = body() }
      all.append((name, count.total))
      guard let result else { preconditionFailure("\(name) was not done") }
      return result
    }
    _ = count("filter") {
      var splitter = LogSplitter()
      return splitter.take(bytes).count + splitter.flush().count
    }
    _ = count("redaction") { Redactor(salt: "s").redact(bytes).count }
    _ = count("reading of a log") { ReportDocument(readingLog: bytes)?.reports.count }
    guard let document = count("reading", { try? ReportDocument(reading: bytes) }) else { return all }
    var options = SymbolicationOptions()
    options.triager = Triager()
    let symbolicator = Symbolicator(SymbolFinder(SearchPaths()), options: options)
    let answers = count("answering") {
      var session = ReportSession(symbolicator)
      return session.answer(document, path: "-", folder: nil).reports
    }
    for output in outputs {
      _ = count(output.name) { OutputRenderer(format: output.format).bytes(document, answers).count }
    }
    _ = count("text in colors") { OutputRenderer(format: .text, reader: .colorTerminal).bytes(document, answers).count }
    _ = count("inspect") { JSONRenderer().inspection(answers).count }
    _ = count("summary") { () -> Int in
      var part = PartialSummary()
      for answer in answers { part.add(answer, FrameTally(answer)) }
      return part.missing.count
    }
    return all
  }

  @Test(arguments: GrowingInput.all) func stepsGrowWithTheLength(input: GrowingInput) {
    var last: [String: (steps: Int, bytes: Int)] = [:]
    for size in Self.sizes {
      let bytes = input.bytes(size)
      for (name, steps) in Self.steps(bytes) {
        if let before = last[name] {
          let isAhead = Self.ahead.contains("\(input.name), \(name)")
          let linear = 1.1 * Double(before.steps) * Double(bytes.count) / Double(before.bytes) + Self.beside
          let limit = isAhead ? Self.perByte * Double(bytes.count) + Self.beside : linear
          #expect(Double(steps) <= limit, "\(name), \(bytes.count) bytes: \(steps), before: \(before)")
        }
        last[name] = (steps, bytes.count)
      }
    }
  }
}

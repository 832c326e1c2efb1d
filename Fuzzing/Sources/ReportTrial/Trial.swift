import CrashModel
package import Answering
import Jobs
import JSONText
import Rendering
import Reports
import SymbolStore
package import TestSupport

/// Does with one input all that the program's commands do with it: reading, answering, every output format, `inspect`, `filter` and
/// `stream`. One owner, one thread.
package final class Trial {
  /// A result that breaks a promise of the program.
  package struct Finding: Error {
    /// What is wrong, in one clause.
    package let what: String

    package init(what: String) { self.what = what }
  }

  private let places: SearchPaths
  private let options: SymbolicationOptions
  private let schema: JSONSchema?
  private var engine: Symbolicator
  private var filter: LogFilter
  private var stream: StreamJob
  private var runs = 0

  /// Debug files are kept open for this many runs.
  private static let runsOfEngine = 1024

  /// Looks for debug files in `symbols`, which are files and directories. Reports as JSON have to follow `schema`.
  package init(symbols: [String], options: SymbolicationOptions = .init(), schema: JSONSchema? = nil) {
    (self.options, self.schema) = (options, schema)
    places = SearchPaths(symbols: symbols, store: "/nonexistent")
    engine = Symbolicator(SymbolFinder(places), options: options)
    (filter, stream) = Self.jobs(places, engine)
  }

  private static func jobs(_ places: SearchPaths, _ engine: Symbolicator) -> (LogFilter, StreamJob) {
    let filter = LogFilter(
      places, options: SymbolicationOptions(), style: .init(), wording: DiagnosticsText(isVerbose: true))
    return (filter, StreamJob(engine, onlyCrashed: false, threads: 1))
  }

  /// Does everything once. Traps and loops without end are the caller's business.
  ///
  /// - Throws: `Finding` if a result breaks a promise.
  package func run(_ bytes: [UInt8]) throws(Finding) {
    try runReport(bytes)
    try runFilter(bytes)
    try runStream(bytes)
  }

  private func renewEngine() {
    runs += 1
    guard runs % Self.runsOfEngine == 0 else { return }
    engine = Symbolicator(SymbolFinder(places), options: options)
    (filter, stream) = Self.jobs(places, engine)
  }

  // MARK: Commands

  /// Reads and answers a report, and writes it in all formats.
  package func runReport(_ bytes: [UInt8]) throws(Finding) {
    renewEngine()
    guard let document = try? ReportDocument(reading: bytes) else { return }
    var session = ReportSession(engine)
    let answers = session.answer(document, path: "x", folder: nil).reports
    for format in OutputFormat.allCases {
      let output = OutputRenderer(format: format).bytes(document, answers)
      try check(output, of: bytes, as: format, reports: answers.count)
      if format == .ndjson { try check(ndjson: output, of: answers) }
    }
    _ = OutputRenderer(format: .text, onlyCrashed: true, reader: .colorTerminal).bytes(document, answers)
    _ = OutputRenderer(format: .sideBySide, reader: .terminal).bytes(document, answers)
    let wording = DiagnosticsText(isVerbose: true)
    for answer in answers {
      _ = InspectText(isVerbose: true).lines(answer)
      _ = wording.lines(answer)
    }
    try checkJSON(JSONRenderer().inspection(answers), "inspect --json")
  }

  /// The stream is cut at two places, which must not change what comes out.
  package func runFilter(_ bytes: [UInt8]) throws(Finding) {
    renewEngine()
    var splitter = LogSplitter()
    var parts: [LogSplitter.Chunk] = []
    let cut = bytes.count / 3
    for piece in [bytes[..<cut], bytes[cut..<(2 * cut)], bytes[(2 * cut)...]] where !piece.isEmpty {
      parts += splitter.take(Array(piece))
    }
    parts += splitter.flush()
    var copied: [UInt8] = []
    for part in parts {
      switch part {
      case .plain(let bytes): copied += bytes
      case .stacks(let bytes, let context):
        copied += bytes
        _ = filter.symbolicated(bytes, context: context)
      case .report(let bytes):
        copied += bytes
        _ = filter.symbolicated(report: bytes)
      }
    }
    guard copied == bytes else { throw Finding(what: "filter: the parts of the stream are not the stream") }
  }

  /// Gives `stream` the bytes as a line, and as the text of a report in a line.
  package func runStream(_ bytes: [UInt8]) throws(Finding) {
    renewEngine()
    let wrapped =
      Array("{\"id\":7,\"report\":".utf8) + Array(JSONString.encode(String(decoding: bytes, as: UTF8.self)).utf8) + [125]
    for line in [bytes.filter { $0 != 10 }, wrapped] {
      let outcome = stream.run(line, number: 1, thread: 0)
      guard outcome.output.last == 10, outcome.output.dropLast().firstIndex(of: 10) == nil else {
        throw Finding(what: "stream: the answer is not one line")
      }
      try checkJSON(outcome.output, "stream")
    }
  }

  // MARK: Promises

  private func check(
    _ output: [UInt8], of input: [UInt8], as format: OutputFormat, reports: Int
  ) throws(Finding) {
    // A frame takes some hundred bytes in JSON, and two bytes in a binary report; what takes more was made of nothing.
    guard output.count <= 1_000 * input.count + 100_000 else {
      throw Finding(what: "\(format.rawValue): \(output.count) bytes of output for \(input.count) bytes of input")
    }
    switch format {
    case .json: try checkJSON(output, "json")
    case .ndjson:
      let lines = output.split(separator: 10)
      guard lines.count == reports else { throw Finding(what: "ndjson: \(lines.count) lines for \(reports) reports") }
      for line in lines { try checkJSON(Array(line), "ndjson") }
    case .brief:
      guard output.count <= 2048 * reports else {
        throw Finding(what: "brief: \(output.count) bytes for \(reports) reports")
      }
    case .speedscope: try checkJSON(output, "speedscope")
    case .text, .same, .sideBySide, .markdown, .html, .folded: break
    }
  }

  /// Every line follows the schema, and has as many threads, frames and backtraces as the report.
  private func check(ndjson: [UInt8], of answers: [SymbolicatedReport]) throws(Finding) {
    for (line, answer) in zip(ndjson.split(separator: 10), answers) {
      let problems = (try? schema?.problems(String(decoding: line, as: UTF8.self))) ?? []
      guard problems.isEmpty else { throw Finding(what: "ndjson: \(problems[0])") }
      let root = JSONDocument(Array(line)).root
      try checkFacts(of: answer.report, root)
      let stacks = [answer.report.threads.map(\.frames), answer.report.backtraces.map(\.frames)]
      for (key, ranges) in zip(["threads", "backtraces"], stacks) {
        let written = root?[key]?.elements.map { $0["frames"]?.elements.reduce(0) { sum, _ in sum + 1 } ?? 0 } ?? []
        guard written == ranges.map(\.count) else {
          throw Finding(
            what: "ndjson: the \(key) of the report have \(ranges.map(\.count)) frames, those of the output \(written)")
        }
      }
    }
  }

  /// What a report says besides its stacks is what the output says.
  private func checkFacts(of report: CrashReport, _ root: JSONValue?) throws(Finding) {
    let exception = root?["exception"]
    let facts: [(key: String, fact: String?, written: String?)] = [
      ("os.build", report.system.build, root?["os"]?["build"]?.string), ("time", report.time, root?["time"]?.string),
      ("exception.type", report.exception?.type, exception?["type"]?.string),
      ("exception.codes", report.exception?.codes, exception?["codes"]?.string),
      ("exception.reason", report.exception?.reason, exception?["reason"]?.string),
      ("termination.indicator", report.termination?.indicator, root?["termination"]?["indicator"]?.string),
    ]
    for (key, fact, written) in facts where fact != written {
      throw Finding(what: "ndjson: \(key) is \(written ?? "missing"), in the report \(fact ?? "missing")")
    }
  }

  private func checkJSON(_ bytes: [UInt8], _ what: String) throws(Finding) {
    do throws(JSONError) {
      _ = try JSONDocument(strictly: bytes)
    } catch {
      throw Finding(what: "\(what): the output is no JSON: \(error.problem) at byte \(error.byte)")
    }
  }
}

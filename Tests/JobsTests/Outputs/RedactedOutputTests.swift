import Answering
import AppleLayout
import CrashModel
import Foundation
import Jobs
import Redaction
import Rendering
import Reports
import SymbolStore
import TestSupport
import Testing
import Triage

/// Secrets of the grammar in reports: none is in any output. `REDACTION_SEED` and `REDACTION_OUTPUT_CASES` choose other cases.
@Suite struct RedactedOutputTests {
  private static let surroundings = ProcessInfo.processInfo.environment
  private static let seed = surroundings["REDACTION_SEED"].flatMap { UInt64($0) } ?? 4_711
  private static let count = surroundings["REDACTION_OUTPUT_CASES"].flatMap { Int($0) } ?? 10

  private static let formats: [OutputFormat] = [
    .text, .sideBySide, .same, .json, .ndjson, .html, .markdown, .brief, .folded, .speedscope,
  ]

  private static let stack =
    "\n0   Shop   0x00000001027f821c 0x1027f4000 + 16924\n1   Shop   0x00000001027f822c 0x1027f4000 + 16940\n"

  /// Returns a report with the bytes of a case: JSON in the data of the app, text before a call stack and in a report's message, a binary
  /// report as it is.
  private static func reports(_ made: SecretCarriers.Case) -> [[UInt8]] {
    if made.format == "plcrash" { return [made.bytes] }
    if made.isJSON {
      let head = #"{"report":{"id":"E0ABC030-0CF2-5516-A84B-A650276D4B34","process_name":"Shop"},"#
      let crash =
        #""crash":{"error":{"type":"user","reason":"x"},"threads":[{"crashed":true,"backtrace":{"contents":[{"instruction_addr":4096}]}}]},"#
      return [Array((head + crash + #""user":"#).utf8) + made.bytes + Array("}".utf8)]
    }
    if made.format.hasPrefix("UTF-16") {
      return [
        made.bytes
          + stack.utf16.flatMap { unit in
            made.format.hasSuffix("LE") ? [UInt8(unit & 255), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 255)]
          }
      ]
    }
    let report = """
      Process:             Shop [3608]
      Code Type:           ARM-64 (Native)
      Exception Type:  EXC_CRASH (SIGABRT)

      Application Specific Information:

      """
    let thread = "\n\nThread 0 Crashed:" + stack
    return [made.bytes + Array(stack.utf8), Array(report.utf8) + made.bytes + Array(thread.utf8)]
  }

  /// The outputs of a report by name.
  private static func outputs(_ bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    var options = SymbolicationOptions()
    options.triager = Triager()
    options.redactor = Redactor(salt: "s")
    let finder = SymbolFinder(SearchPaths())
    let filter = LogFilter(SearchPaths(), options: options, style: FrameStyle(), wording: nil)
    var all = [("filter", filter.symbolicated(bytes, context: []).bytes)]
    var session = ReportSession(Symbolicator(finder, options: options))
    guard let document = try? session.reader.read(bytes) else { return all }
    let answers = session.answer(document, path: "-", folder: nil).reports
    for format in formats {
      all.append((format.rawValue, OutputRenderer(format: format, isPartOfPage: true).bytes(document, answers)))
    }
    all.append(("inspect", JSONRenderer().inspection(answers)))
    var part = PartialSummary()
    for answer in answers { part.add(answer, FrameTally(answer)) }
    var summary = SummaryBuilder()
    summary.add(part)
    all.append(("summarize", SummaryJSON().json(Summary(summary), summary)))
    return all
  }

  @Test func noOutputHasASecret() {
    var carriers = SecretCarriers(Self.seed)
    print("redacted outputs: \(Self.count) cases of seed \(Self.seed)")
    var (leaks, looks) = (0, 0)
    for _ in 0..<Self.count {
      let made = carriers.next()
      for report in Self.reports(made) {
        for output in Self.outputs(report) {
          looks += 1
          let texts = HiddenTexts(output.bytes)
          for leak in made.secret.leaks where !texts.holding(leak).isEmpty {
            leaks += 1
            Issue.record("\(made.secret.name) in \(made.format), \(output.name): \(leak) of \(made.secret.text)")
          }
        }
      }
    }
    print("redacted outputs: \(leaks) leaks in \(looks) outputs")
  }
}

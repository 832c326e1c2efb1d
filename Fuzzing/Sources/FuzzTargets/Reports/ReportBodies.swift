import Answering
import Bytes
import CrashModel
import Jobs
import ReportTrial
import Reports
import SymbolStore
import Synchronization
import TestSupport
import Triage

/// Reports as a whole.
enum ReportBodies {
  /// What reading may cost: steps a byte, and steps for any input.
  private static let (stepsPerByte, stepsBeside) = (400, 20_000)
  /// The same for answering, and for all outputs, of which a byte of a report may make many.
  private static let (stepsPerByteOfAll, stepsOfAllBeside) = (20_000, 5_000_000)

  /// Ends the process when a limit of steps is passed: a loop without end never returns.
  static func count(_ limit: Int, _ what: String, _ body: () -> Void) {
    StepCount(limit: limit) { fatalError("\(what): more than \(limit) steps") }.during(body)
  }

  /// Reading, answering and all outputs; frames in are frames out, the JSON follows its schema, and the work is in proportion.
  @Sendable static func report() throws -> FuzzTarget.Body {
    var options = SymbolicationOptions()
    options.triager = Triager()
    let trial = Trial(
      symbols: [FixtureFolder.path("Binaries")], options: options,
      schema: try JSONSchema(contentsOf: "docs/schemas/report.schema.json"))
    return { bytes in
      count(stepsPerByte * bytes.count + stepsBeside, "reading") { _ = try? ReportDocument(reading: bytes) }
      var result = Result<Void, Finding>.success(())
      count(stepsPerByteOfAll * bytes.count + stepsOfAllBeside, "answering and outputs") {
        result = Result { () throws(Finding) in try trial.runReport(bytes) }
      }
      try result.get()
    }
  }

  /// Edits in place: what has no answer stays byte for byte, and a second run changes nothing.
  @Sendable static func edits() -> FuzzTarget.Body {
    let (without, with) = (engine([]), engine([FixtureFolder.path("Binaries")]))
    return { bytes in
      guard let document = try? ReportDocument(reading: bytes) else { return }
      let plain = answers(of: document, without)
      if plain.allSatisfy({ $0.resolutions.allSatisfy { $0.basis == .none } }) {
        try expect(same(document, plain) == document.bytes, "same: an unresolved report is not the input")
      }
      let once = same(document, answers(of: document, with))
      guard let again = try? ReportDocument(reading: once) else {
        throw Finding(what: "same: the output cannot be read")
      }
      try expect(
        again.reports.count == document.reports.count,
        "same: \(document.reports.count) reports become \(again.reports.count) reports")
      // An address that contradicts its symbol counts once the symbol is replaced.
      guard !document.reports.contains(where: { $0.diagnostics.contains { $0.message.contains("contradicts the header") } })
      else {
        return
      }
      let twice = same(again, answers(of: again, with))
      try expect(twice == once, "same: a second run changes the output at byte \(difference(once, twice))")
    }
  }

  /// The answers of an `.ips` and of its text are the same.
  @Sendable static func translation() -> FuzzTarget.Body {
    let (without, with) = (engine([]), engine([FixtureFolder.path("Binaries")]))
    return { bytes in
      guard let document = try? ReportDocument(reading: bytes), document.reports.count == 1, document.format == .ips,
        document.reports[0].diagnostics.isEmpty, isPrintable(bytes)
      else { return }
      let text = OutputRenderer(format: .text).bytes(document, answers(of: document, without))
      guard let translated = try? ReportDocument(reading: text), translated.format == .appleText else { return }
      let (one, other) = (names(answers(of: document, with)), names(answers(of: translated, with)))
      try expect(one == other, "the threads of the text are \(other), those of the .ips \(one)")
    }
  }

  private static func engine(_ symbols: [String]) -> Symbolicator {
    Symbolicator(SymbolFinder(SearchPaths(symbols: symbols, store: "/nonexistent")))
  }

  private static func answers(of document: ReportDocument, _ engine: Symbolicator) -> [SymbolicatedReport] {
    var session = ReportSession(engine)
    return session.answer(document, path: "x", folder: nil).reports
  }

  private static func same(_ document: ReportDocument, _ answers: [SymbolicatedReport]) -> [UInt8] {
    OutputRenderer(format: .same).bytes(document, answers)
  }

  private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
    zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(one.count, other.count)
  }

  /// Whether the text is ASCII without escapes: names of images with blanks and control characters cannot be kept in text.
  private static func isPrintable(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x7f && $0 != 0x5c } }

  /// The functions of the frames that debug files name, of each thread.
  private static func names(_ answers: [SymbolicatedReport]) -> [[String]] {
    answers.flatMap { answer in
      answer.report.threads.map { thread in
        thread.frames.flatMap { answer.resolutions[$0].basis == .line ? answer.resolutions[$0].sources.map(\.function) : [] }
      }
    }
  }
}

import CrashModel
import Answering
import Foundation
import Reports
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// The frames of real reports get the answers of llvm-symbolizer (ORACLE.tsv of the corpus).
@Suite struct CorpusAnswersTests {
  @Test(.corpus) func everyFrameOfTheOracleGetsItsAnswer() throws {
    let corpus = try #require(Corpus.path)
    let rows = try Corpus.table("ORACLE.tsv").filter { Self.formats.contains($0["report"]?.split(separator: "/").first ?? "") }
    #expect(rows.count >= 438)
    for (report, rows) in Dictionary(grouping: rows, by: { $0["report"] ?? "" }) {
      var places = SearchPaths()
      places.symbols = Set(rows.compactMap { $0["debug_file"] }).sorted().map { corpus + "/" + $0 }
      var options = SymbolicationOptions()
      options.names = .mangled
      let document = try ReportDocument(reading: Corpus.bytes(report))
      let symbolicator = Symbolicator(SymbolFinder(places), options: options)
      var session = ReportSession(symbolicator)
      let answers = session.answer(document, path: report, folder: nil).reports
      for row in rows { check(row, answers) }
    }
  }

  /// A list of addresses does not say what processor it is of: the debug file does. 0x8b1e1 is the address after a call in Thumb code.
  @Test(.corpus) func addressesOfThumbCodeOnAConsoleGetTheLineOfTheCall() throws {
    let corpus = try #require(Corpus.path)
    var places = SearchPaths()
    places.symbols = [corpus + "/debug-files/getsentry-symbolic__CrashProbe-release-dSYMs"]
    var options = SymbolicationOptions()
    options.bindings = [try #require(ImageBinding(parsing: "CrashProbeiOS=0x82000,2FF9CF4D611736C5AFD018D600A49351"))]
    let document = try ReportDocument(reading: Array("*** First throw call stack:\n(0x8b1e1 0x8968d)\n".utf8))
    let symbolicator = Symbolicator(SymbolFinder(places), options: options)
    var session = ReportSession(symbolicator)
    let answer = try #require(session.answer(document, path: "-", folder: nil).reports.first)
    #expect(answer.resolutions.map(\.symbol) == ["-[CRLDetailViewController doCrash]", "main"])
    #expect(answer.resolutions.map { $0.sources.last?.line } == [53, 16])
  }

  private static let formats: Set<Substring> = ["apple-text", "ips", "sentry-expected"]

  private func check(_ row: [String: String], _ answers: [SymbolicatedReport]) {
    let place = "\(row["report"] ?? "") thread \(row["thread"] ?? "") frame \(row["frame"] ?? "") \(row["address"] ?? "")"
    let number = Int(row["frame"] ?? "")
    let address = UInt64((row["address"] ?? "").dropFirst(2), radix: 16)
    let found = answers.lazy.flatMap { zip($0.report.frames, $0.resolutions) }
      .first { $0.0.address?.value == address && (number == nil || $0.0.index == number) }
    guard let (_, resolution) = found else {
      Issue.record("no such frame: \(place)")
      return
    }
    // The frame that threw a C++ exception, after a call that never returns: the table took the address for an instruction's,
    // which is that of the next function. The event has no registers, so the stack was recorded and all are return addresses.
    if row["report"]?.hasSuffix("x86_64-Throw_C++_exception.json") == true, row["thread"] == "0", row["frame"] == "0" {
      #expect(resolution.sources.last?.function == "__cxa_throw", "\(place)")
      return
    }
    // A function of a symbol table has no place.
    let expected = (row["llvm_symbolizer_innermost_to_outermost"] ?? "").replacingOccurrences(of: " @ ??:0:0", with: "")
    #expect(Answers.text(resolution) == Answers.comparable(expected, resolution), "\(place)")
  }
}

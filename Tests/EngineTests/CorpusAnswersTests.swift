import CrashModel
import Engine
import Foundation
import Reports
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// The frames of real reports get the answers of llvm-symbolizer (ORACLE.tsv of the corpus).
@Suite struct CorpusAnswersTests {
  @Test func everyFrameOfTheOracleGetsItsAnswer() throws {
    guard let corpus = Corpus.path, Corpus.isPresent(for: "answers of real reports") else { return }
    let rows = try Corpus.table("ORACLE.tsv").filter { Self.formats.contains($0["report"]?.split(separator: "/").first ?? "") }
    #expect(rows.count >= 438)
    for (report, rows) in Dictionary(grouping: rows, by: { $0["report"] ?? "" }) {
      var places = SearchPlaces()
      places.symbols = Set(rows.compactMap { $0["debug_file"] }).sorted().map { corpus + "/" + $0 }
      var options = SymbolicationOptions()
      options.names = .mangled
      let document = try ReportDocument(reading: Corpus.bytes(report))
      let symbolicator = Symbolicator(SymbolFinder(places), options: options)
      let answers = document.reports.map { symbolicator.symbolicate($0, path: report, folder: nil).report }
      for row in rows { check(row, answers) }
    }
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

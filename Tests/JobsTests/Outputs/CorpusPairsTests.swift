import Answering
import Jobs
import Foundation
import Reports
import SymbolStore
import TestSupport
import Testing

/// Reports and what another symbolicator made of them (PAIRS.tsv). It asked atos for the raw addresses, so that its lines of
/// return addresses are those after the call, and left inlined functions out: lines are those of ORACLE.tsv
/// (`CorpusAnswersTests`). All else has to agree.
///
/// Of the other pairs `KSCrashStyleTests` and `TranslationPairTests` compare texts; the expected outputs of the rest name no
/// function that a debug file of the corpus knows (leaks, honeycomb, Swift), or are the parse of another program (`.snap`).
@Suite(.corpus)
struct CorpusPairsTests {
  @Test func allButTheLinesOfFramesAgrees() throws {
    var compared = 0
    for row in try Corpus.table("PAIRS.tsv") {
      guard let report = row["report"], let expected = row["expected_output"], expected.contains("_symbolicated") else {
        continue
      }
      let theirs = Self.lines(try Corpus.bytes(expected))
      // Apple's tools leave out what only we show as other information.
      var ours = try Self.lines(output(report, row["debug_files", default: ""]))
      if let other = ours.firstIndex(of: "Other Information:") {
        ours.removeSubrange(other..<(ours[other...].firstIndex(of: "EOF") ?? ours.endIndex))
      }
      if let start = ours.firstIndex(where: { $0.hasPrefix("Instruction: ") }) { ours.removeSubrange(start - 1...start) }
      #expect(ours.count == theirs.count, "\(report)")
      for (number, (our, their)) in zip(ours, theirs).enumerated() where our != their {
        let (name, wanted) = (Self.call(our), Self.call(their))
        #expect(name != nil && name == wanted, "line \(number + 1) of \(report): \(our) instead of \(their)")
      }
      compared += 1
    }
    #expect(compared == 12)
  }

  private func output(_ report: String, _ debugFiles: String) throws -> [UInt8] {
    let corpus = Corpus.path ?? ""
    var places = SearchPaths()
    places.symbols = debugFiles.components(separatedBy: " | ").map { corpus + "/" + $0 }
    let symbolicator = Symbolicator(SymbolFinder(places))
    let document = try ReportDocument(reading: Corpus.bytes(report))
    var session = ReportSession(symbolicator)
    let answers = session.answer(document, path: report, folder: nil).reports
    return OutputRenderer(format: .text).bytes(document, answers)
  }

  /// The lines without those of inlined functions and blank ones.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init).filter {
      !$0.contains(" [inlined] ") && !$0.allSatisfy { $0 == " " || $0 == "\t" }
    }
  }

  /// What a line says of a call but for its place in the source: `2 Shop 0x1007da4bc main`.
  private static func call(_ line: String) -> String? {
    let words = line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    if let match = words.wholeMatch(of: /(\d+ \S+ 0x[0-9a-f]+ .*?)(?: \(in \S+\))?(?: \+ \d+)? \([^ ]+:?\d*\)/) {
      return String(match.output.1)
    }
    // `+ 2761 main (in Shop) + 66 [0x101671e30] main.m:57`
    guard let match = words.wholeMatch(of: /((?:\+ )?\d+ .*? \(in \S+\)).*(\[0x[0-9a-f]+\]).*/) else { return nil }
    return String(match.output.1 + " " + match.output.2)
  }
}

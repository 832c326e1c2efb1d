import CrashModel
import Answering
import Jobs
import Reports
import SymbolStore
import TestSupport
import Testing

/// What holds for every real report, whatever can be resolved of it.
@Suite struct CorpusPropertiesTests {
  static let folders = ["apple-text", "ips", "kscrash-json", "callstack", "metrickit", "sentry-expected", "plcrash"]

  @Test(.corpus, arguments: folders) func outputKeepsEveryFrameAndASecondRunChangesNothing(folder: String) throws {
    let corpus = try #require(Corpus.path)
    var places = SearchPaths()
    places.symbols = [corpus + "/debug-files"]
    let symbolicator = Symbolicator(SymbolFinder(places))
    var read = 0
    for path in Corpus.files(in: folder) {
      guard let document = try? ReportDocument(reading: Corpus.bytes(path)) else { continue }
      read += 1
      for format in [OutputFormat.text, .same, .sideBySide] {
        let first = output(document, symbolicator, format, path)
        guard let again = try? ReportDocument(reading: first) else {
          Issue.record("\(path): its own \(format) output is not a report")
          continue
        }
        let once: OutputFormat = format == .sideBySide ? .sideBySide : again.format == .appleText ? .text : .same
        let isStable = output(again, symbolicator, once, path) == first
        #expect(isStable, "\(path) as \(format): a second run changes it")
        #expect(calls(again) == calls(document), "\(path) as \(format)")
      }
    }
    #expect(read > 0)
  }

  /// How many calls each report shows: marks of frames that are left out are no frames when they are read again.
  private func calls(_ document: ReportDocument) -> [Int] {
    document.reports.map {
      $0.frames.prefix($0.callFrameCount).filter { [.exact, .returnAddress, .asyncResume].contains($0.kind) }.count
    }
  }

  private func output(_ document: ReportDocument, _ symbolicator: Symbolicator, _ format: OutputFormat, _ path: String) -> [UInt8]
  {
    var session = ReportSession(symbolicator)
    let answers = session.answer(document, path: path, folder: nil).reports
    for (report, answer) in zip(document.reports, answers) {
      #expect(answer.resolutions.count == answer.report.frames.count)
      #expect(answer.report.callFrameCount == report.callFrameCount)
      #expect(answer.resolutions.allSatisfy { $0.basis != .none || $0.reason != nil }, "\(path)")
    }
    return OutputRenderer(format: format).bytes(document, answers)
  }
}

import CrashModel
import Answering
import Reports
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// Every frame of the app in every fixture report gets the answer of llvm-symbolizer (Fixtures/Reports/expected.tsv).
@Suite struct FixtureAnswersTests {
  struct Row: Sendable {
    let report, thread, frame, image, address, answer, debugFile: String
  }

  static let rows: [Row] = {
    let text = (try? FixtureFolder.bytes("Reports/expected.tsv")) ?? []
    return String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 7 else { return nil }
      return Row(
        report: cells[0], thread: cells[1], frame: cells[2], image: cells[3], address: cells[4], answer: cells[5],
        debugFile: cells[6])
    }
  }()

  static let reports = Set(rows.map(\.report)).sorted()

  @Test func thereAreReports() { #expect(Self.reports.count >= 20) }

  @Test(arguments: reports) func everyFrameGetsItsAnswer(name: String) throws {
    let rows = Self.rows.filter { $0.report == name }
    let document = try ReportDocument(reading: FixtureFolder.bytes("Reports/" + name))
    var places = SearchPaths()
    places.symbols = Set(rows.map(\.debugFile)).filter { $0 != "-" }.sorted().map { FixtureFolder.path("Binaries/" + $0) }
    var options = SymbolicationOptions()
    options.names = .mangled
    let symbolicator = Symbolicator(SymbolFinder(places), options: options)
    var session = ReportSession(symbolicator)
    let answers = session.answer(document, path: name, folder: nil).reports
    for row in rows {
      let stack = try #require(ExpectedStack.find(row.thread, in: answers.map(\.report)), "no stack \(row.thread)")
      let report = answers[stack.part].report
      let number = try #require(Int(row.frame))
      let position = try #require(
        row.thread.contains("TREE") ? stack.positions[number] : stack.positions.first { report.frames[$0].index == number },
        "\(row.thread) has no frame \(number)")
      let resolution = answers[stack.part].resolutions[position]
      #expect(Answers.text(resolution) == Answers.comparable(row.answer, resolution), "\(row.thread) frame \(number)")
      #expect(resolution.basis != .none || resolution.reason != nil)
    }
  }
}

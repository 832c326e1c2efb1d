import Foundation
import TestSupport
import Testing

/// Answers of `lookup --source-map` beside those of Sentry's `symbolic`, and known ones.
@Suite struct SourceMapOracleTests {
  private static let hasSymbolic = (try? ToolRun.of("/usr/bin/env", ["python3", "-c", "import symbolic"]).status) == 0

  @Test(.enabled(if: hasSymbolic, "python3 cannot import symbolic (pip install symbolic)"))
  func answersAreThoseOfSymbolic() throws {
    let script = Checkout.path("integrations/tests/test_source_maps.py")
    let environment: [String: String?] = ["SYMBOLICATE": Symbolicate.path, "POSITIONS": "1000"]
    let run = try ToolRun.of("/usr/bin/env", ["python3", script], environment: environment)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.contains("made here, many lines: 1000 of 1000 positions equal"))
  }

  /// Every position of the fixtures' bundles, and the functions of their function maps.
  @Test func answersAreThoseOfTheFixtures() throws {
    let table = String(decoding: try FixtureFolder.bytes("Scripts/out/answers.tsv"), as: UTF8.self)
    var positions: [String: [(query: String, answer: String)]] = [:]
    for line in table.split(separator: "\n") {
      let cells = line.split(separator: "\t").map(String.init)
      positions[cells[0], default: []].append(("\(cells[1]):\(cells[2])", "\(cells[3]):\(cells[4]):\(cells[5])"))
    }
    #expect(positions.count == 2)
    for (map, list) in positions {
      let input = list.map { $0.query + "\n" }.joined()
      let run = try Symbolicate.run(
        ["lookup", "--source-map", FixtureFolder.path("Scripts/out/" + map)], input: Array(input.utf8))
      let answers = run.stdout.components(separatedBy: "\n\n").dropLast().map { $0.split(separator: "\n").map(String.init) }
      #expect(answers.map { $0.last ?? "" } == list.map(\.answer) && list.count > 100 && run.status == 0)
      #expect(
        Set(answers.compactMap(\.first)).isSuperset(of: ["priceOf", "total", "checkout", "onPress", "perform", "dispatch"]))
    }
  }
}

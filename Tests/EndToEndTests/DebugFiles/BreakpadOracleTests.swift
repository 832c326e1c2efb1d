import Foundation
import TestSupport
import Testing

/// The answers of symbol files of Breakpad beside those of others: PyPI's `symbolic` on real files, and our own of the dSYMs that such files
/// were made of.
@Suite(.corpus) struct BreakpadOracleTests {
  static let folder = (Corpus.path ?? "") + "/../sources/breakpad_sym/"
  static let electron = "Electron/CB63147AC9DC308B8CA1EE92A5042E8E0/"

  @Test(
    .python("symbolic"),
    arguments: [
      (electron + "Electron.sym", 10_000), ("macos/crash.inlines.sym", 2000), ("macos/crash.sym", 2000),

      ("linux/basic.full.inlines.sym", 2000), ("crash-client/509C0610949836F7B70BD88BCF03E5400/crash-client.sym.gz", 2000),
    ])
  func symbolicGivesTheSameFrames(name: String, count: Int) throws {
    let folder = try TemporaryFolder()
    var path = Self.folder + name
    if name.hasSuffix(".gz") {
      let unpacked = try ToolRun.of("/bin/gzip", ["-dc", path])
      path = try folder.write(unpacked.output, to: "unpacked.sym")
    }
    let script = FixtureFolder.path("Binaries/breakpad/compare.py")
    let run = try Oracle.run(script, [Symbolicate.path, path, String(count)])
    #expect(run.stdout.contains("\(count) addresses, \(count) the same"), "\(run.stdout)\(run.stderr.prefix(2000))")
  }

  /// The function and the line of 10,000 addresses of Electron's file, and the same of its dSYM.
  @Test func electronsFileAnswersAsItsDSYM() throws {
    let symbols = Self.folder + Self.electron + "Electron.sym"
    let text = try String(contentsOfFile: symbols, encoding: .utf8)
    let functions = text.split(separator: "\n").filter { $0.hasPrefix("FUNC ") }.compactMap { line -> Range<UInt64>? in
      let words = line.split(separator: " ").filter { $0 != "m" }
      guard let start = UInt64(words[1], radix: 16), let size = UInt64(words[2], radix: 16) else { return nil }
      return start..<start + size
    }
    var generator = SeededGenerator(SeededGenerator.seed(of: "electron", usual: 5))
    let offsets = (0..<10_000).map { _ in
      UInt64.random(in: functions[Int.random(in: 0..<functions.count, using: &generator)], using: &generator)
    }
    func answers(_ path: String, base: UInt64) throws -> [String] {
      let input = offsets.map { String($0 + base, radix: 16) + "\n" }.joined()
      let run = try Symbolicate.run(["lookup", path, "--json", "--no-index"], input: Array(input.utf8))
      return try run.output.split(separator: 10).map { line in
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        let source = (object["sources"] as? [[String: Any]])?.last
        let file = (source?["file"] as? String).map { URL(fileURLWithPath: $0).lastPathComponent } ?? "?"
        return "\(source?["function"] ?? "?") \(file):\(source?["line"] ?? 0)"
      }
    }
    let ours = try answers(symbols, base: 0)
    let theirs = try answers(Self.folder + Self.electron + "Electron.app.dSYM", base: 0x1_0000_0000)
    #expect(ours.count == 10_000 && ours == theirs, "\(zip(ours, theirs).first { $0 != $1 }.map { "\($0)" } ?? "")")
  }
}

import Foundation
import TestSupport
import Testing

/// Goldens hold however an answer is found: from debug files or their indexes, by one thread or by two, alone or among others.
@Suite struct SameOutputTests {
  private static let formats = ["text", "same", "json", "ndjson", "markdown", "side-by-side"]

  /// A cache with the indexes of all fixtures' debug files.
  private static let indexed: TemporaryFolder? = try? {
    let cache = try TemporaryFolder()
    let files = Set(GoldenTests.symbols.values.joined()).sorted()
    _ = try Symbolicate.run(
      ["index", "-q"] + files, environment: ["XDG_CACHE_HOME": cache.path], directory: FixtureFolder.path)
    return cache
  }()

  @Test func thereAreIndexes() throws {
    let cache = try #require(Self.indexed)
    #expect(cache.files.filter { $0.hasSuffix(".symidx") }.count >= 8)
  }

  @Test(arguments: GoldenTests.reports) func fromIndexesAndFromFiles(report: String) throws {
    let cache = try #require(Self.indexed)
    let symbols = (GoldenTests.symbols[report] ?? []).flatMap { ["-s", $0] }
    for format in Self.formats {
      let arguments = [report, "-f", format] + symbols
      let live = try Symbolicate.run(arguments + ["--no-index", "-j1"], directory: FixtureFolder.path)
      let fast = try Symbolicate.run(
        arguments + ["-j2"], environment: ["XDG_CACHE_HOME": cache.path], directory: FixtureFolder.path)
      #expect(fast.output == live.output && fast.errors == live.errors && fast.status == live.status, "\(format)")
    }
  }

  @Test(arguments: formats) func aFolderByOneThreadAndByTwo(format: String) throws {
    let folder = try TemporaryFolder()
    for (number, report) in GoldenTests.reports.enumerated() {
      for copy in 0..<2 {
        try folder.copy(FixtureFolder.path(report), to: "in/\(copy)/\(number)-\(report.split(separator: "/").last ?? "")")
      }
    }
    let arguments = ["in", "-f", format, "-s", FixtureFolder.path("Binaries")]
    let cache = ["XDG_CACHE_HOME": folder.path + "/cache"]
    let slow = try Symbolicate.run(arguments + ["-j1", "--no-index"], directory: folder.path)
    let cold = try Symbolicate.run(arguments + ["-j2"], environment: cache, directory: folder.path)
    let warm = try Symbolicate.run(arguments + ["-j2"], environment: cache, directory: folder.path)
    #expect(slow.output.count > 10_000 && slow.status == 0)
    #expect(cold.output == slow.output && warm.output == slow.output)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/cache").contains { $0.hasSuffix(".symidx") })
  }
}

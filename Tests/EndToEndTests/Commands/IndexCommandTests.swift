import Foundation
import TestSupport
import Testing

/// `symbolicate index`, and what the indexes answer.
@Suite struct IndexCommandTests {
  static let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM")

  @Test func anIndexIsBuiltOnceAndAnswersWithoutTheDebugInformation() throws {
    let cache = try TemporaryFolder()
    let environment = ["XDG_CACHE_HOME": cache.path]
    let first = try Symbolicate.run(["index", Self.dSYM], environment: environment)
    #expect(first.stdout.wholeMatch(of: /built    [0-9A-F-]{36} arm64 \/.*Shop\.dSYM, \d+(\.\d)? (bytes|kB)\n/) != nil)
    #expect(first.status == 0 && first.stderr.isEmpty)
    let second = try Symbolicate.run(["index", Self.dSYM], environment: environment)
    #expect(second.stdout.hasPrefix("present  ") && second.status == 0)

    let addresses = LookupTests.oracle.map { $0.address + "\n" }.joined()
    let arguments = ["lookup", "--no-demangle", Self.dSYM]
    let indexed = try Symbolicate.run(arguments, input: Array(addresses.utf8), environment: environment)
    #expect(indexed.stdout == LookupTests.oracle.map { LookupTests.printed($0.answer) }.joined())
    let live = try Symbolicate.run(arguments + ["--no-index"], input: Array(addresses.utf8), environment: environment)
    #expect(live.output == indexed.output)
  }

  /// Several threads answer many lines from an index, in the order of the lines.
  @Test func manyLinesAreAnsweredInTheirOrder() throws {
    let cache = try TemporaryFolder()
    let environment = ["XDG_CACHE_HOME": cache.path]
    _ = try Symbolicate.run(["index", Self.dSYM], environment: environment)
    let addresses = LookupTests.oracle.map(\.address) + ["not an address", "", "0x1"]
    var lines: [String] = []
    for number in 0..<5_000 { lines.append(addresses[(number * number) % addresses.count]) }
    let input = Array(lines.joined(separator: "\n").utf8)
    for form in [[], ["--json"]] {
      let arguments = ["lookup", Self.dSYM] + form
      let indexed = try Symbolicate.run(arguments, input: input, environment: environment)
      let live = try Symbolicate.run(arguments + ["--no-index"], input: input, environment: environment)
      #expect(indexed.status == 0 && indexed.output == live.output)
    }
  }

  @Test func damagedIndexesAreBuiltAnew() throws {
    let cache = try TemporaryFolder()
    let environment = ["XDG_CACHE_HOME": cache.path]
    _ = try Symbolicate.run(["index", Self.dSYM], environment: environment)
    let name = try #require(cache.files.first { $0.hasSuffix(".symidx") })
    let index = cache.path + "/" + name
    let whole = try Data(contentsOf: URL(filePath: index))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: index))
    let run = try Symbolicate.run(["index", Self.dSYM], environment: environment)
    #expect(run.stdout.hasPrefix("built    ") && run.status == 0)
    #expect(try Data(contentsOf: URL(filePath: index)) == whole)
  }

  @Test func whatCannotBeIndexedIsSaid() throws {
    let cache = try TemporaryFolder()
    let missing = try Symbolicate.run(["index", "/nowhere/App.dSYM"], environment: ["XDG_CACHE_HOME": cache.path])
    #expect(missing.stderr.hasPrefix("symbolicate: /nowhere/App.dSYM: ") && missing.stdout.isEmpty && missing.status == 1)
    let none = try Symbolicate.run(["index"])
    #expect(none.stderr.contains("no debug file given") && none.status == 2)
  }
}

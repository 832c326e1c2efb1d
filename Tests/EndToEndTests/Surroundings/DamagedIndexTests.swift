import Foundation
import TestSupport
import Testing

/// Indexes with damaged bits: every answer is right, or it is missing and that is said.
@Suite struct DamagedIndexTests {
  static let dSYM = IndexCommandTests.dSYM
  static let addresses = LookupTests.oracle.map { $0.address + "\n" }.joined()
  static let answers = LookupTests.oracle.map { LookupTests.printed($0.answer) }.joined()

  /// The bit flips of a test: all over the file, and each of its first bytes.
  static func flips(in count: Int, _ number: Int, seed: UInt64) -> [(byte: Int, bit: UInt8)] {
    var random = SeededGenerator(seed)
    return (0..<SeededGenerator.rounds(number)).map { round in
      (round < 16 ? round * 8 : Int.random(in: 0..<count, using: &random), UInt8.random(in: 0..<8, using: &random))
    }
  }

  @Test func everyAnswerOfACachedIndexIsRight() throws {
    let cache = try TemporaryFolder()
    let environment = ["XDG_CACHE_HOME": cache.path]
    _ = try Symbolicate.run(["index", Self.dSYM], environment: environment)
    let name = try #require(cache.files.first { $0.hasSuffix(".symidx") })
    let index = cache.path + "/" + name
    let whole = [UInt8](try Data(contentsOf: URL(filePath: index)))
    var noticed = 0
    for flip in Self.flips(in: whole.count, 100, seed: 3) {
      var damaged = whole
      damaged[flip.byte] ^= 1 << flip.bit
      try Data(damaged).write(to: URL(filePath: index))
      let run = try Symbolicate.run(
        ["lookup", "--no-demangle", Self.dSYM], input: Array(Self.addresses.utf8), environment: environment)
      #expect(run.stdout == Self.answers && run.status == 0, "bit \(flip.bit) of byte \(flip.byte)")
      let isRemoved = !FileManager.default.fileExists(atPath: index)
      let said = "symbolicate: \(index): this index was damaged and is removed; the debug file was read instead\n"
      #expect(run.stderr.isEmpty || (run.stderr == said && isRemoved), "\(run.stderr)")
      noticed += isRemoved ? 1 : 0
      let built = try Symbolicate.run(["index", Self.dSYM], environment: environment)
      #expect(built.stdout.hasPrefix("built    ") && built.status == 0, "it is made anew whatever bit is damaged")
    }
    #expect(noticed > 20, "most blocks are read by so many addresses")
  }

  @Test func everyAnswerOfAStoredIndexIsRightOrMissing() throws {
    let folder = try TemporaryFolder()
    let store = ["--store", folder.path + "/store"]
    let report = FixtureFolder.path("Reports/ips/ios-arm64")
    let dSYMs = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
    #expect(try Symbolicate.run(["store", "add", "-q", "--index-only", dSYMs] + store).status == 0)
    let name = try #require(folder.files.first { $0.hasSuffix(".symidx") })
    let index = folder.path + "/" + name
    let whole = [UInt8](try Data(contentsOf: URL(filePath: index)))
    let expected = try Symbolicate.run(["-q", "-f", "ndjson", report] + store)
    let lines = Set(try Self.frames(expected.stdout))
    var refused = 0
    for flip in Self.flips(in: whole.count, 60, seed: 4) {
      var damaged = whole
      damaged[flip.byte] ^= 1 << flip.bit
      try Data(damaged).write(to: URL(filePath: index))
      let run = try Symbolicate.run(["-q", "-f", "ndjson", report] + store)
      let shown = try Self.frames(run.stdout)
      #expect(Set(shown).isSubset(of: lines), "bit \(flip.bit) of byte \(flip.byte)")
      if Set(shown) != lines {
        #expect(run.stderr.contains(".symidx: ") && run.stderr.contains("add its debug file again"), "\(run.stderr)")
        refused += 1
      }
      let verified = try Symbolicate.run(["store", "verify"] + store)
      #expect(verified.status == 1 && verified.stdout.contains("damaged"), "\(verified.stdout)")
    }
    #expect(refused > 5)
    #expect(try Symbolicate.run(["store", "add", "-q", "--index-only", dSYMs] + store).status == 0)
    #expect(try Symbolicate.run(["store", "verify"] + store).status == 0, "adding it again replaces what is damaged")
  }

  /// Source frames of all frames of reports, as text.
  static func frames(_ output: String) throws -> [String] {
    try output.split(separator: "\n").flatMap { line -> [String] in
      let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let threads = report["threads"] as? [[String: Any]] ?? []
      return threads.flatMap { $0["frames"] as? [[String: Any]] ?? [] }.flatMap { frame in
        (frame["sources"] as? [[String: Any]] ?? []).map { source in
          "\(frame["address"] ?? "") \(source["function"] ?? "") \(source["file"] ?? "") \(source["line"] ?? "")"
        }
      }
    }
  }
}

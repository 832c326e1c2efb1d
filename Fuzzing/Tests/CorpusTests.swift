import Foundation
import TestSupport
import Testing

/// The kept corpus and the seeds of every fuzz target, and what fuzzers found, without a fuzzer: what once reached new code, or failed,
/// holds.
@Suite struct CorpusTests {
  @Test(arguments: FuzzTarget.all.map(\.name)) func everyInputHolds(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let body = try target.body()
    let seeds = try target.seeds()
    #expect(!seeds.isEmpty, "\(name) has no seeds")
    for (number, seed) in seeds.prefix(Self.most).enumerated() { check(body, seed, "seed \(number)") }
    for folder in ["Fuzzing/Corpus/", "Fixtures/Malformed/found/"] {
      for file in Files.below(Checkout.path(folder + name)) {
        check(body, [UInt8](try Data(contentsOf: URL(fileURLWithPath: Checkout.path("\(folder)\(name)/\(file)")))), file)
      }
    }
  }

  /// The most seeds that are read: fixtures are read by other tests, too.
  private static let most = 20

  private func check(_ body: FuzzTarget.Body, _ bytes: [UInt8], _ input: String) {
    do { try body(bytes) } catch { Issue.record("\(input): \((error as? Finding)?.what ?? "\(error)")") }
  }

  /// Mutation of any shape makes inputs of at most the length that the target takes, the same ones every time.
  @Test(arguments: ["report-ips", "report-plcrash", "dwarf", "demangle"]) func mutationIsRepeatable(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let mutation = try StructuredMutation(target)
    let seed = try #require(try target.seeds().first)
    let all = (0..<40).map { mutation.damaged(seed, seed: $0, limit: target.longest) }
    #expect(all == (0..<40).map { mutation.damaged(seed, seed: $0, limit: target.longest) })
    #expect(Set(all).count > 20 && all.allSatisfy { $0.count <= target.longest })
  }

  @Test func theCorpusIsSmallAndOfTargets() {
    let files = Files.below(Checkout.path("Fuzzing/Corpus"))
    let names = Set(FuzzTarget.all.map(\.name))
    #expect(files.allSatisfy { names.contains(String($0.prefix { $0 != "/" })) })
    let size = files.reduce(0) { sum, file in
      sum + ((try? FileManager.default.attributesOfItem(atPath: Checkout.path("Fuzzing/Corpus/" + file))[.size] as? Int) ?? 0)
    }
    #expect(size < 2_000_000)
  }
}

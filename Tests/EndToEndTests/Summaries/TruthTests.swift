import CrashTruth
import Foundation
import TestSupport
import Testing

/// Reports in all formats whose truth is known, through the whole program: groups, causes, launch crashes, duplicates, crash loops.
@Suite struct TruthTests {
  private static let seed: UInt64 = 20_261_122

  /// 1,000 files, or `$SYMBOLICATE_TRUTH_COUNT` (`make truth`).
  private static var count: Int {
    ProcessInfo.processInfo.environment["SYMBOLICATE_TRUTH_COUNT"].flatMap { Int($0) } ?? 1_000
  }

  @Test func groupsCausesLaunchCrashesDuplicatesAndLoopsAreFound() throws {
    let oracle = try String(contentsOfFile: Checkout.root + "/Fixtures/Binaries/oracle.tsv", encoding: .utf8)
    let truth = TruthSet(seed: Self.seed, count: Self.count, oracle: oracle)
    let folder = try TemporaryFolder()
    try truth.write(to: folder.path)
    let reports = folder.path + "/reports"
    let symbols = Checkout.root + "/Fixtures/Binaries/shop-cpp/out/ios-arm64"
    let batch = try Symbolicate.run([reports, "-s", symbols, "-f", "ndjson"])
    #expect(batch.status == 0, "\(batch.stderr.suffix(2000))")
    let summary = try Symbolicate.run(["summarize", "-f", "json", "-"], input: batch.output)
    #expect(summary.status == 0, "\(summary.stderr.suffix(2000))")
    let score = TruthJudge(truth, folder: reports, ndjson: Data(batch.output), summary: Data(summary.output)).score
    print("truth of \(truth.files.count) reports (seed \(Self.seed)):\n\(score)")
    #expect(score.unread == 0)
    #expect(score.groupPrecision >= 0.98)
    #expect(score.groupRecall >= 0.98)
    #expect(score.causePrecision >= 0.98)
    #expect(score.causeRecall >= 0.98)
    #expect(score.launchErrors == 0)
    #expect(score.missedJoins == 0)
    #expect(score.wrongJoins == 0)
    #expect(score.rightLoops == score.trueLoops)
    #expect(score.wrongLoops == 0)
    #expect(truth.loops.count > 10)
  }
}

import Foundation
import TestSupport
import Testing

/// `--git`: the commits that may have made a failure.
@Suite(.program("/usr/bin/git")) struct SuspectTests {
  /// The planted commit is the first suspect of its group in at least 95 of 100 repositories. A usual run has six, of which one may
  /// fail; `$SYMBOLICATE_REPOSITORIES` is another number.
  @Test func thePlantedCommitIsFirst() throws {
    let seed = SeededGenerator.seed(of: "planted commits", usual: 33)
    let count = ProcessInfo.processInfo.environment["SYMBOLICATE_REPOSITORIES"].flatMap { Int($0) } ?? 6
    var missed: [UInt64] = []
    for number in 0..<UInt64(count) {
      let planted = try PlantedRepository(seed: seed &+ number)
      let run = try Symbolicate.run(["summarize", planted.reports, "--git", planted.path, "-f", "json"])
      let summary = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any], "\(run.stderr)")
      let group = (summary["groups"] as? [[String: Any]])?.first {
        ($0["examples"] as? [String])?.first?.contains("/crash-") == true
      }
      let suspects = try #require(group?["suspects"] as? [String: Any], "\(run.stdout)")
      let first = (suspects["commits"] as? [[String: Any]])?.first
      if first?["subject"] as? String != PlantedRepository.planted { missed.append(seed &+ number) }
    }
    print("planted commits: first in \(count - missed.count) of \(count); not with the seeds \(missed)")
    #expect(missed.count <= max(1, count / 20))
  }
}

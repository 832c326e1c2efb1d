import Foundation
import TestSupport
import Testing

/// What the process that reads debug files cannot do, and what becomes of a single report when that process ends.
@Suite struct ContainmentTests {
  /// The process tries to write, to open a socket and to reach another process, and prints what it could do.
  @Test(.filtersCalls) func writesNetworkAndProgramsAreRefused() throws {
    let run = try Symbolicate.run(["serve-resolver", "walls"])
    #expect(run.status == 0 && run.stdout == "\n" && run.stderr.isEmpty)
    let words = try Symbolicate.run(["self-test"]).stdout
    #expect(words.contains("containment  debug files are read with no writes, no network, no programs, "))
  }

  @Test func aSingleReportHasTheSameAnswersWithAndWithoutTheProcess() throws {
    for report in ["apple-text/ios-arm64/Shop.crash", "ips/macos-arm64-exception/Shop-2026-11-20-114303.ips"] {
      let arguments = [FixtureFolder.path("Reports/" + report), "-s", FixtureFolder.path("Binaries"), "-f", "json"]
      let apart = try Symbolicate.run(arguments)
      let together = try Symbolicate.run(arguments, environment: ["SYMBOLICATE_ISOLATION": "off"])
      #expect(apart.stdout == together.stdout && apart.stderr == together.stderr && apart.status == together.status)
    }
  }
}

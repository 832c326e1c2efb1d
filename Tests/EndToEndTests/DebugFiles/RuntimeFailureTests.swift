import Foundation
import TestSupport
import Testing

/// The reason that the Swift compiler gives a check that it inlines, as a function of that name.
@Suite struct RuntimeFailureTests {
  private static let failure = "Swift runtime failure: Index out of range"

  /// An `.ips` crash whose reporter names the inlined check.
  private static let report = Array(
    (#"{"app_name":"Shop","bug_type":"309","os_version":"iPhone OS 17.1 (21B74)"}"# + "\n"
      + #"{"procName":"Shop","procLaunch":"2026-11-20 10:00:00 +0000","faultingThread":0,"exception":{"type":"EXC_BREAKPOINT","#
      + #""signal":"SIGTRAP"},"threads":[{"triggered":true,"frames":[{"imageOffset":100,"imageIndex":0,"symbol":"\#(failure)","#
      + #""inline":true},{"imageOffset":100,"imageIndex":0,"symbol":"Basket.pick(_:)","symbolLocation":4}]}],"usedImages":[{"#
      + #""base":4340154368,"size":65536,"name":"Shop","arch":"arm64","source":"P","#
      + #""uuid":"8c1e0b1f-0000-3144-a1b0-602671ad96b1","path":"/private/var/containers/Bundle/Application/X/Shop.app/Shop"}]}"#)
      .utf8)

  @Test func itIsTheReasonInText() throws {
    let run = try Symbolicate.run(["-"], input: Self.report)
    #expect(run.status == 0)
    #expect(run.stderr.hasPrefix("symbolicate: standard input: \(Self.failure)\n"), "\(run.stderr)")
    let lines = run.stdout.components(separatedBy: "\n")
    let place = try #require(lines.firstIndex(of: "Application Specific Information:"), "\(run.stdout)")
    #expect(lines[place + 1] == Self.failure)
    #expect(place < (lines.firstIndex { $0.hasPrefix("Thread 0 Crashed") } ?? 0))
  }

  @Test func itIsTheReasonInJSON() throws {
    let run = try Symbolicate.run(["-", "-f", "json", "-q"], input: Self.report)
    #expect(run.status == 0 && run.stderr.isEmpty)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect((report["exception"] as? [String: Any])?["reason"] as? String == Self.failure)
  }

  @Test func itIsTheFirstFactInMarkdown() throws {
    let run = try Symbolicate.run(["-", "-f", "markdown", "-q"], input: Self.report)
    #expect(run.status == 0 && run.stderr.isEmpty)
    #expect(run.stdout.contains("\n\n- Reason: `\(Self.failure)`\n"), "\(run.stdout)")
  }

  @Test func inspectSaysIt() throws {
    let run = try Symbolicate.run(["inspect", "-"], input: Self.report)
    #expect(run.status == 0 && run.stderr.isEmpty)
    #expect(run.stdout.contains("\n  \(Self.failure)\n"), "\(run.stdout)")
  }
}

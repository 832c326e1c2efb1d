import Foundation
import TestSupport
import Testing

/// Headers of reports without threads, images or frames.
@Suite struct EmptyReportTests {
  static let header = "Incident Identifier: A\nProcess: x [1]\n"

  @Test(arguments: [
    header, "{\"bug_type\":\"309\",\"app_name\":\"x\"}\n", "Incident Identifier: A\n\n",
  ])
  func aThousandHeadersAreNoReport(header: String) throws {
    let count = header.hasPrefix("{\"bug_type") ? 500 : 1000
    let run = try Symbolicate.run(["-f", "json", "-"], input: Array(String(repeating: header, count: 1000).utf8))
    let seen = "\(count) report headers without threads, images or frames"
    let reason = "not a crash report in a known format (\(seen); looked for "
    #expect(run.stderr.hasPrefix("symbolicate: standard input: \(reason)") && run.output.isEmpty && run.status == 1)
  }

  @Test func headersBesideAReportArePassedOverAndCounted() throws {
    let report = try FixtureFolder.text("Reports/apple-text/ios-arm64/Shop.crash")
    let run = try Symbolicate.run(["-f", "ndjson", "-"], input: Array((String(repeating: Self.header, count: 3) + report).utf8))
    #expect(run.stdout.split(separator: "\n").count == 1)
    #expect(
      run.stderr.contains("symbolicate: standard input: 3 report headers without threads, images or frames were skipped"))
    let alone = try Symbolicate.run(["-f", "ndjson", "-"], input: Array(report.utf8))
    #expect(run.status == alone.status)
  }

  @Test func aHeaderAloneIsShown() throws {
    let run = try Symbolicate.run(["-"], input: Array(Self.header.utf8))
    #expect(run.stdout == Self.header && run.status == 0)
  }

  /// KSCrash records that the system ended the app for its use of memory, without any thread.
  @Test func reportsOfEndedProcessesStay() throws {
    let report = #"{"report":{"id":"x"},"crash":{"error":{"type":"signal","signal":{"name":"SIGKILL","signal":9}}},"system":{}}"#
    let run = try Symbolicate.run(["-f", "ndjson", "-"], input: Array((report + "\n" + report).utf8))
    #expect(run.stdout.split(separator: "\n").count == 2)
  }

  /// Two thousand bytes of brackets once became two megabytes of blanks.
  @Test(arguments: ["json", "markdown", "text"]) func deepNestingMakesNoWideLines(format: String) throws {
    let nested = String(repeating: "[", count: 900) + "1" + String(repeating: "]", count: 900)
    let report = #"{"report":{"id":"x"},"crash":{"threads":[],"error":{"type":"user"}},"user":{"a":\#(nested)}}"#
    let run = try Symbolicate.run(["-f", format, "-"], input: Array(report.utf8))
    #expect(run.status == 0 && run.stdout.contains("[") && run.output.count < 300_000, "\(run.output.count) bytes")
  }

  /// Programs that read JSON stop at 1,000 levels; the app's own data may have as many before it stands in the output.
  @Test func nestingOfAStreamsAnswersIsBounded() throws {
    let nested = String(repeating: "[", count: 985) + "1" + String(repeating: "]", count: 985)
    let report = #"{"report":{"id":"x"},"crash":{"threads":[],"error":{"type":"user"}},"user":{"a":\#(nested)}}"#
    let line = "{\"id\":1,\"report\":\(report)}\n"
    let run = try Symbolicate.run(["stream"], input: Array(line.utf8))
    #expect(run.status == 0 && run.stdout.contains("[[[[1]]]]"), "what is deeper is kept as a text")
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output)) }
  }

  /// One name of an image, 20,000 bytes long, once made every line of the table as long.
  @Test func oneLongNameDoesNotWidenEveryLine() throws {
    let frames = (0..<300).map { "\($0)   I\($0)   0x\(String(4096 + $0 * 4096, radix: 16)) main + 24" }
    let images = (0..<300).map { order in
      let name = order == 7 ? String(repeating: "n", count: 20_000) : "I\(order)"
      return
        "0x\(String(4096 + order * 4096, radix: 16)) - 0x\(String(8191 + order * 4096, radix: 16)) +\(name) arm64  <> /x/\(name)"
    }
    let report =
      Self.header + "Thread 0:\n" + frames.joined(separator: "\n") + "\n\nBinary Images:\n" + images.joined(separator: "\n")
    for arguments in [["inspect", "-v"], ["-f", "markdown"], ["-f", "side-by-side"]] {
      let run = try Symbolicate.run(arguments + ["-"], input: Array(report.utf8))
      #expect(run.output.count < 300_000, "\(arguments): \(run.output.count) bytes")
    }
  }
}

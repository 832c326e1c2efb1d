import Foundation
import TestSupport
import Testing

/// Limits to the size of a report and to the time for it. A limit of no time gives up what would otherwise take too long.
@Suite struct ReportLimitTests {
  static let crash = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
  static let ips = FixtureFolder.path("Reports/ips/ios-arm64/Shop-2026-11-20-114303.ips")
  private static let tooLong = "reading it took longer than 0 seconds of processor time; --time-limit allows more"

  // MARK: Time

  @Test func stacksOfALogPassUnchangedWhenTheirTimeIsOver() throws {
    let log = Array("before\n".utf8) + (try FixtureFolder.bytes(FilterTests.log)) + Array("after".utf8)
    let run = try Symbolicate.run(["filter", "-q", "--time-limit", "0", "-s", FilterTests.symbols], input: log)
    #expect(run.output == log && run.status == 0)
    let lines = run.stderr.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.hasPrefix("symbolicate: standard input: bytes ") && line.hasSuffix("were copied unchanged: \(Self.tooLong)"))
    }
  }

  @Test func linesOfAStreamAreRefusedWhenTheirTimeIsOver() throws {
    let input = Array("{\"a\":1}\n{\"b\":1}\n".utf8)
    let run = try Symbolicate.run(["stream", "--time-limit", "0"], input: input)
    #expect(
      run.stdout == """
        {"error":"\(Self.tooLong)","line":1}
        {"error":"\(Self.tooLong)","line":2}

        """)
    #expect(run.stderr == "symbolicate: line 1: \(Self.tooLong)\nsymbolicate: line 2: \(Self.tooLong)\n" && run.status == 1)
  }

  @Test func reportsOfABatchPassUnchangedWhenTheirTimeIsOver() throws {
    let run = try Symbolicate.run(["-f", "same", "--time-limit", "0", Self.crash, Self.ips])
    #expect(
      run.stdout == String(decoding: try Data(contentsOf: URL(fileURLWithPath: Self.crash)), as: UTF8.self)
        + String(decoding: try Data(contentsOf: URL(fileURLWithPath: Self.ips)), as: UTF8.self))
    #expect(run.stderr == "symbolicate: \(Self.crash): \(Self.tooLong)\nsymbolicate: \(Self.ips): \(Self.tooLong)\n")
    #expect(run.status == 1)
  }

  @Test(arguments: [["-f", "json"], ["inspect"]]) func aBatchNamesWhatItGaveUp(arguments: [String]) throws {
    let run = try Symbolicate.run(arguments + ["--time-limit", "0", Self.crash, Self.ips])
    #expect(run.stdout == (arguments == ["inspect"] ? "" : "[]\n") && run.status == 1)
    #expect(run.stderr == "symbolicate: \(Self.crash): \(Self.tooLong)\nsymbolicate: \(Self.ips): \(Self.tooLong)\n")
  }

  @Test func aTimeLimitMustBeANumber() throws {
    let run = try Symbolicate.run(["filter", "--time-limit", "soon"])
    #expect(run.stderr.hasPrefix("symbolicate: option '--time-limit': 'soon' is not a number of seconds\n") && run.status == 2)
  }

  // MARK: Size

  private static func tooLarge(_ size: String) -> String {
    "larger than \(size); --max-report-size allows more, and `symbolicate filter` reads logs of any size"
  }

  @Test(arguments: [[], ["inspect"]]) func aLargerReportIsNotRead(arguments: [String]) throws {
    let run = try Symbolicate.run(arguments + ["--max-report-size", "1K", Self.crash])
    #expect(run.stderr == "symbolicate: \(Self.crash): \(Self.tooLarge("1 KB"))\n" && run.output.isEmpty && run.status == 1)
    let streamed = try Symbolicate.run(
      arguments + ["--max-report-size", "1500", "-"], input: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"))
    #expect(streamed.stderr == "symbolicate: standard input: \(Self.tooLarge("1500 bytes"))\n" && streamed.status == 1)
  }

  @Test func aReportOfTheLimitIsRead() throws {
    let size = try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash").count
    let run = try Symbolicate.run(["-q", "--max-report-size", "\(size)", Self.crash])
    #expect(run.stderr.isEmpty && run.stdout.contains("Thread 0"))
    #expect(try Symbolicate.run(["-q", "--max-report-size", "\(size - 1)", Self.crash]).status == 1)
  }

  @Test func withoutTheOptionTheLimitIs256MB() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "large.crash")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 256_000_001)
    let run = try Symbolicate.run([path])
    #expect(run.stderr == "symbolicate: \(path): \(Self.tooLarge("256 MB"))\n" && run.status == 1)
  }

  @Test func aLongerLineOfAStreamIsRefused() throws {
    let run = try Symbolicate.run(["stream", "--max-report-size", "10"], input: Array("{\"abcdefgh\":1}\n".utf8))
    let reason = "the line is longer than 10 bytes; --max-report-size allows more"
    #expect(run.stdout == "{\"error\":\"\(reason)\",\"line\":1}\n" && run.status == 1)
    #expect(run.stderr == "symbolicate: line 1: \(reason)\n")
  }
}

import CrashModel
import JSONText
import Reports
import Testing

/// What stands beside reports and is none is told.
@Suite struct SkippedInputTests {
  private static let report = #"{"report":{"id":"x","version":"3.3.0","type":"minimal"},"crash":{"threads":[]}}"#

  /// The warnings of all reports of a text, but that they hold no call stacks.
  private func told(_ text: String) throws -> [String] {
    try ReportDocument(reading: Array(text.utf8)).reports.flatMap { report in
      report.diagnostics.filter { $0.severity == .warning && $0.message != "the report has no call stacks" }.map {
        "\(report.part): \($0.message) (\($0.line ?? 0):\($0.byte ?? 0))"
      }
    }
  }

  @Test func elementsOfAnArrayThatAreNoReports() throws {
    #expect(
      try told("[\(Self.report), 5,\nnull, \"text\", {\"level\":1,\"b\":2}, [1]]") == [
        "0: a number, 1 byte, is not a crash report and was skipped (1:82)",
        "0: the value null, 4 bytes, is not a crash report and was skipped (2:85)",
        "0: a string, 6 bytes, is not a crash report and was skipped (2:91)",
        "0: JSON (level, b), 17 bytes, is not a crash report and was skipped (2:99)",
        "0: a JSON array, 3 bytes, is not a crash report and was skipped (2:118)",
      ])
  }

  @Test func textBeforeBetweenAndAfterReports() throws {
    #expect(
      try told("begin {\n\(Self.report)\njunk\n\(Self.report)\nthe end") == [
        "0: text, 7 bytes, is not a crash report and was skipped (1:0)",
        "0: text, 4 bytes, is not a crash report and was skipped (3:88)",
        "1: text, 7 bytes, is not a crash report and was skipped (5:173)",
      ])
    #expect(try told(Self.report + "\nx\u{0}y").last?.hasPrefix("0: binary data, 3 bytes,") == true)
  }

  @Test func aReportAfterOtherTextOfItsLine() throws {
    #expect(
      try told("\(Self.report)\n10:01 app[3]: \(Self.report)\n") == [
        "0: text, 13 bytes, is not a crash report and was skipped (2:80)"
      ])
  }

  @Test func aReportAfterManyValuesThatAreBroken() throws {
    let lines = "begin\n" + (0..<200).map { "{ request \($0) of user } took \($0) ms\n" }.joined()
    #expect(
      try told(lines + Self.report) == [
        "0: text, \(lines.utf8.count - 1) bytes, is not a crash report and was skipped (1:0)"
      ])
  }

  @Test func aLineThatIsCutOffDoesNotSwallowTheNextReport() throws {
    let text = #"{"report":{"id":"cut","version":"3.3.0"},"crash":{"threads":["# + "\n" + Self.report + "\n" + Self.report
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.reports.count == 3)
    #expect(try told(text).first?.hasPrefix("0: JSON ends early; 0 threads before it were read") == true)
  }

  @Test func anArrayWithAnElementALineIsOneValue() throws {
    let text = "[\n\(Self.report),\n\(Self.report)\n]\n"
    #expect(try ReportDocument(reading: Array(text.utf8)).reports.count == 2)
    #expect(try told(text) == [])
  }

  @Test func linesThatAreCutOffInARowAreOneReport() throws {
    let cut = #"{"report":{"id":"cut","version":"3.3.0"},"crash":{"threads":["#
    let text = [cut, cut, Self.report, cut, Self.report].joined(separator: "\n")
    #expect(try ReportDocument(reading: Array(text.utf8)).reports.count == 4)
  }

  @Test func manyPlacesAreToldInOneLine() throws {
    let told = try told(String(repeating: Self.report + "\n{\"a\":1}\n", count: 20))
    #expect(told.count == 9)
    #expect(told.last?.hasPrefix("19: 12 more parts are not crash reports and were skipped") == true)
  }

  @Test func aSwiftBacktracesOwnFirstLineIsNoneOfIt() throws {
    let swift = #"{ "kind": "crashReport", "threads": [ { "frames": [] } ], "images": [] }"#
    #expect(try told("\n*** Signal 4: Backtracing from 0x5645c5b24d58... done ***\n\n" + swift) == [])
    #expect(
      try told("10:01 {not json} log line\nFatal error { \"x\": 1 } " + swift + " tail") == [
        "0: text, 48 bytes, is not a crash report and was skipped (1:0)",
        "0: text, 4 bytes, is not a crash report and was skipped (2:122)",
      ])
  }

  // MARK: Envelopes

  private static let event =
    #"{"event_id":"a","platform":"cocoa","exception":{"values":[{"type":"EXC_BAD_ACCESS","stacktrace":{"frames":[{"instruction_addr":"0x100001234"}]}}]},"#
    + #""debug_meta":{"images":[{"type":"macho","image_addr":"0x100000000","image_size":65536,"code_file":"/x/Shop.app/Shop"}]}}"#

  @Test func theLengthOfAnEnvelopesItemFollowsItsPayload() throws {
    let attachment = "{\"hello\":1\n"
    let text = """
      {"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","dsn":"https://x@y/1"}
      {"type":"attachment","length":\(attachment.utf8.count),"filename":"hello.txt"}
      \(attachment)
      {"type":"event","length":\(Self.event.utf8.count),"content_type":"application/json"}
      \(Self.event)
      {"type":"session"}
      {"sid":"x"}
      """
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.reports.map(\.format) == [.sentry])
    #expect(
      try told(text).map { $0.prefix { $0 != "(" } } == [
        "0: an envelope's item of type attachment, 11 bytes, is not a crash report and was skipped ",
        "0: an envelope's item of type session, 11 bytes, is not a crash report and was skipped ",
      ])
    let filled = try JSONEditorTests.fill(Array(text.utf8))
    let lines = String(decoding: filled, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let header = JSONDocument(Array(lines[4].utf8)).root
    #expect(lines[5].contains("symbolication"))
    #expect(header?["length"]?.int == lines[5].utf8.count)
    #expect(try ReportDocument(reading: filled).reports.count == 1)
  }

  @Test func whatSentrysSymbolicatorIsAskedAndAnswersIsRead() throws {
    let text = """
      {"stacktraces":[{"registers":{"pc":"0x100001234"},"is_requesting":true,"thread_id":7,"frames":[
      {"original_index":0,"instruction_addr":"0x100001234","function":"inner"},
      {"original_index":0,"instruction_addr":"0x100001234","function":"outer"},
      {"original_index":1,"instruction_addr":"0x100001300"}]}],"signal":11,"system_info":{"os_name":"iOS","os_version":"17.1"},
      "modules":[{"type":"macho","code_file":"/x/Shop.app/Shop","debug_id":"8C1E2F30-0000-1111-2222-333344445555",
      "image_addr":"0x100000000","image_size":65536}]}
      """
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.format == .sentry)
    #expect(report.threads.map(\.index) == [7])
    #expect(report.threads[0].crashed)
    #expect(report.frames.map(\.kind) == [.exact, .returnAddress])
    #expect(report.frames[0].reported?.symbol == "outer")
    #expect(report.frames[0].reportedInlines.map(\.symbol) == ["inner"])
    #expect(report.frames.map(\.image) == [0, 0])
    #expect(report.system.version == "17.1")
    #expect(report.exception?.type == "signal 11")
  }
}

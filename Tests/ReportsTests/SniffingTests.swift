import CrashModel
import Reports
import Testing

@Suite struct SniffingTests {
  private func message(_ bytes: [UInt8]) -> String? {
    do {
      _ = try ReportDocument(reading: bytes)
      return nil
    } catch {
      return error.message
    }
  }

  private static let looked = "; looked for \(ReportError.formats))"

  @Test(arguments: [
    ("", "the file is empty"), (" \n\t", "the file is empty"),
    ("hello", "not a crash report in a known format (text" + looked),
    ("{\"a\":1}", "not a crash report in a known format (JSON, but not a crash report" + looked),
    ("[1,2]", "not a crash report in a known format (a JSON array" + looked),
    ("{\"report\":{\"id\":", "JSON ends early at byte 16 (line 1)"), ("{", "JSON ends early at byte 1 (line 1)"),
    ("{\"bug_type\":\"309\",\"timestamp\":\"t\"}\n", "JSON ends early at byte 35 (line 2)"),
  ])
  func whatIsNoReportIsToldInOneLine(text: String, expected: String) {
    #expect(message(Array(text.utf8)) == expected)
  }

  @Test func binaryDataIsCalledSo() {
    #expect(message([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])?.contains("(binary data;") == true)
    #expect(message(Array("plcrash\u{1}".utf8))?.contains("PLCrashReporter") == true)
  }

  private static let body = #"{"usedImages":[],"threads":[{"frames":[]}]}"#
  private static let swift = #"{ "kind": "crashReport", "threads": [ { "frames": [] } ], "images": [] }"#
  private static let kscrash = #"{"report":{"id":"x","version":"3.3.0"},"crash":{"threads":[]}}"#

  @Test(arguments: [
    (body, [ReportFormat.ips]), ("\u{FEFF}\r\n " + body, [.ips]), ("[" + kscrash + "," + kscrash + "]", [.kscrash, .kscrash]),
    (kscrash + "\n" + kscrash + "\n" + swift + "\n", [.kscrash, .kscrash, .swiftBacktrace]),
    ("\n*** Signal 4: Backtracing from 0x5645c5b24d58... done ***\n\n" + swift, [.swiftBacktrace]),
    ("10:01 {not json} log line\nFatal error { \"x\": 1 } " + swift + " tail", [.swiftBacktrace]),
  ])
  func reportsAreFoundWhereverTheyStand(text: String, formats: [ReportFormat]) throws {
    let document = try ReportDocument(reading: Array(text.utf8))
    #expect(document.reports.map { $0.format } == formats)
    #expect(document.reports.map { $0.part } == Array(formats.indices))
    #expect(document.format == formats[0])
  }

  @Test func anIPSHeaderBeforeTextIsATextReport() throws {
    let text = """
      {"app_name":"Shop","timestamp":"2022-09-18 15:28:37.00 +0900","bug_type":"309","os_version":"iPhone OS 16.0 (20A362)"}
      Incident Identifier: 356753AC-2172-45DC-977A-11F2328980D0
      Process:             Shop [455]
      Code Type:           ARM-64 (Native)

      Date/Time:           2022-09-18 15:28:37.3451 +0900
      OS Version:          iPhone OS 16.0 (20A362)
      Report Version:      104

      Exception Type:  EXC_BREAKPOINT (SIGTRAP)
      Triggered by Thread:  0

      Thread 0 Crashed:
      0   Shop                          \t       0x1022364bc 0x102230000 + 25788

      Binary Images:
             0x102230000 -        0x102237fff Shop arm64  <82d13d98219e3040b62a07a297007a7c> /private/var/containers/Shop
      """
    #expect(try ReportDocument(reading: Array(text.utf8)).format == .appleText)
  }

  @Test func anUnknownTypeOfIPSSaysWhatItIs() throws {
    let text =
      "{\"bug_type\":\"183\",\"name\":\"x\",\"os_version\":\"23A5297m\",\"incident_id\":\"1\"}\n209b68600 : initializing\n"
    let report = try ReportDocument(reading: Array(text.utf8)).reports[0]
    #expect(report.kind == .other)
    #expect(
      report.diagnostics.map { $0.message } == [
        "bug type 183 (system update): no call stacks were found in the 24 bytes of text after the first line"
      ])
  }
}

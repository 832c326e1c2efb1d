import CrashModel
import Testing

@testable import Rendering

/// The first line of a report in Markdown says what crashed, whatever the report calls it.
struct MarkdownHeadingTests {
  @Test(arguments: [
    ("Shop", "com.example.shop", "EXC_BREAKPOINT (SIGTRAP) in Shop 4.2.0 (1187)"),
    (nil, "com.example.shop", "EXC_BREAKPOINT (SIGTRAP) in com.example.shop 4.2.0 (1187)"),
    (nil, nil, "EXC_BREAKPOINT (SIGTRAP) in Shop version 4.2.0 (1187)"),
  ])
  func theProcessHasAName(name: String?, bundleID: String?, expected: String) {
    var report = SampleAnswers.shop.report
    (report.process.name, report.process.bundleID) = (name, bundleID)
    #expect(MarkdownOverview.heading(report) == "## \(expected), iPhone OS 17.1")
  }

  @Test(arguments: [
    ("0x0000000000000001, 0x18", ["- Codes: `0x0000000000000001, 0x18`"]), ("0x0, 0x0", []), ("0x00000000 at 0x00000000", []),
    ("SEGV_MAPERR at 0x88", ["- Codes: `SEGV_MAPERR at 0x88`"]), ("#0 at 0x1c51ac350", ["- Address: `0x1c51ac350`"]),
  ])
  func codesThatSayNothingAreLeftOut(codes: String, lines: [String]) {
    var exception = CrashException()
    exception.codes = codes
    #expect(MarkdownOverview.lines(of: exception) == lines)
  }

  @Test func aVersionAloneIsCalledSo() {
    var report = SampleAnswers.shop.report
    (report.process.name, report.images) = (nil, [])
    #expect(MarkdownOverview.heading(report) == "## EXC_BREAKPOINT (SIGTRAP) in version 4.2.0 (1187), iPhone OS 17.1")
  }
}

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
    #expect(MarkdownFacts.heading(report) == "## \(expected), iPhone OS 17.1")
  }

  @Test func aVersionAloneIsCalledSo() {
    var report = SampleAnswers.shop.report
    (report.process.name, report.images) = (nil, [])
    #expect(MarkdownFacts.heading(report) == "## EXC_BREAKPOINT (SIGTRAP) in version 4.2.0 (1187), iPhone OS 17.1")
  }
}

import AppleLayout
import CrashModel
import TestSupport
import Testing

@testable import Reports

/// What stands before every line of a report that was quoted or logged.
@Suite struct LineMarginTests {
  private static let fixture = "Reports/apple-text/macos-x86_64-exception/Shop.crash"

  private static func changed(_ change: (Substring) -> String) throws -> [UInt8] {
    let text = String(decoding: try FixtureFolder.bytes(fixture), as: UTF8.self)
    return Array(text.split(separator: "\n", omittingEmptySubsequences: false).map(change).joined(separator: "\n").utf8)
  }

  private static func facts(_ report: CrashReport) -> [String] {
    report.frames.map { "\($0.index) \($0.kind) \($0.address?.value ?? 0) \($0.image ?? -1) \($0.reported?.symbol ?? "")" }
      + report.images.map { "\($0.name ?? "") \($0.id?.description ?? "") \($0.loadAddress?.value ?? 0)" }
      + report.threads.map { "\($0.index) \($0.name ?? "") \($0.crashed) \($0.registers.count)" }
  }

  @Test(arguments: [
    "mail: > ", "mail in mail: > > ", "mail without blanks: >", "a logger: 2026-11-20 11:43:03.129 shop[12]: ",
  ])
  func linesAfterAMarginAreReadAndWrittenAsWithout(_ name: String) throws {
    let margin = String(name[(name.range(of: ": ")?.upperBound ?? name.startIndex)...])
    let plain = try ReportDocument(reading: try FixtureFolder.bytes(Self.fixture))
    let document = try ReportDocument(reading: try Self.changed { margin + $0 })
    #expect(document.reports.count == 1 && document.format == .appleText)
    #expect(Self.facts(document.reports[0]) == Self.facts(plain.reports[0]))
    func filled(_ document: ReportDocument) -> String {
      let last = document.reports[0].threads[0].frames.upperBound - 1
      let bytes = document.filled(notes: [0: FrameNote(frame: last, lines: ["", "note"])]) { _, frame in
        ["inner \(frame) [inlined] (a.c:1)", "outer \(frame) + 2 (a.c:3)"]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let expected = filled(plain).split(separator: "\n", omittingEmptySubsequences: false).map { margin + $0 }.joined(
      separator: "\n")
    #expect(filled(document) == expected)
    let again = try ReportDocument(reading: Array(filled(document).utf8))
    #expect(again.reports[0].frames.count == plain.reports[0].frames.count)
  }

  @Test func anIndentedReportAsInMarkdownIsReadAsOneThatIsNot() throws {
    let plain = try ReportDocument(reading: try FixtureFolder.bytes(Self.fixture))
    let document = try ReportDocument(reading: try Self.changed { "    " + $0 })
    #expect(Self.facts(document.reports[0]) == Self.facts(plain.reports[0]))
  }

  @Test func aReportInAMarkdownFenceWithWordsAroundIt() throws {
    let text = try FixtureFolder.bytes(Self.fixture)
    let document = try ReportDocument(reading: Array("It crashes:\n\n```text\n".utf8) + text + Array("\n```\nThanks!\n".utf8))
    let plain = try ReportDocument(reading: text)
    #expect(Self.facts(document.reports[0]) == Self.facts(plain.reports[0]))
  }

  @Test func blanksOfWebPagesAndMailProgramsAreBlanks() throws {
    let plain = try ReportDocument(reading: try FixtureFolder.bytes(Self.fixture))
    let document = try ReportDocument(reading: try Self.changed { String($0).replacing("  ", with: "\u{A0} ") })
    #expect(Self.facts(document.reports[0]) == Self.facts(plain.reports[0]))
  }

  @Test func signsThatWebPagesEscapeAreRead() throws {
    let plain = try ReportDocument(reading: try FixtureFolder.bytes(Self.fixture))
    let document = try ReportDocument(
      reading: try Self.changed {
        String($0).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      })
    #expect(Self.facts(document.reports[0]) == Self.facts(plain.reports[0]))
  }
}

import Foundation
import TestSupport
import Testing

/// Reports that were copied from a web page.
@Suite struct CopiedReportTests {
  private static func expectSame(_ report: String) throws {
    var original = try SampleText.object(SampleText.plain)
    var copy = try SampleText.object(report)
    for key in ["diagnostics", "path"] { (original[key], copy[key]) = (nil, nil) }
    #expect(original["images"] != nil && NSDictionary(dictionary: original) == NSDictionary(dictionary: copy))
  }

  @Test func noBreakSpacesAreSpaces() throws {
    let copy = SampleText.plain.replacingOccurrences(of: " ", with: "\u{a0}").replacingOccurrences(of: "\t", with: "\u{a0}")
    try Self.expectSame(copy)
    let run = try Symbolicate.run(["-", "-v"], input: Array(copy.utf8))
    #expect(!run.stdout.contains("\u{a0}") && run.stderr.contains("no-break spaces are read as spaces"))
  }

  @Test func aPageIsReadAsText() throws {
    let escaped = SampleText.plain.replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
    try Self.expectSame(escaped.replacingOccurrences(of: "\n", with: "<br>\n"))
    try Self.expectSame(escaped.replacingOccurrences(of: "\n", with: "<br/>"))
    let blanks = escaped.replacingOccurrences(of: "  ", with: "&nbsp; ")
    let page = "<!DOCTYPE html><html><head><style>p { color: red }</style></head><body><pre>\(blanks)</pre></body></html>"
    try Self.expectSame(page)
    let run = try Symbolicate.run(["-", "-v"], input: Array(page.utf8))
    #expect(run.stdout.hasPrefix("Incident Identifier:") && run.stderr.contains("HTML is read as plain text"))
  }

  @Test func collapsedColumnsAreColumns() throws {
    let lines = SampleText.plain.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
    }
    try Self.expectSame(lines.joined(separator: "\n"))
  }

  /// Angle brackets of a report are no tags.
  @Test func aReportWithAngleBracketsIsNotChanged() throws {
    let report = SampleText.replacing("0x102a00000 + 20240", with: "std::map<br::Key, p<int>>::at(pre<br>) + 12")
    let run = try Symbolicate.run(["-"], input: Array(report.utf8))
    #expect(run.stdout == report)
  }
}

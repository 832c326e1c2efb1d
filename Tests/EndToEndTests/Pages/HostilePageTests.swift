import Foundation
import TestSupport
import Testing

/// Hostile text in every string of every format is inert in pages.
@Suite struct HostilePageTests {
  /// Names of attributes that pages may have.
  private static let attributes: Set<String> = [
    "lang", "dir", "charset", "http-equiv", "content", "name", "rel", "href", "class", "id", "tabindex", "aria-label", "open",
    "data-stack", "data-copy", "scope", "colspan", "role", "aria-live", "width", "height", "x", "y", "rx", "type", "hidden",
    "title",
  ]

  private static func expectInert(_ output: [UInt8], _ subject: String) throws {
    let page = try #require(String(validating: output, as: UTF8.self), "\(subject)")
    let tokens = PageTokens(page)
    #expect(tokens.flaws.isEmpty, "\(subject)")
    for tag in tokens.tags {
      for (name, value) in tag.attributes {
        #expect(attributes.contains(name), "\(subject): <\(tag.name) \(name)>")
        let isAddress =
          name == "href" && !(value.hasPrefix("#") || value.hasPrefix("./") || value.hasPrefix("data:image/svg+xml,"))
        #expect(!isAddress && name != "src", "\(subject): \(value)")
      }
    }
    let names = Set(tokens.tags.map(\.name))
    #expect(names.isDisjoint(with: ["img", "iframe", "base", "object", "embed", "form", "b2"]), "\(subject)")
    let scripts = tokens.tags.filter { $0.name == "script" }.count
    // Those of the page; a summary has two more, and its data.
    #expect(scripts == (page.contains("id=\"data\"") ? 5 : 2), "\(subject)")
    let hidden = page.replacing("\r\n", with: "\n").unicodeScalars.filter { $0 != "\n" && $0 != "\t" && HostileText.isHidden($0) }
    #expect(hidden.isEmpty, "\(subject): \(hidden.map { String($0.value, radix: 16) })")
  }

  @Test(arguments: GoldenTests.reports) func inertInPages(report: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try HostileText.planted(report: report), to: "hostile.report")
    let symbols = (GoldenTests.symbols[report] ?? []).flatMap { ["-s", FixtureFolder.path($0)] }
    let page = try Symbolicate.run([path, "-q", "-f", "html"] + symbols)
    try #require(page.status == 0 || page.status == 4, "\(page.stderr)")
    try Self.expectInert(page.output, report)
    let summary = try Symbolicate.run(["summarize", path, "-f", "html"] + symbols)
    try Self.expectInert(summary.output, "summary of \(report)")
  }

  /// Nothing is dropped because it looks like markup.
  @Test(arguments: [
    "Reports/apple-text/ios-arm64/Shop.crash", "Reports/ips/ios-swift/Shop-2026-11-20-114303.ips",
    "Reports/kscrash/mach/report.json", "Reports/sentry/event/event.json",
  ])
  func shownInPages(report: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try HostileText.planted(report: report), to: "hostile.report")
    let text = PageTokens(try Symbolicate.run([path, "-q", "-f", "html"]).stdout).text
    let plain = HostileText.all.filter { $0.contains("<") && $0.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) } }
    #expect(plain.count { text.contains($0) } >= 3)
  }

  /// The tables of a summary in Markdown hold text of reports only as code.
  @Test(arguments: GoldenTests.reports) func inertInSummariesInMarkdown(report: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try HostileText.planted(report: report), to: "hostile.report")
    let run = try Symbolicate.run(["summarize", path, "-f", "markdown"])
    #expect(!run.stdout.replacing("\r\n", with: "\n").unicodeScalars.contains { $0 != "\n" && HostileText.isHidden($0) })
    var isFenced = false
    for line in run.stdout.split(separator: "\n") {
      if line.hasPrefix("```") { isFenced.toggle() }
      if isFenced || line.hasPrefix("```") { continue }
      let prose = line.replacing(/(`+)(?:(?!\1).)*\1/, with: "")
      #expect(!prose.contains(/[<\[@_*#\\]|http/) || prose.hasPrefix("#") || prose.hasPrefix("| #"), "\(prose)")
    }
    #expect(!isFenced)
  }
}

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

  private static func planted(_ report: String) throws -> [UInt8] {
    let bytes = try FixtureFolder.bytes(report)
    var next = 0
    if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) {
      return [UInt8](try JSONSerialization.data(withJSONObject: HostileText.planted(value, &next), options: [.sortedKeys]))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // An .ips report: two JSON values, the first one on one line.
    if text.hasPrefix("{"), let end = text.firstIndex(of: "\n"),
      let head = try? JSONSerialization.jsonObject(with: Data(text[..<end].utf8)),
      let body = try? JSONSerialization.jsonObject(with: Data(text[end...].utf8))
    {
      let parts = try [head, body].map {
        try JSONSerialization.data(withJSONObject: HostileText.planted($0, &next), options: [.sortedKeys])
      }
      return [UInt8](parts[0]) + [10] + [UInt8](parts[1])
    }
    return Array(HostileText.planted(inText: text).utf8)
  }

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
    #expect(scripts == 2 + (page.contains("id=\"data\"") ? 1 : 0), "\(subject)")
    let hidden = page.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && HostilePageTests.isHidden($0) }
    #expect(hidden.isEmpty, "\(subject): \(hidden.map { String($0.value, radix: 16) })")
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  @Test(arguments: GoldenTests.reports) func inertInPages(report: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Self.planted(report), to: "hostile.report")
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
    let path = try folder.write(try Self.planted(report), to: "hostile.report")
    let text = PageTokens(try Symbolicate.run([path, "-q", "-f", "html"]).stdout).text
    let plain = HostileText.all.filter { $0.contains("<") && $0.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) } }
    #expect(plain.count { text.contains($0) } >= 3)
  }

  /// The tables of a summary in Markdown hold text of reports only as code.
  @Test(arguments: GoldenTests.reports) func inertInSummariesInMarkdown(report: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Self.planted(report), to: "hostile.report")
    let run = try Symbolicate.run(["summarize", path, "-f", "markdown"])
    #expect(!run.stdout.unicodeScalars.contains { $0 != "\n" && Self.isHidden($0) })
    var isFenced = false
    for line in run.stdout.split(separator: "\n") {
      if line.hasPrefix("```") { isFenced.toggle() }
      if isFenced || line.hasPrefix("```") { continue }
      let prose = line.replacing(/(`+)(?:(?!\1).)*\1/, with: "")
      #expect(!prose.contains(/[<\[@_*#\\]|http/) || prose.hasPrefix("#") || prose.hasPrefix("| #"), "\(prose)")
    }
    #expect(!isFenced)
  }

  /// Folded stacks keep one stack a line, whatever names hold.
  @Test(arguments: GoldenTests.reports) func inertInProfiles(report: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Self.planted(report), to: "hostile.report")
    let folded = try Symbolicate.run([path, "-q", "-f", "folded"]).stdout
    for line in folded.split(separator: "\n") {
      #expect(line.contains(/\ [1-9][0-9]*$/), "\(line)")
      #expect(!line.unicodeScalars.contains(where: Self.isHidden), "\(line)")
    }
    let speedscope = try Symbolicate.run([path, "-q", "-f", "speedscope"])
    _ = try JSONSerialization.jsonObject(with: Data(speedscope.output))
  }
}

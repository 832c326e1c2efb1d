import CrashModel
import Reports
import SymbolModel
import Testing

@testable import Pages

/// The page of a report: its policy, its links, its parts.
@Suite struct PagePartsTests {
  /// A report of one thread whose two frames have a source line and the links `urls`.
  private static func report(urls: [String?]) -> SymbolicatedReport {
    var report = CrashReport(format: .ips)
    report.process.name = "Shop"
    var image = BinaryImage(name: "Shop", path: "/x/Shop")
    image.inApp = true
    report.images = [image]
    report.frames = urls.indices.map { Frame(index: $0, kind: .exact, address: RuntimeAddress(0x1000 + UInt64($0)), image: 0) }
    report.threads = [CrashThread(index: 0, crashed: true, frames: urls.indices)]
    let resolutions = urls.enumerated().map { order, url in
      var source = SourceFrame(function: "f\(order)()", file: "/src/a.swift", line: 7)
      source.url = url
      return FrameResolution(basis: .line, symbol: "f\(order)()", symbolOffset: 4, sources: [source])
    }
    return SymbolicatedReport(report: report, resolutions: resolutions, imageStatuses: [ImageStatus(.found)], path: "a.ips")
  }

  private static func page(_ report: SymbolicatedReport) -> String {
    String(decoding: ReportPage().page([report]), as: UTF8.self)
  }

  /// Only what a browser fetches from a server is a link, and shown in full.
  @Test(
    arguments: [
      ("https://example.com/a?b=1&c=2#L7", "href=\"https://example.com/a?b=1&amp;c=2#L7\""),
      ("http://example.com/", "href=\"http://example.com/\""),
      ("javascript:alert(1)", nil), ("JavaScript:alert(1)", nil), ("data:text/html,x", nil), ("file:///etc/passwd", nil),
      (" https://x", nil),
      ("vscode://file/a", nil), ("//example.com", nil), ("https:", nil),
    ] as [(String, String?)])
  func linksLeadToServersOnly(url: String, expected: String?) {
    let page = Self.page(Self.report(urls: [url]))
    let links = page.matches(of: /<a href="([^"#][^"]*)"/).map { String($0.1) }
    #expect(links.count == (expected == nil ? 0 : 1), "\(links)")
    if let expected { #expect(page.contains(expected) && page.contains("rel=\"noopener noreferrer\"")) }
    #expect(page.contains("a.swift:7"))
  }

  /// The policy names the hashes of exactly the style and the scripts in the page, and allows nothing else.
  @Test func thePolicyAllowsOnlyWhatThePageHolds() throws {
    let page = Self.page(Self.report(urls: [nil]))
    let policy = try #require(page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]+)"/)?.1)
    let parts = Dictionary(
      uniqueKeysWithValues: policy.replacing("&#39;", with: "'").split(separator: ";").map { part in
        let words = part.split(separator: " ").map(String.init)
        return (words[0], Array(words.dropFirst()))
      })
    #expect(parts["default-src"] == ["'none'"] && parts["base-uri"] == ["'none'"] && parts["form-action"] == ["'none'"])
    #expect(parts["img-src"] == ["data:"] && parts.count == 6)
    #expect(parts["script-src"] == [PageResource.script.source, PageResource.flameScript.source])
    #expect(parts["style-src"] == [PageResource.style.source])
    #expect(!policy.contains("unsafe") && !policy.contains("http:") && !policy.contains("*"))
    for resource in [PageResource.style, .script, .flameScript] {
      #expect(page.components(separatedBy: resource.text).count == 2)
    }
    #expect(!page.contains(" style=") && !page.contains(" onclick=") && !page.contains(" src="))
  }

  @Test func severalReportsShareThePage() {
    var second = Self.report(urls: [nil])
    second.report.part = 1
    let page = String(decoding: ReportPage().page([Self.report(urls: [nil]), second]), as: UTF8.self)
    #expect(page.components(separatedBy: "<!DOCTYPE html>").count == 2)
    #expect(page.components(separatedBy: PageResource.style.text).count == 2, "the style is there once")
    let anchors = page.matches(of: /<details class="report" id="(r[0-9a-f]+)"/).map { String($0.1) }
    #expect(anchors == [Anchor.prefix(path: "a.ips", part: 0), Anchor.prefix(path: "a.ips", part: 1)])
    let ids = page.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
    #expect(Set(ids).count == ids.count, "every identifier is there once")
  }

  /// What a missing debug file means is said once, above the stack.
  @Test func missingFilesAreToldOnce() throws {
    var report = Self.report(urls: [nil, nil])
    report.imageStatuses = [ImageStatus(.missing, reason: .notFound(lookedIn: []))]
    report.resolutions = report.report.frames.map { _ in FrameResolution(basis: .none, reason: .noDebugFile(0)) }
    let page = Self.page(report)
    let banner = try #require(page.range(of: "1 missing debug file"))
    let stack = try #require(page.range(of: "<table class=\"stack\""))
    #expect(banner.lowerBound < stack.lowerBound && !page.contains("no debug file for"))
    report.imageStatuses = [ImageStatus(.found)]
    report.resolutions[1] = FrameResolution(basis: .none, reason: .noFunction(0))
    #expect(Self.page(report).contains("has no function at this address"), "other reasons are below their frame")
  }

  /// The heading is the function and the reason; both lead to the group and to all groups if there is a summary.
  @Test func functionAndReasonAreTheHeading() {
    var report = Self.report(urls: [nil])
    var triage = ReportTriage(
      speaker: RepresentativeStack(nil, .crashedThread, frames: [0]), failure: .badAccess, fingerprint: "1:0", key: [],
      group: "shop/1:0",
      variant: "", quality: .ok, ruleset: "")
    triage.blame = BlameFrame(function: "Basket.pick()", file: "/src/Basket.swift", line: 7)
    triage.causes = [
      TriageCause(id: "null-member", family: "memory", confidence: .likely, evidence: [], advice: "Check `x` first.")
    ]
    report.triage = triage
    let heading =
      "<h1><code class=\"fn\">Basket.pick()</code> <span class=\"because\">Likely: member of a null pointer</span></h1>"
    #expect(
      Self.page(report).contains(heading) && Self.page(report).contains("<p class=\"advice\">Check <code>x</code> first.</p>"))
    #expect(!Self.page(report).contains("All groups"))
    let linked = String(decoding: ReportPage(index: "./../index.html").page([report]), as: UTF8.self)
    #expect(linked.contains("<a href=\"./../index.html\">← All groups</a>"))
    #expect(linked.contains("<a href=\"./../index.html#\(Anchor.group("shop/1:0"))\">Group of this report</a>"))
  }

  @Test func hostileTitlesStayText() {
    var report = Self.report(urls: [nil])
    report.report.process.name = "</title><script>alert(1)</script>"
    let page = Self.page(report)
    #expect(!page.contains("</title><script>alert") && page.components(separatedBy: "</title>").count == 2)
  }
}

import Foundation
import TestSupport
import Testing

/// Pages, folded stacks and speedscope profiles of fixtures.
@Suite struct PageTests {
  private static let sample = "Profiles/Shop.sample.txt"

  /// The page without style sheet, scripts and their hashes, which `ResourceTests` covers.
  static func contents(_ page: String) -> String {
    var rest = Substring(page)
    var result = ""
    while let start = [rest.range(of: "<style>"), rest.range(of: "<script>")].compactMap(\.self).min(by: {
      $0.lowerBound < $1.lowerBound
    }) {
      result += rest[..<start.upperBound]
      let name = rest[start].dropFirst().dropLast()
      rest = rest[start.upperBound...]
      rest = rest.range(of: "</\(name)>").map { rest[$0.lowerBound...] } ?? rest
    }
    return (result + rest).replacing(/sha256-[A-Za-z0-9+\/=]+/, with: "sha256-")
  }

  @Test(arguments: [
    "Reports/apple-text/ios-paykit-missing/Shop.crash", "Reports/kscrash/nsexception/report.json",
    "Reports/metrickit/payload/payload.json", "Reports/kscrash/react-native/report.json", "Reports/dart/logcat/flutter.log",
    "Reports/tombstone/file/tombstone_00", "Reports/minidump/json/shop.json",
  ])
  func aReportIsOnePage(report: String) throws {
    let run = try GoldenTests.run(report, ["-q", "-f", "html"])
    #expect(run.status == 0 && run.stderr.isEmpty)
    try expectGolden(Self.contents(run.stdout), "Pages/\(GoldenTests.name(of: report)).html")
    #expect(PageTokens(run.stdout).flaws.isEmpty)
  }

  @Test func theStackOfAJavaScriptErrorComesFirst() throws {
    let page = try GoldenTests.run("Reports/kscrash/react-native/report.json", ["-q", "-f", "html"]).stdout
    let first = try #require(page.range(of: "<details class=\"thread"))
    #expect(
      page[first.lowerBound...].hasPrefix(
        "<details class=\"thread\" id=\"b0\" open><summary><h2>JavaScript Stack of the Exception"))
    let message = try #require(page.range(of: "<p class=\"message\">"))
    #expect(
      page[message.upperBound...].prefix { $0 != "<" }.hasSuffix("(evaluating &#39;product.price.amount&#39;)"),
      "the reason without its stack")
  }

  @Test(arguments: ["html", "folded", "speedscope"]) func samples(format: String) throws {
    let run = try Symbolicate.run([Self.sample, "-q", "-f", format], directory: FixtureFolder.path)
    #expect(run.status == 0 || run.status == 4)
    try expectGolden(format == "html" ? Self.contents(run.stdout) : run.stdout, "Pages/sample.\(format)")
  }

  @Test func theSourceIsShown() throws {
    let folder = try SourceContextTests.folder()
    let run = try SourceContextTests.run(
      ["cpp.crash", "-q", "-f", "html", "--context", "1", "--source-root", "src/cpp", "--source-url", SourceContextTests.url],
      in: folder)
    #expect(run.stdout.contains("<mark class=\"ln\"><span class=\"no\">&gt; 11</span>"))
    #expect(run.stdout.contains("href=\"https://example.com/shop/blob/4.2/span.h#L11\""))
    #expect(run.stdout.ranges(of: "<details class=\"excerpt\" open>").count == 1)
  }

  /// Only addresses that a browser fetches become links.
  @Test func otherSchemesAreNoLinks() throws {
    let folder = try SourceContextTests.folder()
    let run = try SourceContextTests.run(
      ["cpp.crash", "-q", "-f", "html", "--source-root", "src/cpp", "--source-url", "javascript:alert('{path}:{line}')"],
      in: folder)
    #expect(run.stdout.contains("span.h:11") && !run.stdout.contains("javascript:alert"))
  }

  /// Several reports make one page, on standard output, and a page each in a directory, with an index that leads to them.
  @Test func aBatchIsOnePageOrADirectory() throws {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash"), to: "in/a b&c.crash")
    try folder.copy(FixtureFolder.path("Reports/metrickit/payload/payload.json"), to: "in/sub/payload.json")
    let one = try Symbolicate.run(["in", "-q", "-f", "html"], directory: folder.path)
    #expect(PageTokens(one.stdout).flaws.isEmpty)
    #expect(one.stdout.ranges(of: "<!DOCTYPE").count == 1 && one.stdout.ranges(of: "<details class=\"report\"").count >= 3)
    let none = try Symbolicate.run(
      ["in/a b&c.crash", "in/sub/payload.json", "-q", "-f", "html", "-o", "out"], directory: folder.path)
    #expect(none.stdout.isEmpty)
    let index = try String(contentsOfFile: folder.path + "/out/index.html", encoding: .utf8)
    #expect(
      index.contains("./a%20b%26c.crash.html") && FileManager.default.fileExists(atPath: folder.path + "/out/a b&c.crash.html"))
    // A report among several is open by its part.
    let link = try #require(index.firstMatch(of: /"\.\/payload\.json\.html#(r[0-9a-f]+)"/))
    let page = try String(contentsOfFile: folder.path + "/out/payload.json.html", encoding: .utf8)
    #expect(page.contains("id=\"\(link.1)\""))
    // And leads back to its group, whose stack the index has.
    let back = try #require(page.firstMatch(of: /<a href="\.\/index\.html#(g[0-9a-f]+)">Group of this report</))
    #expect(index.contains("\"id\":\"\(back.1)\"") && page.contains("<a href=\"./index.html\">← All groups</a>"))
    #expect(index.contains("\"stackLink\":\"./a%20b%26c.crash.html\""))
  }

  /// The checks of speedscope's schema, by its description of the file format; the schema itself is not part of the repository.
  @Test(arguments: GoldenTests.reports + [sample]) func speedscopeIsValid(report: String) throws {
    let run = try Symbolicate.run([report, "-q", "-f", "speedscope"], directory: FixtureFolder.path)
    let file = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(file["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
    let shared = try #require(file["shared"] as? [String: Any])
    let frames = try #require(shared["frames"] as? [[String: Any]])
    #expect(frames.allSatisfy { $0["name"] is String && ($0["file"] == nil || $0["file"] is String) })
    let profiles = try #require(file["profiles"] as? [[String: Any]])
    let active = try #require(file["activeProfileIndex"] as? Int)
    #expect(profiles.isEmpty || profiles.indices.contains(active))
    for profile in profiles {
      #expect(profile["type"] as? String == "sampled" && profile["unit"] as? String == "none" && profile["name"] is String)
      let samples = try #require(profile["samples"] as? [[Int]])
      let weights = try #require(profile["weights"] as? [Int])
      #expect(samples.count == weights.count && samples.allSatisfy { $0.allSatisfy(frames.indices.contains) })
      #expect(profile["startValue"] as? Int == 0 && profile["endValue"] as? Int == weights.reduce(0, +))
    }
  }

  @Test func severalInputsNeedADirectoryForSpeedscope() throws {
    let run = try Symbolicate.run(["Reports/kscrash", "-f", "speedscope"], directory: FixtureFolder.path)
    #expect(run.status == 2 && run.stderr.contains("format 'speedscope' of several inputs needs '--output DIRECTORY'"))
  }

  /// The page of a summary holds all groups twice: as tables, and as the data that the script reads.
  @Test func aSummaryIsOnePage() throws {
    let run = try Symbolicate.run(["summarize", "Reports", "-s", "Binaries", "-f", "html"], directory: FixtureFolder.path)
    let tokens = PageTokens(run.stdout)
    #expect(run.status == 0 && tokens.flaws.isEmpty)
    let data = try #require(tokens.resources.first { $0.hasPrefix("{") })
    let values = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    let groups = try #require(values["groups"] as? [[String: Any]])
    let json = try Symbolicate.run(["summarize", "Reports", "-s", "Binaries", "-f", "json"], directory: FixtureFolder.path)
    let summary = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let wanted = try #require(summary["groups"] as? [[String: Any]])
    #expect(groups.map { $0["group"] as? String } == wanted.map { $0["group"] as? String })
    let events = try #require((values["events"] as? [String: Any])?["group"] as? [Int])
    #expect(wanted.enumerated().allSatisfy { order, group in events.count { $0 == order } == group["count"] as? Int })
    for group in groups { #expect(tokens.text.contains(group["group"] as? String ?? "?"), "readable without the script") }
  }
}

import Foundation
import FoundationXML
import TestSupport
import Testing

/// Output for continuous integration, and runs that fail.
@Suite struct GateTests {
  private static let reports = [
    "Fixtures/Reports/apple-text/ios-arm64/Shop.crash", "Fixtures/Reports/kscrash/nsexception/report.json",
    "Fixtures/Reports/apple-text/ios-paykit-missing/Shop.crash",
  ]

  private func run(_ arguments: [String], environment: [String: String?] = [:]) throws -> ToolRun {
    try Symbolicate.run(
      arguments + ["-s", "Fixtures/Binaries/shop-cpp"], environment: environment, directory: Checkout.root)
  }

  @Test(arguments: ["github", "sarif", "junit"])
  func groupsForContinuousIntegration(format: String) throws {
    let run = try run(["summarize"] + Self.reports + ["-f", format, "--map-path", "/src/shop/=Sources/Shop/"])
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    try expectGolden(run.output, "Findings/\(format).txt")
    let main = try self.run(Self.reports + ["-f", format, "--map-path", "/src/shop/=Sources/Shop/"])
    #expect(main.output == run.output && main.status == 0, "the main command writes the same: \(main.stderr)")
  }

  @Test func sarifAndJUnitAreWellFormed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/out/crashes.sarif"
    let written = try run(["summarize"] + Self.reports + ["-f", "sarif", "-o", path])
    #expect(written.status == 0 && written.output.isEmpty, "\(written.stderr)")
    let log = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    let results = try #require(runs[0]["results"] as? [[String: Any]])
    let driver = try #require((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = Set(try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String })
    #expect(results.count == 3)
    for result in results {
      #expect(rules.contains(try #require(result["ruleId"] as? String)))
      #expect((result["partialFingerprints"] as? [String: String])?.isEmpty == false)
      #expect(result["codeFlows"] != nil)
    }
    let junit = try run(["summarize"] + Self.reports + ["-f", "junit"])
    let parser = XMLParser(data: Data(junit.output))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
  }

  /// A frame without a name is still in an image.
  @Test func framesWithoutANameHaveTheirImage() throws {
    for format in ["sarif", "junit"] {
      let text = try run(["Fixtures/Reports/metrickit/ios27-crash/report.json", "-f", format]).stdout
      #expect(text.contains("no name in UIKitCore") && !text.contains(#""no name""#), "\(format)")
    }
  }

  /// Warnings that differ in numbers are one kind.
  @Test func aKindOfWarningBeginsWithAWord() throws {
    let run = try run(["summarize", "-v", "Fixtures/Reports/json/datadog/report.json"])
    #expect(run.stdout.contains("\n  1 report: unknown JSON layout\n"), "\(run.stdout)")
  }

  @Test func noGroupsMakeEmptyResults() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"schema\":\"symbolicate.summary/1\"}", to: "empty.json")
    for format in ["sarif", "junit", "github"] {
      let run = try Symbolicate.run(["summarize", "-f", format, "--app", "nobody"] + Self.reports, directory: Checkout.root)
      #expect(run.status == 0, "\(run.stderr)")
      switch format {
      case "sarif": #expect(run.stdout.contains("\"results\": []"))
      case "junit": #expect(run.stdout.contains("tests=\"1\" failures=\"0\"") && run.stdout.contains("name=\"no crashes\"/>"))
      default: #expect(run.output.isEmpty)
      }
    }
  }

  @Test func theSummaryOfAStepIsAppended() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("# Before\n", to: "step.md")
    let run = try run(["summarize"] + Self.reports + ["-f", "github"], environment: ["GITHUB_STEP_SUMMARY": path])
    #expect(run.status == 0 && run.stdout.hasPrefix("::error file="))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("# Before\n# Crash summary\n") && text.contains("| 1 |"))
    let full = try folder.write(String(repeating: "x", count: (1 << 20) - 200) + "\n", to: "full.md")
    _ = try self.run(["summarize"] + Self.reports + ["-f", "github"], environment: ["GITHUB_STEP_SUMMARY": full])
    let cut = try String(contentsOfFile: full, encoding: .utf8)
    #expect(cut.utf8.count <= 1 << 20 && cut.hasSuffix("… cut: GitHub accepts 1 MiB for the summary of a step.\n"))
  }

  @Test func gatesFailRuns() throws {
    let folder = try TemporaryFolder()
    let baseline = folder.path + "/main.json"
    #expect(try run(["summarize", Self.reports[0], "-f", "json", "-o", baseline]).status == 0)

    let same = try run(["summarize", Self.reports[0], "--baseline", baseline, "--fail-on", "new"])
    #expect(same.status == 0 && same.stderr.isEmpty, "\(same.stderr)")
    let new = try run(["summarize"] + Self.reports + ["--baseline", baseline, "--fail-on", "new"])
    #expect(new.status == 3)
    #expect(new.stderr.hasPrefix("symbolicate: --fail-on new: 2 new groups\n  com.example.shop/1:"), "\(new.stderr)")
    let any = try run(["summarize", Self.reports[0], "--fail-on", "any"])
    #expect(any.status == 3 && any.stderr.hasPrefix("symbolicate: --fail-on any: 1 group\n"), "\(any.stderr)")
    let loop = try run(["summarize", Self.reports[0], "--fail-on", "loop"])
    #expect(loop.status == 0, "\(loop.stderr)")
    let needs = try run(["summarize", Self.reports[0], "--fail-on", "new"])
    #expect(needs.status == 2 && needs.stderr.contains("option '--fail-on new' needs '--baseline SUMMARY.json'"))
  }

  @Test func gatesWorkForOneReportAndForAFolderToo() throws {
    let folder = try TemporaryFolder()
    let one = try run([Self.reports[0], "-o", folder.path + "/one.txt", "--fail-on", "any"])
    #expect(one.status == 3 && one.stderr.contains("--fail-on any: 1 group\n"), "\(one.stderr)")
    let bare = try Symbolicate.run(
      [Self.reports[0], "-o", folder.path + "/bare.txt", "--fail-on", "unsymbolicated"], directory: Checkout.root)
    #expect(bare.stderr.contains("--fail-on unsymbolicated: 1 unsymbolicated group\n"), "\(bare.stderr)")
    let named = try run([Self.reports[0], "-o", folder.path + "/named.txt", "--fail-on", "unsymbolicated"])
    #expect(named.status == 0, "\(named.stderr)")
    let many = try run(Self.reports + ["-o", folder.path + "/many", "--fail-on", "any"])
    #expect(many.status == 3 && many.stderr.contains("--fail-on any: 3 groups\n"), "\(many.stderr)")
  }
}

import Foundation
import TestSupport
import Testing

/// What a summary shows, and what of it survives in `summary.json`.
@Suite struct SummaryViewTests {
  private static let reports = [
    "Fixtures/Reports/apple-text/ios-arm64/Shop.crash", "Fixtures/Reports/kscrash/nsexception/report.json",
    "Fixtures/Reports/apple-text/ios-paykit-missing/Shop.crash",
  ]

  private static func run(_ inputs: [String], _ arguments: [String] = [], columns: Int = 80) throws -> ToolRun {
    try Symbolicate.run(
      ["summarize"] + inputs + ["-s", "Fixtures/Binaries/shop-cpp"] + arguments, environment: ["COLUMNS": "\(columns)"],
      directory: Checkout.root)
  }

  @Test(arguments: ["junit", "sarif"]) func aSummaryKeepsTheStacks(_ format: String) throws {
    let folder = try TemporaryFolder()
    let kept = try folder.write(try Self.run(Self.reports, ["-f", "json"]).output, to: "summary.json")
    let direct = try Self.run(Self.reports, ["-f", format])
    #expect(direct.stdout.contains("checkout.cpp"))
    #expect(try Self.run([kept], ["-f", format]).output == direct.output)
    let batch = try Symbolicate.run(
      Self.reports + ["-s", "Fixtures/Binaries/shop-cpp", "-o", folder.path + "/out"], directory: Checkout.root)
    try #require(batch.status == 0, "\(batch.stderr)")
    #expect(try Self.run([folder.path + "/out/summary.json"], ["-f", format]).output == direct.output)
    let explained = try Self.run([kept], ["--explain", "slot::WRITE"]).stdout
    #expect(
      explained.contains("\nStack    of ") && explained.contains("(checkout.cpp:9)"), "a part of the function: \(explained)")
  }

  /// A second run takes the stacks of the first one from the manifest.
  @Test func aResumedBatchHasTheSameStacks() throws {
    let folder = try TemporaryFolder()
    let arguments = ["Fixtures/Reports/apple-text", "-s", "Fixtures/Binaries/shop-cpp", "-o", folder.path + "/out"]
    _ = try Symbolicate.run(arguments, directory: Checkout.root)
    let first = try #require(folder.text("out/summary.json"))
    let again = try Symbolicate.run(arguments, directory: Checkout.root)
    #expect(again.stderr.contains("by an earlier run") && folder.text("out/summary.json") == first && first.contains("\"stack\""))
  }

  @Test(arguments: [80, 200]) func noLineIsWiderThanTheTerminal(_ columns: Int) throws {
    let folder = try TemporaryFolder()
    _ = try #require(try? ToolRun.of(Symbolicate.path.replacing("/symbolicate", with: "/MakeReports"), [folder.path, "60", "3"]))
    let run = try Self.run([folder.path], ["-v"], columns: columns)
    // A path is never broken.
    for line in run.stdout.split(separator: "\n") where line.split(separator: " ").count > 1 {
      #expect(line.count <= columns, "\(line)")
    }
    // The same words at every width.
    #expect(!run.stdout.contains("none in "))
  }

  @Test func optionsOfTheView() throws {
    let whole = try Self.run(Self.reports).stdout
    #expect(whole.contains("likely cause: member of a null pointer") && whole.contains("by devices, then events"))
    #expect(whole.contains("\n\nMissing: ") && !whole.contains("frames in 1 report"))
    let verbose = try Self.run(Self.reports, ["-v"]).stdout
    #expect(verbose.contains("frames in 1 report") && verbose.contains("com_apple_xcode_dsym_uuids"))
    #expect(!(try Self.run(Self.reports, ["-q"]).stdout.contains("Missing")))
    let first = try Self.run(Self.reports, ["--top", "1"]).stdout
    #expect(first.contains("… and 2 more groups; --top N"))
    #expect(try Self.run(Self.reports, ["-n", "1", "-f", "brief"]).stdout.components(separatedBy: "Group: ").count == 2)
    #expect(try Self.run(Self.reports, ["--color", "always"]).output.contains(0x1b))
    #expect(!(try Self.run(Self.reports).output.contains(0x1b)))
  }

  @Test func daysAndWeeks() throws {
    let early = try Self.run(Self.reports, ["--until", "2026-11-19"]).stdout
    #expect(early.contains("events left out by --since, --until or --app"), "\(early)")
    #expect(try Self.run(Self.reports, ["--since", "9000w"]).stdout.contains(" left out by ") == false)
    #expect(try Self.run(Self.reports, ["--since", "7x"]).status == 2)
    #expect(try Self.run(Self.reports, ["--group-by", "day"], columns: 120).stdout.contains("  2026-11-20  "))
    let weeks = try Self.run(Self.reports, ["--group-by", "week"], columns: 120).stdout
    #expect(weeks.contains("  2026-11-16…2026-11-22  ") && weeks.contains("NAME, LARGEST GROUP"))
  }

  @Test func changesSinceTheBaselineAreCounted() throws {
    let folder = try TemporaryFolder()
    let report = try FixtureFolder.text("Reports/apple-text/ios-arm64/Shop.crash")
    for number in 1...8 {
      let other = report.replacing("[3608]", with: "[\(number)]").replacing(
        /Incident Identifier: +\S/, with: "Incident Identifier: \(number)")
      try folder.write(other, to: "in/\(number).crash")
    }
    let inputs = [folder.path + "/in"] + Self.reports.dropFirst()
    var summary = try #require(
      try JSONSerialization.jsonObject(with: Data(try Self.run(inputs, ["-f", "json"]).output)) as? [String: Any])
    var groups = try #require(summary["groups"] as? [[String: Any]])
    for position in groups.indices {
      switch (groups[position]["title"] as? String ?? "").prefix(4) {
      case "bad-": groups[position]["count"] = 1
      case "exc:": groups[position]["count"] = 100
      default:
        groups[position]["group"] = "com.example.old/1:0123456789abcdef"
        groups[position]["title"] = "trap in Old.code()"
      }
    }
    summary["groups"] = groups
    let path = folder.path + "/baseline.json"
    try JSONSerialization.data(withJSONObject: summary).write(to: URL(fileURLWithPath: path))
    for format in ["text", "markdown", "brief", "github", "junit", "sarif", "json"] {
      let run = try Self.run(inputs, ["--baseline", path, "-f", format])
      #expect(run.status == 0 && run.stdout.contains("trap in Old.code()"), "\(format): \(run.stdout)")
    }
    let table = try Self.run(inputs, ["--baseline", path], columns: 100).stdout
    #expect(table.contains("1 new, 1 rising, 1 falling, 1 gone since the baseline of 102 events"), "\(table)")
    #expect(
      table.contains("  rising         8    80%        1     1%  bad-access in shop::Slot::write() (span.h:11)"), "\(table)")
    #expect(table.contains("  gone           0     0%        1     1%  trap in Old.code()"))
  }

  @Test func anEmptyDirectoryIsNoFailure() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "in/.keep")
    for arguments in [
      ["in"], ["in", "-o", "out"], ["in", "-f", "junit"], ["summarize", "in"], ["summarize", "in", "-f", "json"],
      ["inspect", "in"],
    ] {
      let run = try Symbolicate.run(arguments, directory: folder.path)
      #expect(run.status == 0 && run.stderr.contains("no crash reports"), "\(arguments): \(run.status) \(run.stderr)")
    }
    #expect(try Symbolicate.run(["summarize", "in", "-f", "junit"], directory: folder.path).stdout.contains("no crashes"))
  }

  @Test func profilesAreNoFailures() throws {
    let profile = FixtureFolder.path("Profiles/Shop.sample.txt")
    #expect(try Self.run([profile], ["--fail-on", "any"]).status == 0)
    #expect(try Self.run([profile], ["--fail-on", "crash"]).status == 0)
    let crash = try Self.run(Self.reports, ["--fail-on", "crash"])
    #expect(crash.status == 3 && crash.stderr.contains("--fail-on crash: 3 crash groups"))
  }
}

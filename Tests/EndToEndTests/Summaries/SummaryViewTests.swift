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
    let lines = try Symbolicate.run(
      Self.reports + ["-s", "Fixtures/Binaries/shop-cpp", "-q", "-f", "ndjson"], directory: Checkout.root)
    let symbolicated = try folder.write(lines.output, to: "reports.ndjson")
    #expect(try Self.run([symbolicated], ["-f", format]).output == direct.output, "reports that were symbolicated before")
    let explained = try Self.run([kept], ["--explain", "slot::WRITE"]).stdout
    #expect(
      explained.contains("\nStack    of ") && explained.contains("(checkout.cpp:9)"), "a part of the function: \(explained)")
  }

  /// Names of any length, also of a character with any number of marks, keep a stack below 64 KB.
  @Test(arguments: ["x", "e\u{301}", "\u{301}", "👩‍👩‍👧‍👦"]) func aStackHasASize(_ letter: String) throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: letter, count: 3000)
    let frames = (0..<100).map {
      ["index": $0, "sources": [["function": name, "file": "/\(name).c", "line": 4_000_000_000]]] as [String: Any]
    }
    let threads = try JSONSerialization.data(withJSONObject: [["frames": frames]], options: .withoutEscapingSlashes)
    let triage = #"{"group":"app/1:0","class":"trap","speaker":{"stack":"threads[0]"}}"#
    let line =
      #"{"schema":"symbolicate.report/1","path":"a.ips","triage":"# + triage + #","threads":"#
      + String(decoding: threads, as: UTF8.self) + "}"
    let run = try Self.run([try folder.write(line + "\n", to: "reports.ndjson")], ["-f", "json"])
    let stack = try #require(run.stdout.split(separator: "\"stack\":").last)
    #expect(run.stdout.contains("\"stack\":") && stack.utf8.count < 66_000, "\(stack.utf8.count)")
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
    let table = try Self.run(inputs, ["--baseline", path], columns: 120).stdout
    #expect(table.contains("1 new, 1 rising, 1 falling, 1 gone since the baseline of 102 events"), "\(table)")
    #expect(
      table.contains("  rising         8    80%        1     1%  bad-access in shop::Slot::write() (span.h:11)"), "\(table)")
    #expect(table.contains("  gone           0     0%        1     1%  trap in Old.code()"))
    let narrow = try Self.run(inputs, ["--baseline", path], columns: 80).stdout
    #expect(narrow.contains("  gone           0     0%        1     1%\n    trap in Old.code()\n"), "names stay whole: \(narrow)")
  }

  @Test func aPageCountsTheChanges() throws {
    let folder = try TemporaryFolder()
    let baseline = try folder.write(try Self.run(Array(Self.reports.prefix(2)), ["-f", "json"]).output, to: "baseline.json")
    let page = try Self.run([Self.reports[0], Self.reports[2]], ["--baseline", baseline, "-f", "html"]).stdout
    #expect(page.contains("1 new, 1 gone since the baseline of 2 events"))
    #expect(
      page.contains(
        "<span class=\"tag\">gone</span></td><td class=\"num\">0</td><td class=\"num\">0%</td><td class=\"num\">1</td>"))
    #expect(
      page.contains(
        "<td class=\"num\">50%</td><th scope=\"row\">exc:ShopAudit in shop::Inventory::audit() (inventory.cpp:50)</th>"))
  }

  @Test func loopsOfAGroupAreOneLine() throws {
    let folder = try TemporaryFolder()
    let report = try FixtureFolder.text("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
    for (number, count) in [5, 12, 7].enumerated() {
      let other = report.replacing("a62f2225bf70bfac", with: "a62f2225bf70bfa\(number)").replacing(
        "4094EEF2-19D0-5727", with: "4094EEF2-19D0-572\(number)"
      ).replacing("\"pid\" : 3608", with: "\"pid\" : 361\(number)").replacing(
        "\"translated\" : false,", with: "\"translated\" : false,\n  \"consecutiveCrashCount\" : \(count),")
      try folder.write(other, to: "in/\(number).ips")
    }
    let markdown = try Self.run([folder.path + "/in"], ["-f", "markdown"]).stdout
    let lines = markdown.split(separator: "\n").filter { $0.contains("up to ") }
    #expect(
      lines.count == 1 && lines[0].hasPrefix("- **3 devices ") && lines[0].hasSuffix("up to 12 crashes in a row"), "\(markdown)")
    let summary = try #require(
      try JSONSerialization.jsonObject(with: Data(try Self.run([folder.path + "/in"], ["-f", "json"]).output)) as? [String: Any])
    let groups = try #require(summary["groups"] as? [[String: Any]])
    #expect(groups.compactMap { $0["loops"] as? [String: Int] } == [["devices": 3, "open": 3, "recovered": 0, "longest": 12]])
    #expect((summary["loops"] as? [Any])?.count == 3)
  }

  @Test func everythingThatIsMissingIsListed() throws {
    let folder = try TemporaryFolder()
    let report = try FixtureFolder.text("Reports/apple-text/ios-arm64/Shop.crash")
    for number in 1...14 {
      let other = report.replacing("21B74", with: "21B7\(number)").replacing("602671ad96b1", with: "602671ad96\(number + 10)")
        .replacing(
          "[3608]", with: "[\(number)]")
      try folder.write(other, to: "in/\(number).crash")
    }
    let verbose = try Symbolicate.run(["summarize", folder.path + "/in", "-v"]).stdout
    #expect(verbose.contains("14 debug files missing:") && verbose.contains("14 system builds without symbols:"), "\(verbose)")
    #expect(!verbose.contains("more\n") && verbose.components(separatedBy: "  iPhone OS 17.1 (21B7").count == 15, "\(verbose)")
    let line = try #require(try Self.run([folder.path + "/in"]).stdout.split(separator: "\n").last)
    #expect(line.hasPrefix("Missing: ") && line.hasSuffix("; -v lists them") && line.count <= 80, "one line: \(line)")
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

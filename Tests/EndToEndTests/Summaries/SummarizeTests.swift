import Foundation
import TestSupport
import Testing

/// `symbolicate summarize`: every output as a golden, and the options that change what is counted.
@Suite struct SummarizeTests {
  /// Named one by one: another fixture must not change the goldens.
  private static let reports = [
    "apple-text/ios-arm64/Shop.crash", "apple-text/ios-paykit-missing/Shop.crash", "apple-text/ios-swift/Shop.crash",
    "apple-text/ios-uuid-mismatch/Shop.crash", "apple-text/macos-arm64-half/Shop.crash",
    "apple-text/macos-x86_64-exception/Shop.crash", "console/first-throw/console.log",
    "ips/ios-arm64/Shop-2026-11-20-114303.ips", "ips/ios-swift/Shop-2026-11-20-114303.ips",
    "ips/macos-arm64-exception/Shop-2026-11-20-114303.ips", "jetsam/per-process-limit/JetsamEvent-2026-11-20-114303.ips",
    "kscrash/cpp-exception/report.json", "kscrash/cut-off/report.json", "kscrash/nsexception/report.json",
    "kscrash/watch32/report.json", "metrickit/payload/payload.json", "sentry/event/event.json",
    "swift-backtrace/clang/crash.json",
  ].map { "Fixtures/Reports/" + $0 }

  private static func run(_ arguments: [String], columns: Int = 100) throws -> ToolRun {
    try Symbolicate.run(
      ["summarize"] + reports + ["-s", "Fixtures/Binaries"] + arguments, environment: ["COLUMNS": "\(columns)"],
      directory: Checkout.path(""))
  }

  private static func summary(_ arguments: [String]) throws -> [String: Any] {
    let run = try run(arguments + ["-f", "json"])
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
  }

  private static func groups(_ summary: [String: Any]) -> [[String: Any]] { summary["groups"] as? [[String: Any]] ?? [] }

  @Test(arguments: [80, 160]) func tables(_ columns: Int) throws {
    try expectGolden(try Self.run([], columns: columns).stdout, "Summaries/table-\(columns).txt")
  }

  @Test(arguments: [
    ("markdown.md", ["-f", "markdown"]), ("brief.txt", ["-f", "brief"]), ("explain.txt", ["--explain", "Basket.pick(_:)"]),
    ("by-version.txt", ["--group-by", "version"]), ("by-os.txt", ["--group-by", "os"]),
    ("by-device.txt", ["--group-by", "device"]),
    ("by-cause.txt", ["--group-by", "cause"]),
  ])
  func forms(_ name: String, _ arguments: [String]) throws {
    let run = try Self.run(arguments)
    #expect(run.status == 0)
    try expectGolden(run.stdout, "Summaries/" + name)
  }

  /// The table prints the whole name of a group; a few of its digits are enough to ask for it.
  @Test func groupsAreNamedByTheirFirstOrLastDigits() throws {
    let whole = try Self.run(["--explain", "Basket.pick(_:)"]).stdout
    let digits = try #require(whole.firstMatch(of: /\/1:([0-9a-f]{16})/)).1
    for text in [String(digits), "1:\(digits.prefix(4))", String(digits.prefix(4)), String(digits.suffix(4))] {
      #expect(try Self.run(["--explain", text]).stdout == whole, "\(text)")
    }
    let short = try Self.run(["--explain", String(digits.prefix(3))])
    #expect(short.status == 2 && short.stderr.contains("no group \(digits.prefix(3))"))
  }

  /// The digest of the rules changes with every rule.
  @Test func json() throws {
    let text = try Self.run(["-f", "json"]).stdout
    let stable = text.replacing(try Regex("\"ruleset\": \"[0-9a-f]{8}\""), with: "\"ruleset\": \"00000000\"")
    try expectGolden(stable, "Summaries/summary.json")
  }

  @Test func aBaselineTellsWhatIsNewAndGone() throws {
    let folder = try TemporaryFolder()
    let text = try Self.run(["-f", "json"]).stdout
    var baseline = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    var groups = Self.groups(baseline)
    let new = try #require(groups.removeFirst()["group"] as? String)
    groups.append(["group": "com.example.old/1:0123456789abcdef"])
    baseline["groups"] = groups
    let path = folder.path + "/baseline.json"
    try JSONSerialization.data(withJSONObject: baseline).write(to: URL(fileURLWithPath: path))
    let now = try Self.summary(["--baseline", path])
    #expect(now["gone"] as? [String] == ["com.example.old/1:0123456789abcdef"])
    let marked = Self.groups(now).filter { ($0["flags"] as? [String] ?? []).contains("new") }
    #expect(marked.map { $0["group"] as? String } == [new])
    let table = try Self.run(["--baseline", path]).stdout
    try expectGolden(table, "Summaries/baseline.txt")
  }

  /// Summaries of parts, joined, are the summary of everything.
  @Test(arguments: [2, 3]) func partsAreJoined(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let reports = Self.reports
    var parts: [String] = []
    for part in 0..<count {
      let chosen = reports.enumerated().filter { $0.offset % count == part }.map(\.element)
      let run = try Symbolicate.run(
        ["summarize"] + chosen + ["-s", "Fixtures/Binaries", "-f", "json"], directory: Checkout.path(""))
      parts.append(try folder.write(run.output, to: "\(part).json"))
    }
    let whole = try Symbolicate.run(
      ["summarize"] + reports + ["-s", "Fixtures/Binaries", "-f", "json"], directory: Checkout.path(""))
    for order in [parts, parts.reversed()] {
      #expect(try Symbolicate.run(["summarize"] + order + ["-f", "json"]).output == whole.output)
    }
  }

  @Test func daysAndAppsAreLeftOut() throws {
    let all = Self.groups(try Self.summary([]))
    let since = Self.groups(try Self.summary(["--since", "2026-11-20"]))
    #expect(!since.isEmpty && since.count < all.count)
    #expect(since.allSatisfy { ($0["firstSeen"] as? String ?? "") >= "2026-11-20" })
    let apps = Self.groups(try Self.summary(["--app", "WATCH"]))
    #expect(!apps.isEmpty && apps.allSatisfy { ($0["app"] as? String ?? "").contains("watch") })
    #expect(Self.groups(try Self.summary(["--since", "2036-01-01"])).isEmpty)
    #expect(try Self.run(["--since", "yesterday"]).status == 2)
  }

  @Test func rulesOfTheUserChangeGroupsAndCauses() throws {
    let folder = try TemporaryFolder()
    let rules = try folder.write(
      """
      group All of the basket
        when frame Basket.* | frame *Basket*

      cause own-rule
        family own
        confidence certain
        when class trap
        advice Ask the team.
      """, to: "rules.txt")
    let groups = Self.groups(try Self.summary(["--rules", rules]))
    let basket = try #require(groups.first { $0["key"] as? [String] == ["group", "All of the basket"] })
    #expect((basket["count"] as? Int ?? 0) > 1)
    let causes = groups.compactMap { $0["cause"] as? [String: Any] }
    #expect(causes.contains { $0["id"] as? String == "own-rule" && $0["advice"] as? String == "Ask the team." })
    let wrong = try folder.write("cause x\n  when colour red\n", to: "wrong.txt")
    let run = try Self.run(["--rules", wrong])
    #expect(run.status == 2 && run.stderr.contains("wrong.txt: line 2: there is no condition `colour`"))
  }

  @Test(arguments: [
    (#""version":7"#, "its events have layout 7"),
    (#""texts":["a"],"events":[[0,0]]"#, "damaged: a row has 2 numbers instead of 30"),
  ])
  func aSummaryWhoseEventsAreNotKnownIsNotJoined(partial: String, message: String) throws {
    let folder = try TemporaryFolder()
    let earlier = try folder.write(
      #"{"schema":"symbolicate.summary/1","reports":{"done":1},"partial":{\#(partial)}}"#, to: "a.json")
    let run = try Symbolicate.run(["summarize", earlier])
    #expect(run.status != 0 && run.stderr.contains("a.json: \(message)"), "\(run.status) \(run.stderr)")
  }

  @Test func saltsChangeDeviceKeysAndNothingElse() throws {
    let report = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
    func device(_ arguments: String...) throws -> [String: Any] {
      let run = try Symbolicate.run([report, "-q", "-f", "json"] + arguments)
      return try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    }
    func key(_ report: [String: Any]) -> String? { (report["device"] as? [String: Any])?["key"] as? String }
    let (one, two, salted) = (try device(), try device(), try device("--device-salt", "pepper"))
    #expect(key(one)?.count == 16)
    #expect(key(one) == key(two) && key(one) != key(salted) && key(salted)?.count == 16)
    #expect((one["triage"] as? [String: Any])?["group"] as? String == (salted["triage"] as? [String: Any])?["group"] as? String)
  }
}

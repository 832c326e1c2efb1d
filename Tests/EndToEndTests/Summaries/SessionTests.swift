import Foundation
import TestSupport
import Testing

/// `summarize --sessions`: shares of sessions and devices that were free of crashes.
@Suite struct SessionTests {
  /// A crash of a version on a day and a device, as Sentry keeps it.
  private struct Crash {
    var version: String
    var day: String
    var device: String

    func write(_ number: Int, _ folder: TemporaryFolder) throws {
      let frame = ["function": "Cart.pay()", "package": "/app/Shop.app/Shop", "instruction_addr": "0x100001000"]
      let event: [String: Any] = [
        "event_id": String(repeating: "0", count: 28) + "\(1000 + number)", "platform": "cocoa", "timestamp": "\(day)T10:00:00Z",
        "contexts": [
          "app": [
            "app_identifier": "com.example.shop", "app_version": version, "app_build": "7", "app_name": "Shop",
            "device_app_hash": device,
          ], "os": ["name": "iOS", "version": "17.1"],
        ],
        "exception": [
          "values": [
            [
              "type": "EXC_BAD_ACCESS", "value": "at 0x10", "mechanism": ["type": "mach", "handled": false],
              "stacktrace": ["frames": [frame]],
            ]
          ]
        ],
      ]
      try folder.write([UInt8](JSONSerialization.data(withJSONObject: event)), to: "reports/\(number % 2)/\(number).json")
    }
  }

  private static let versions = ["1.9.0", "1.10.0", "1.11.0"]
  private static let days = ["2026-11-18", "2026-11-19", "2026-11-20"]

  /// Crashes and sessions of a seed; the crashes of two thirds of the devices are in reports.
  private static func make(_ seed: UInt64) throws -> (folder: TemporaryFolder, crashes: [Crash], sessions: [[String]]) {
    var random = SeededGenerator(seed)
    let folder = try TemporaryFolder()
    var sessions: [[String]] = []
    var crashes: [Crash] = []
    for version in versions {
      for day in days {
        let count = Int.random(in: 1...5000, using: &random)
        sessions.append([version, day, "\(count)", "\(Int.random(in: 1...count, using: &random))"])
        for _ in 0..<Int.random(in: 0...5, using: &random) {
          crashes.append(
            Crash(version: version, day: day, device: "0123456789abcdef0123456789abcde\(Int.random(in: 0..<6, using: &random))"))
        }
      }
    }
    for (number, crash) in crashes.enumerated() { try crash.write(number, folder) }
    for (part, rows) in [sessions[..<4], sessions[4...]].enumerated() {
      let lines = rows.map { $0.joined(separator: ",") + "\n" }.joined()
      try folder.write("version,day,sessions,devices\n" + lines, to: "sessions/\(part).csv")
    }
    return (folder, crashes, sessions)
  }

  private static func json(_ run: ToolRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any], "\(run.stderr)")
  }

  /// The shares follow from the crashes and the sessions that were made, by arithmetic of its own.
  @Test func sharesOfVersionsAndDays() throws {
    let made = try Self.make(SeededGenerator.seed(of: "sessions", usual: 7))
    let run = try Symbolicate.run(
      ["summarize", made.folder.path + "/reports", "--sessions", made.folder.path + "/sessions", "-f", "json"])
    #expect(run.status == 0, "\(run.stderr)")
    #expect(try JSONSchema(contentsOf: "docs/schemas/summary.schema.json").problems(run.stdout) == [])
    let health = try #require(try Self.json(run)["health"] as? [String: Any])
    let versions = try #require(health["versions"] as? [[String: Any]])
    #expect(versions.map { $0["version"] as? String } == Self.versions, "in the order of versions")
    for version in versions {
      let name = try #require(version["version"] as? String)
      let rows = made.sessions.filter { $0[0] == name }
      try Self.expect(
        version["sessions"], total: rows.reduce(0) { $0 + (Int($1[2]) ?? 0) }, crashed: made.crashes.count { $0.version == name })
      let days = try #require(version["days"] as? [[String: Any]])
      #expect(days.count == Self.days.count && version["devices"] == nil, "devices of several days cannot be added")
      for (day, row) in zip(days, rows) {
        let crashes = made.crashes.filter { $0.version == name && $0.day == row[1] }
        #expect(day["day"] as? String == row[1])
        try Self.expect(day["sessions"], total: Int(row[2]) ?? 0, crashed: crashes.count)
        try Self.expect(day["devices"], total: Int(row[3]) ?? 0, crashed: Set(crashes.map(\.device)).count)
      }
    }
  }

  private static func expect(_ value: Any?, total: Int, crashed: Int) throws {
    let share = try #require(value as? [String: Any])
    #expect(
      share["total"] as? Int == total && share["crashed"] as? Int == min(crashed, total), "\(share) of \(crashed) in \(total)")
    let n = Double(total)
    let p = 1 - Double(min(crashed, total)) / n
    // The roots of (p - x)² = z² x (1 - x) / n.
    let z = 1.959963984540054 * 1.959963984540054
    let (a, b, c) = (1 + z / n, -(2 * p + z / n), p * p)
    let root = max(b * b - 4 * a * c, 0).squareRoot()
    for (key, number) in [("free", p), ("lower", (-b - root) / (2 * a)), ("upper", (-b + root) / (2 * a))] {
      let printed = try #require((share[key] as? String).flatMap { Double($0) })
      #expect(abs(printed - number) < 1e-6, "\(key) \(printed) \(number)")
    }
  }

  /// Parts of the reports and of the sessions, each summarized, make the same as the whole.
  @Test func partsMakeTheWhole() throws {
    let folder = try Self.make(11).folder
    func run(_ arguments: [String]) throws -> ToolRun { try Symbolicate.run(["summarize"] + arguments, directory: folder.path) }
    let whole = try run(["reports/0", "reports/1", "--sessions", "sessions/0.csv", "--sessions", "sessions/1.csv", "-f", "json"])
    for part in 0...1 {
      let run = try run(["reports/\(part)", "--sessions", "sessions/\(part).csv", "-f", "json"])
      try folder.write(run.output, to: "part\(part).json")
    }
    let joined = try run(["part0.json", "part1.json", "-f", "json"])
    #expect(joined.stdout == whole.stdout && whole.stdout.contains("\"health\""))
    #expect(try run(["part0.json", "--sessions", "sessions/1.csv", "part1.json", "-f", "json"]).stdout != whole.stdout)
  }

  // MARK: Releases compared

  private static func table(_ rows: String...) throws -> (folder: TemporaryFolder, path: String) {
    let folder = try TemporaryFolder()
    return (
      folder, try folder.write("version,sessions,crashed_sessions\n" + rows.joined(separator: "\n") + "\n", to: "sessions.csv")
    )
  }

  @Test func aRegressionFails() throws {
    let worse = try Self.table("4.1.0,12000,12", "4.2.0,8000,80")
    let run = try Symbolicate.run(["summarize", "--sessions", worse.path, "--fail-on", "regression", worse.folder.path])
    let sentence =
      "4.2.0 is worse than 4.1.0: 99.00% (98.75–99.19%) of 8,000 sessions free of crashes, 99.90% (99.82–99.94%) of 12,000 before"
    #expect(run.status == 3 && run.stderr.contains("--fail-on regression: 1 version\n  \(sentence)\n"), "\(run.stderr)")
    #expect(run.stdout.contains("worse than 4.1.0"))
    for rows in [
      ["4.1.0,12000,12", "4.2.0,8000,9"], ["4.1.0,8000,80", "4.2.0,12000,12"], ["4.1.0,10,0", "4.2.0,10,2"], ["4.2.0,10,9"],
    ] {
      let folder = try TemporaryFolder()
      let path = try folder.write("version,sessions,crashed_sessions\n" + rows.joined(separator: "\n"), to: "sessions.csv")
      #expect(
        try Symbolicate.run(["summarize", "--sessions", path, "--fail-on", "regression", folder.path]).status == 0, "\(rows)")
    }
  }

  @Test func aRegressionNeedsSessions() throws {
    let run = try Symbolicate.run(
      ["summarize", "Fixtures/Reports/apple-text", "--fail-on", "regression"], directory: Checkout.root)
    #expect(run.status == 2 && run.stderr.contains("no sessions were counted"))
    #expect(!run.stdout.contains("%)") && !run.stdout.contains("free of crashes"), "nothing is called a rate")
    let main = try Symbolicate.run(["Fixtures/Reports/apple-text", "--fail-on", "regression"], directory: Checkout.root)
    #expect(main.status == 2 && main.stderr.contains("needs 'symbolicate summarize'"))
  }

  @Test(arguments: ["text", "markdown", "brief", "html"]) func outputsCompareReleases(_ format: String) throws {
    let table = try Self.table("4.1.0,12000,12", "4.2.0,8000,80")
    let run = try Symbolicate.run(["summarize", "--sessions", table.path, "-f", format, table.folder.path])
    #expect(
      run.status == 0 && run.stdout.contains("worse than 4.1.0") && run.stdout.contains("99.00% (98.75–99.19%)"), "\(run.stdout)")
  }

  @Test func filesThatAreNone() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("hello\n", to: "a.csv")
    let run = try Symbolicate.run(["summarize", "Fixtures/Reports/apple-text", "--sessions", path], directory: Checkout.root)
    #expect(run.status == 1 && run.stderr.contains("a.csv: no sessions: neither CSV"), "\(run.status) \(run.stderr)")
    let gone = try Symbolicate.run(["summarize", "Fixtures/Reports/apple-text", "--sessions", "/none"], directory: Checkout.root)
    #expect(gone.status == 1 && gone.stderr.contains("/none: No such file"), "\(gone.status) \(gone.stderr)")
  }
}

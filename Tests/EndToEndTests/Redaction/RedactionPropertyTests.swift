import Foundation
import TestSupport
import Testing

/// Secrets in every string field of every format are in no output of a redacted run, and groups stay what they are.
@Suite struct RedactionPropertyTests {
  private static let formats = [
    "text", "same", "json", "ndjson", "side-by-side", "markdown", "brief", "html", "folded", "speedscope", "github", "sarif",
    "junit",
  ]
  /// The formats of groups, which end with 0 if nothing is resolved.
  private static let groups = ["github", "sarif", "junit"]
  private static let summaries = ["text", "markdown", "json", "brief", "html", "github", "sarif", "junit"]
  private static let redacting = ["-s", FixtureFolder.path("Binaries"), "--redact", "--device-salt", "s"]

  private static func expectNoLeak(_ text: String, _ subject: String) {
    for leak in SecretPlanter.leaks {
      guard let range = text.range(of: leak) else { continue }
      let start = text.index(range.lowerBound, offsetBy: -100, limitedBy: text.startIndex) ?? text.startIndex
      Issue.record("\(subject): \(leak) in …\(text[start..<range.upperBound])")
    }
  }

  /// What a report is about: format, kind, the resolutions of its frames, its images.
  private static func facts(_ run: ToolRun) throws -> [[String]] {
    try run.stdout.split(separator: "\n").map { line in
      let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let stacks = (report["threads"] as? [[String: Any]] ?? []) + (report["backtraces"] as? [[String: Any]] ?? [])
      let frames = stacks.map {
        ($0["frames"] as? [[String: Any]] ?? []).map { "\($0["resolution"] ?? "")" }.joined(separator: " ")
      }
      // A name that is planted may make the file of another build a near miss, or an image without an ID one that nobody needs.
      let images = (report["images"] as? [[String: Any]] ?? []).filter { $0["id"] != nil }.map {
        "\($0["id"] ?? "") \("\($0["status"] ?? "")".replacing("mismatch", with: "missing"))"
      }
      return ["\(report["format"] ?? "")", "\(report["kind"] ?? "")"] + frames.sorted() + images.sorted()
    }.sorted { $0.lexicographicallyPrecedes($1) }  // The order of keys is that of JSON's writer.
  }

  @Test(arguments: GoldenTests.reports) func nothingLeaks(report: String) throws {
    let folder = try TemporaryFolder()
    var planter = SecretPlanter()
    let original = try FixtureFolder.bytes(report)
    let planted = planter.planted(original)
    let path = try folder.write(planted, to: (report as NSString).lastPathComponent)
    #expect(planter.count >= 4, "\(report)")
    // The secrets change nothing of what is read, and are shown without the option.
    let plain = try Symbolicate.run([path, "-s", FixtureFolder.path("Binaries"), "-f", "ndjson"])
    let before = try Symbolicate.run([FixtureFolder.path(report), "-s", FixtureFolder.path("Binaries"), "-f", "ndjson"])
    #expect(try Self.facts(plain) == Self.facts(before), "\(plain.stderr)")
    let same = try Symbolicate.run([path, "-s", FixtureFolder.path("Binaries"), "-f", "same"])
    #expect(SecretPlanter.leaks.filter(same.stdout.contains).count >= 8, "\(report)")
    for format in Self.formats {
      let run = try Symbolicate.run([path, "-f", format] + Self.redacting)
      Self.expectNoLeak(run.stdout, "\(report) \(format)")
      Self.expectNoLeak(run.stderr, "\(report) \(format) messages")
      #expect(run.status == (Self.groups.contains(format) ? 0 : plain.status), "\(format): \(run.stderr)")
      if format == "ndjson" { #expect(try Self.facts(run) == Self.facts(plain)) }
    }
    for format in Self.summaries {
      let run = try Symbolicate.run(["summarize", path, "-f", format] + Self.redacting)
      Self.expectNoLeak(run.stdout, "summary of \(report) \(format)")
      #expect(run.status == 0, "\(format): \(run.stderr)")
    }
    let filtered = try Symbolicate.run(["filter"] + Self.redacting, input: planted)
    Self.expectNoLeak(filtered.stdout, "filter \(report)")
    #expect(filtered.status == 0 && !filtered.stdout.isEmpty)
    let again = try Symbolicate.run(["-", "-f", "same"] + Self.redacting, input: planted)
    #expect(
      try Symbolicate.run(["-", "-f", "same"] + Self.redacting, input: again.output).output == again.output, "redacting again")
  }

  /// The strings of binary reports keep their lengths.
  @Test func nothingLeaksFromBinaryReports() throws {
    let folder = try TemporaryFolder()
    let bytes = PLCrashWriter(secret: SecretPlanter.formed.joined(separator: " ")).report
    let path = try folder.write(bytes, to: "a.plcrash")
    let plain = try Symbolicate.run([path, "-f", "ndjson"])
    let before = try Symbolicate.run(["-", "-f", "ndjson"], input: PLCrashWriter(secret: "").report)
    #expect(try Self.facts(plain) == Self.facts(before) && SecretPlanter.leaks.filter(plain.stdout.contains).count >= 8)
    for format in Self.formats {
      let run = try Symbolicate.run([path, "-f", format] + Self.redacting)
      Self.expectNoLeak(run.stdout, "plcrash \(format)")
      #expect(run.status == (Self.groups.contains(format) ? 0 : plain.status), "\(format): \(run.stderr)")
      if format == "ndjson" { #expect(try Self.facts(run) == Self.facts(plain)) }
      if format == "same" { #expect(run.output.count == bytes.count) }
    }
  }

  /// Equal secrets have equal replacements: what was one group is one group, on as many devices and in the same crash loops.
  @Test func groupsAndLoopsStay() throws {
    let folder = try TemporaryFolder()
    for report in GoldenTests.reports {
      var planter = SecretPlanter()
      let planted = planter.planted(try FixtureFolder.bytes(report))
      try folder.write(planted, to: "reports/" + report)
      try folder.write(planted, to: "reports/again/" + report)
    }
    let launches = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    for number in 0..<5 {
      let text = launches.replacing("11:43:03.1291", with: "11:4\(number):03.1291").replacing(
        "11:42:51.0052", with: "11:4\(number):01.0052"
      )
      .replacing("4094EEF2", with: "4094EEF\(number)").replacing(
        "CrashReporter Key:   ", with: "CrashReporter Key:   zaphod's phone ")
      try folder.write(text, to: "reports/loop/\(number).crash")
    }
    let plain = try Self.grouping(of: folder, [])
    let redacted = try Self.grouping(of: folder, ["--redact"])
    #expect(plain.groups == redacted.groups && plain.groups.count > 10)
    #expect(plain.loops == redacted.loops && !plain.loops.isEmpty)
    #expect(plain.devices == redacted.devices)
  }

  /// The groups as sets of reports, the lengths of the loops, and the numbers of devices.
  private static func grouping(of folder: TemporaryFolder, _ options: [String]) throws -> (
    groups: Set<[String]>, loops: [Int], devices: [Int]
  ) {
    let arguments = ["reports", "-s", FixtureFolder.path("Binaries")] + options
    let run = try Symbolicate.run(arguments + ["-f", "ndjson"], directory: folder.path)
    var members: [String: [String]] = [:]
    for line in run.stdout.split(separator: "\n") {
      let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let group = (report["triage"] as? [String: Any])?["group"] as? String ?? ""
      members[group, default: []].append("\(report["path"] ?? "") \(report["part"] ?? "")")
    }
    let summary = try Symbolicate.run(["summarize"] + arguments + ["-f", "json"], directory: folder.path)
    let values = try #require(try JSONSerialization.jsonObject(with: Data(summary.output)) as? [String: Any])
    let loops = (values["loops"] as? [[String: Any]] ?? []).compactMap { $0["length"] as? Int }.sorted()
    let devices = (values["groups"] as? [[String: Any]] ?? []).compactMap { $0["devices"] as? Int }.sorted()
    return (Set(members.values.map { $0.sorted() }), loops, devices)
  }

  /// A secret that comes in two pieces is one: the beginning of a line is not passed on. A filter that redacts nothing passes it
  /// on after a while, which says when to go on.
  @Test func filterKeepsLinesWhole() throws {
    let folder = try TemporaryFolder()
    let script = """
      mkfifo plain secret
      exec 3< <('\(Symbolicate.path)' filter <plain)
      '\(Symbolicate.path)' filter --redact --device-salt s <secret >out &
      exec 4>plain 5>secret
      printf 'mail from zaph' >&5; printf 'mail from zaph' >&4
      read -r -n 14 part <&3
      printf 'od@example.com\\nnext 10.77.66.55' >&5
      exec 4>&- 5>&-; wait; cat out
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], directory: folder.path)
    #expect(
      run.stdout.wholeMatch(of: /mail from email-[0-9a-f]{8}@redacted\.invalid\nnext ip-[0-9a-f]{8}/) != nil, "\(run.stdout)")
    let list = try Symbolicate.run(["filter", "--redact=list"])
    #expect(list.status == 2, "\(list.stderr)")
  }

  /// The table of what cannot hold a secret names nothing that can.
  @Test func fixedKeysAreKeysOfFixtures() throws {
    let text = try GoldenTests.reports.map { String(decoding: try FixtureFolder.bytes($0), as: UTF8.self) }.joined()
    for (key, reason) in SecretPlanter.fixed { #expect(text.contains("\"\(key)\"") && !reason.isEmpty, "\(key)") }
  }
}

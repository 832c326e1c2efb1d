import Foundation
import TestSupport
import Testing

/// `--redact` in every format of input and output.
@Suite struct RedactionOutputTests {
  private static let secrets = [
    "/Users/zaphod/Library", "zaphod@example.com", "10.77.66.55", "token=fortytwo42", "a4:83:e7:99:98:97",
  ]
  /// What must not be in any output.
  private static let leaks = ["zaphod", "10.77.66.55", "fortytwo42", "a4:83:e7:99:98:97"]
  /// Returns the report with secrets at the end of every string of JSON, or of every line of text.
  private static func planted(_ text: String, isJSON: Bool) -> String {
    let secret = secrets.joined(separator: " ")
    guard isJSON else {
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "\($0) \(secret)" }.joined(
        separator: "\n")
    }
    // A string that is a value, of more than one letter, that no reader needs to understand a report: one with a blank or a slash.
    return text.replacing(/(:\s*"[^"\\]*[ \/][^"\\]*)"/) { "\($0.1) \(secret)\"" }
  }

  @Test func groupsStayTheSame() throws {
    let arguments = ["summarize", FixtureFolder.path("Reports"), "-s", FixtureFolder.path("Binaries"), "-f", "json"]
    let plain = try Symbolicate.run(arguments)
    let redacted = try Symbolicate.run(arguments + ["--redact"])
    func groups(_ run: ToolRun) throws -> [[String]] {
      let summary = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
      let found = try #require(summary["groups"] as? [[String: Any]])
      return found.map { group in
        let cause = (group["cause"] as? [String: Any])?["id"]
        return [group["group"], group["count"], group["devices"], cause].map { "\($0 ?? "")" }
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(try groups(plain) == groups(redacted) && !groups(plain).isEmpty)
  }

  @Test func theResultCanStillBeSymbolicated() throws {
    let report = FixtureFolder.path("Reports/ips/ios-arm64/Shop-2026-11-20-114303.ips")
    let folder = try TemporaryFolder()
    let bare = try Symbolicate.run([report, "-f", "same", "--redact", "-o", folder.path + "/redacted.ips"])
    #expect(bare.status == 4 || bare.status == 0, "\(bare.stderr)")
    let after = try Symbolicate.run([folder.path + "/redacted.ips", "-s", FixtureFolder.path("Binaries")])
    let names = try Symbolicate.run([report, "-s", FixtureFolder.path("Binaries")]).stdout.matches(of: /[a-z]+::[^ ]+/).map {
      "\($0.0)"
    }
    #expect(
      after.stdout.matches(of: /[a-z]+::[^ ]+/).map { "\($0.0)" } == names && names.count > 5 && after.status == 0,
      "\(after.stderr)")
  }

  @Test func theListSaysWhatWouldBeReplaced() throws {
    let folder = try TemporaryFolder()
    let original = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    let path = try folder.write(
      original + "\nApplication Specific Information:\nmail zaphod@example.com from 10.77.66.55\n", to: "Shop.crash")
    let run = try Symbolicate.run([path, "--redact=list", "--device-salt", "s"])
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    let lines = run.stdout.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(lines[0] == ["kind", "places", "value", "replacement", "found by"])
    #expect(lines.contains { $0.prefix(3) == ["email", "1", "zaphod@example.com"] })
    #expect(lines.contains { $0.prefix(3) == ["ip", "1", "10.77.66.55"] && $0.last == "IP address" })
    #expect(
      try FileManager.default.contents(atPath: path)
        == Data((original + "\nApplication Specific Information:\nmail zaphod@example.com from 10.77.66.55\n").utf8))
    let stream = try Symbolicate.run(["stream", "--redact=list"])
    #expect(stream.status == 2 && stream.stderr.contains("option '--redact=list' needs files"))
    let wrong = try Symbolicate.run([path, "--redact=all"])
    #expect(wrong.status == 2, "\(wrong.stderr)")
  }

  @Test func streamsAreRedactedToo() throws {
    let report = String(decoding: try FixtureFolder.bytes("Reports/kscrash/nsexception/report.json"), as: UTF8.self)
    let planted = Self.planted(report, isJSON: true)
    let line = try JSONSerialization.data(withJSONObject: ["id": 1, "report": planted])
    let run = try Symbolicate.run(["stream", "--redact", "-s", FixtureFolder.path("Binaries")], input: [UInt8](line) + [10])
    #expect(run.status == 0 && run.stdout.contains("\"report\""), "\(run.stderr)")
    for leak in Self.leaks { #expect(!run.stdout.contains(leak), "\(leak)") }
  }
}

import Foundation
import TestSupport
import Testing

/// Hostile text in every string of every format is inert on terminals, in messages, in summaries and in answers to assistants.
@Suite struct HostileTextTests {
  private static func planted(_ report: String) throws -> (folder: TemporaryFolder, path: String, symbols: [String]) {
    let folder = try TemporaryFolder()
    let path = try folder.write(try HostileText.planted(report: report, first: 19), to: "hostile.report")
    return (folder, path, (GoldenTests.symbols[report] ?? []).flatMap { ["-s", FixtureFolder.path($0)] })
  }

  private static func expectPlain(_ text: String, _ subject: String, linesAreOurs: Bool = true) {
    let hidden = text.replacing("\r\n", with: "\n").unicodeScalars.filter {
      !["\n", "\t"].contains($0) && HostileText.isHidden($0)
    }
    #expect(hidden.isEmpty, "\(subject): \(hidden.map { String($0.value, radix: 16) })")
    guard linesAreOurs else { return }
    for line in text.split(separator: "\n") {
      #expect(!HostileText.injected.contains(String(line)), "\(subject): \(line)")
    }
  }

  /// Whatever the format, a terminal gets no character that controls it.
  @Test(arguments: GoldenTests.reports) func inertOnTerminals(report: String) throws {
    let (folder, path, symbols) = try Self.planted(report)
    defer { withExtendedLifetime(folder) {} }
    let formats = ["text", "same", "json", "side-by-side", "markdown", "brief", "folded", "github"]
    let program = ([Symbolicate.path, path, "-v", "--color", "never"] + symbols).map { "'\($0)'" }.joined(separator: " ")
    let commands = formats.map { "\(program) -f \($0)" } + ["'\(Symbolicate.path)' summarize '\(path)' --color never"]
    let shown = try ToolRun.of(
      "/usr/bin/script", ["-qec", commands.joined(separator: "; "), "/dev/null"], environment: ["TERM": "xterm-256color"])
    #expect(shown.output.count > 1000 && !shown.stdout.contains("No such file"))
    Self.expectPlain(shown.stdout.replacing("\r\r\n", with: "\n"), report, linesAreOurs: false)
  }

  /// Chats, tickets and pagers get text that is inert, too; and no message on standard error begins where the program began none.
  @Test(arguments: GoldenTests.reports) func inertInTextOfOurOwn(report: String) throws {
    let (folder, path, symbols) = try Self.planted(report)
    for arguments in [
      [path, "-f", "brief"], ["summarize", path], ["summarize", path, "-f", "brief"], ["summarize", path, "-f", "markdown"],
      ["summarize", path, "--group-by", "version"], ["summarize", path, "--group-by", "device"], ["inspect", path, "-v"],
      [path, "-f", "markdown"], [path, "-o", folder.path + "/out.txt", "--fail-on", "any"],
    ] {
      let run = try Symbolicate.run(arguments + symbols + (arguments[0] == path ? ["-v"] : []))
      Self.expectPlain(run.stdout, "\(arguments)", linesAreOurs: !arguments.contains("markdown"))
      Self.expectPlain(run.stderr, "\(arguments)")
      #expect(
        run.stderr.split(separator: "\n").allSatisfy { $0.hasPrefix("symbolicate: ") || $0.hasPrefix("  ") }, "\(run.stderr)")
    }
    let brief = try Symbolicate.run([path, "-f", "brief", "-q"] + symbols)
    #expect(!brief.output.isEmpty)
    let group = try #require(
      try Symbolicate.run(["summarize", path, "-f", "json"]).stdout.firstMatch(of: /"fingerprint": *"([^"]+)"/)?.1)
    let explained = try Symbolicate.run(["summarize", path, "--explain", String(group)])
    #expect(explained.stdout.hasPrefix("Group "), "\(explained.stderr)")
    Self.expectPlain(explained.stdout, "explain")
  }

  /// Names with line ends, semicolons and numbers at the end stay names in folded stacks and speedscope profiles.
  @Test(arguments: GoldenTests.reports) func inertInProfiles(report: String) throws {
    let (folder, path, symbols) = try Self.planted(report)
    defer { withExtendedLifetime(folder) {} }
    let plain = try Symbolicate.run([FixtureFolder.path(report), "-q", "-f", "folded"] + symbols).stdout
    let folded = try Symbolicate.run([path, "-q", "-f", "folded"] + symbols).stdout
    Self.expectPlain(folded, report)
    // In the text of Swift on Linux, what follows a name is read as the place.
    guard !report.contains("swift-backtrace/text") else { return }
    #expect(folded.split(separator: "\n").count == plain.split(separator: "\n").count)
    func shape(_ text: String) -> [String] {
      text.split(separator: "\n").map { "\($0.count { $0 == ";" }) \($0.split(separator: " ").last ?? "")" }.sorted()
    }
    #expect(shape(folded) == shape(plain))
    func weights(_ path: String) throws -> [[[Int]]] {
      let run = try Symbolicate.run([path, "-q", "-f", "speedscope"] + symbols)
      let file = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
      return (file["profiles"] as? [[String: Any]] ?? []).map {
        [$0["weights"] as? [Int] ?? [], ($0["samples"] as? [[Int]] ?? []).map(\.count)]
      }.sorted { "\($0)" < "\($1)" }
    }
    #expect(try weights(path) == weights(FixtureFolder.path(report)))
  }

  /// Text of reports stays between the two marks, which no report can hold.
  @Test(arguments: GoldenTests.reports) func inertForAssistants(report: String) throws {
    let (folder, path, _) = try Self.planted(report)
    let calls: [(String, [String: Any])] = [
      ("inspect", ["path": path]), ("symbolicate", ["path": path]), ("symbolicate", ["path": path, "view": "all"]),
      ("symbolicate", ["path": path, "view": "thread", "thread": 0]), ("summarize", ["path": path]), ("explain", ["path": path]),
    ]
    let answers = try MCPTests.session(
      [MCPTests.initialize] + calls.enumerated().map { MCPTests.call($0.offset + 2, $0.element.0, $0.element.1) },
      allow: [folder.path, FixtureFolder.path])
    for (position, call) in calls.enumerated() {
      let result = try #require(answers[position + 2]?["result"] as? [String: Any], "\(call)")
      let text = try #require((result["content"] as? [[String: Any]])?.first?["text"] as? String)
      Self.expectPlain(text, "\(call)", linesAreOurs: false)
      if result["isError"] as? Bool == true {
        #expect(!text.contains("\n"), "\(call): \(text)")
        continue
      }
      let mark = try #require(text.firstMatch(of: /-----[0-9a-f]{16}-----/)?.0)
      let parts = text.components(separatedBy: mark)
      #expect(parts.count == 4, "\(call)")
      #expect(HostileText.all.allSatisfy { !parts[0].contains($0) && !parts[3].contains($0) })
    }
  }
}

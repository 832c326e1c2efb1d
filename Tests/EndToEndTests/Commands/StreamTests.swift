import Foundation
import TestSupport
import Testing

/// `symbolicate stream`.
@Suite struct StreamTests {
  static let symbols = FixtureFolder.path("Binaries")

  static func object(_ line: Substring) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// A line that holds a fixture as a string.
  static func line(_ fixture: String, id: String) throws -> String {
    let text = try String(decoding: FixtureFolder.bytes("Reports/" + fixture), as: UTF8.self)
    let string = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return "{\"id\": \(id), \"report\": \(string)}\n"
  }

  /// The frames' functions of a report, with inlined ones.
  static func functions(_ report: Any?) -> [String] {
    let threads = (report as? [String: Any])?["threads"] as? [[String: Any]] ?? []
    let sources = threads.flatMap { $0["frames"] as? [[String: Any]] ?? [] }.flatMap { $0["sources"] as? [[String: Any]] ?? [] }
    return sources.compactMap { $0["function"] as? String }
  }

  @Test(arguments: ["-j1", "-j2"]) func everyLineIsAnsweredInOrder(jobs: String) throws {
    let cache = try TemporaryFolder()
    let kscrash = try JSONSerialization.jsonObject(with: Data(FixtureFolder.bytes("Reports/kscrash/mach/report.json")))
    let plain = String(decoding: try JSONSerialization.data(withJSONObject: kscrash), as: UTF8.self)
    let input =
      try Self.line("apple-text/ios-arm64/Shop.crash", id: "\"first\"") + plain + "\n\n" + "{\"id\": 3, \"report\": \(plain)}\n"
      + "no report\n" + Self.line("ips/ios-arm64/Shop-2026-11-20-114303.ips", id: "[5]")
    let run = try Symbolicate.run(
      ["stream", jobs, "-s", Self.symbols], input: Array(input.utf8), environment: ["XDG_CACHE_HOME": cache.path])
    let lines = try run.stdout.split(separator: "\n").map(Self.object)
    try #require(lines.count == 5)
    #expect(lines[0]["id"] as? String == "first" && Self.functions(lines[0]["report"]).contains("ledger_commit"))
    #expect(lines[1]["format"] as? String == "kscrash" && !Self.functions(lines[1]).isEmpty)
    #expect(lines[2]["id"] as? Int == 3 && Self.functions(lines[2]["report"]) == Self.functions(lines[1]))
    #expect(lines[3]["line"] as? Int == 5 && lines[3]["error"] is String)
    #expect(lines[4]["id"] as? [Int] == [5] && Self.functions(lines[4]["report"]).contains("ledger_commit"))
    #expect(run.stderr.hasPrefix("symbolicate: line 5: ") && run.status == 1)
  }

  @Test func anAnswerComesBeforeTheNextLineIsWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write(try Self.line("apple-text/ios-arm64/Shop.crash", id: "1"), to: "line")
    let script = """
      mkfifo input
      exec 3< <('\(Symbolicate.path)' stream -s '\(Self.symbols)' <input)
      exec 4>input
      for turn in 1 2 3; do cat line >&4; read -r answer <&3; echo "${answer:0:8}"; done
      exec 4>&-
      cat <&3
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], environment: ["XDG_CACHE_HOME": folder.path], directory: folder.path)
    #expect(run.stdout == "{\"id\":1,\n{\"id\":1,\n{\"id\":1,\n" && run.stderr.isEmpty)
  }

  @Test func operandsThatAreNoDebugFilesAreRefused() throws {
    let run = try Symbolicate.run(["stream", "report.ips"])
    #expect(run.stderr.contains("reports come from standard input; unexpected argument 'report.ips'") && run.status == 2)
  }
}

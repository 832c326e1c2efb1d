import Foundation
import TestSupport
import Testing

/// The variables of the crashed function: `--values`.
@Suite struct VariableTests {
  private static func folder(_ name: String) -> String { FixtureFolder.path("Values/out/" + name) }

  private static func run(_ name: String, _ arguments: [String], values: Bool = true) throws -> ToolRun {
    try Symbolicate.run(
      [name + ".json", "-q", "-s", name] + (values ? ["--values"] : []) + arguments, directory: folder(""))
  }

  @Test(arguments: ["linux-gcc", "linux-clang", "macos"], ["text", "json", "markdown"])
  func everyOutputShowsThem(name: String, format: String) throws {
    let run = try Self.run(name, ["-f", format])
    #expect(run.status == 0 && run.stderr.isEmpty)
    try expectGolden(run.output, "Values/\(name).\(format)")
  }

  @Test func thePageShowsThemBelowTheFrame() throws {
    let page = try Self.run("macos", ["-f", "html"]).stdout
    let start = try #require(page.range(of: "<details class=\"excerpt vars\""))
    let end = try #require(page[start.lowerBound...].range(of: "</details>"))
    try expectGolden(String(page[start.lowerBound..<end.upperBound]) + "\n", "Values/macos.html")
  }

  @Test(arguments: ["brief", "folded"]) func othersDoNot(format: String) throws {
    #expect(try Self.run("macos", ["-f", format]).output == Self.run("macos", ["-f", format], values: false).output)
  }

  @Test(arguments: ["text", "json", "markdown", "html"]) func nothingWithoutTheOption(format: String) throws {
    let text = try Self.run("macos", ["-f", format], values: false).stdout
    #expect(!text.contains("plum") && !text.contains("Variables") && !text.contains("\"variables\""))
  }

  @Test(arguments: ["text", "json", "markdown", "html"]) func redactionRemovesTexts(format: String) throws {
    let text = try Self.run("macos", ["-f", format, "--redact"]).stdout
    // The report's own list of strings has the characters behind the pointer, too.
    #expect(!text.contains("plum") && text.contains("label = 0x104003f00 (in basket), next = null"))
    #expect(text.contains("redacted") && text.contains("isOpen"))
  }

  /// Another process reads the debug files of several reports.
  @Test func severalReports() throws {
    let names = ["linux-gcc", "macos"]
    let run = try Symbolicate.run(
      names.map { $0 + ".json" } + ["-q", "-f", "ndjson", "--values", "-s", "."], directory: Self.folder(""))
    let lines = run.stdout.split(separator: "\n")
    #expect(run.status == 0 && lines.count == 2)
    for (name, line) in zip(names, lines) {
      let single = try Self.run(name, ["-f", "ndjson"]).stdout
      #expect(try Self.variables(String(line)) == Self.variables(single))
      #expect(try !Self.variables(single).isEmpty)
    }
  }

  /// Returns each variable's name with its value or the reason why it has none.
  private static func variables(_ json: String) throws -> [String] {
    let report = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let threads = report?["threads"] as? [[String: Any]]
    let frames = threads?.first?["frames"] as? [[String: Any]]
    let variables = frames?.first?["variables"] as? [[String: Any]] ?? []
    return variables.map { "\($0["name"] ?? ""): \($0["value"] ?? $0["reason"] ?? "")" }
  }

  @Test func aSettingOfTheProject() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.folder("macos.json"), to: "macos.json")
    try folder.write(Array("values = true\n".utf8), to: ".symbolicate.toml")
    let run = try Symbolicate.run(["macos.json", "-q", "-s", Self.folder("macos")], directory: folder.path)
    #expect(run.stdout.contains("\nVariables of frame 0, "))
  }

  /// Registers of another moment than the frame, a report without registers, and a debug file of another build have no values.
  @Test func noValuesWithoutCertainty() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Self.folder("macos.json"), encoding: .utf8)
    let counter = try #require(text.range(of: #""pc": [0-9]+"#, options: .regularExpression))
    try folder.write(Array(text.replacingCharacters(in: counter, with: "\"pc\": 4096").utf8), to: "other.json")
    let run = try Symbolicate.run(["other.json", "-q", "--values", "-s", Self.folder("macos")], directory: folder.path)
    #expect(run.stdout.contains("basket.cpp") && !run.stdout.contains("Variables of"))
  }

  @Test func theStackMayBeMissing() throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Self.folder("linux-gcc.json"), encoding: .utf8)
    try folder.write(Array(text.replacingOccurrences(of: "\"capturedMemory\"", with: "\"nothing\"").utf8), to: "bare.json")
    let run = try Symbolicate.run(["bare.json", "-q", "--values", "-s", Self.folder("linux-gcc")], directory: folder.path)
    #expect(run.stdout.contains("| parameter index: int, not in the report\n"))
  }
}

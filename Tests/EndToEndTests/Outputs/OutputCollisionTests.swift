import Foundation
import TestSupport
import Testing

/// No output replaces what the run reads, or another output, whatever path leads there.
@Suite struct OutputCollisionTests {
  static let report = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
  static let symbols = FixtureFolder.path("Binaries/shop-swift/out")

  /// A folder with one input of every kind.
  private static func inputs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(report, to: "one.ips")
    try folder.copy(report, to: "two.ips")
    try folder.write("", to: "more.rules")
    try folder.write(#"{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"}"#, to: "main.js.map")
    let summary = try Symbolicate.run(["summarize", "one.ips", "-f", "json"], directory: folder.path)
    try folder.write(summary.output, to: "base.json")
    try folder.write(summary.output, to: "earlier.json")
    let program = try #require(Files.below(symbols).first { $0.contains("DWARF/") })
    try folder.copy(symbols + "/" + program, to: "program")
    try folder.write("", to: "sub/empty")
    return folder
  }

  private static let names = ["one.ips", "more.rules", "main.js.map", "base.json", "earlier.json", "program"]

  /// What reads these inputs and writes one file; `OUT` is its path.
  private static let commands: [[String]] = [
    ["one.ips", "-s", "program", "--rules", "more.rules", "--source-map", "main.js.map", "--baseline", "base.json", "-o", "OUT"],
    ["one.ips", "--image", "Shop=program", "--rules", "more.rules", "-f", "sarif", "--baseline", "base.json", "-o", "OUT"],
    [
      "summarize", "one.ips", "earlier.json", "-s", "program", "--source-map", "main.js.map", "--rules", "more.rules",
      "--baseline",
      "base.json", "-f", "json", "-o", "OUT",
    ],
    ["one.ips", "two.ips", "-s", "program", "--rules", "more.rules", "-f", "ndjson", "-o", "OUT.ndjson"],
  ]

  private static func contents(_ folder: TemporaryFolder) -> [String: Data?] {
    Dictionary(uniqueKeysWithValues: folder.files.map { ($0, FileManager.default.contents(atPath: folder.path + "/" + $0)) })
  }

  @Test(arguments: commands) func noOutputReplacesAnInput(_ command: [String]) throws {
    let folder = try Self.inputs()
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path + "/here", withDestinationPath: ".")
    for name in Self.names where command.contains(name) || command.contains("Shop=" + name) {
      try manager.createSymbolicLink(atPath: folder.path + "/sub/link-\(name).ndjson", withDestinationPath: "../" + name)
      try manager.linkItem(atPath: folder.path + "/" + name, toPath: folder.path + "/sub/hard-\(name).ndjson")
      let before = Self.contents(folder)
      let links = ["sub/link-\(name).ndjson", "sub/hard-\(name).ndjson", "here/sub/../sub/link-\(name).ndjson"]
      let spellings = [name, "./" + name, "sub/../" + name, "here/" + name, folder.path + "/" + name, ".//" + name]
      for output in command.contains("OUT.ndjson") ? links : links + spellings {
        let words = command.map { $0.hasPrefix("OUT") ? output : $0 }
        let run = try Symbolicate.run(words + ["--no-index"], directory: folder.path)
        #expect(run.status == 5, "\(output): \(run.stderr)")
        #expect(run.stderr.contains("\(output): not written: "), "\(run.stderr)")
        #expect(Self.contents(folder) == before, "\(output)")
      }
    }
  }

  @Test(arguments: [".symbolicate.toml", "own.rules", "main.js.map"]) func noOutputReplacesTheConfiguration(_ name: String) throws
  {
    let folder = try Self.inputs()
    try folder.write("[app]\nimage:Other\n", to: "own.rules")
    try folder.write("rules = [\"own.rules\"]\nsource-map = [\"main.js.map\"]\n", to: ".symbolicate.toml")
    let before = Self.contents(folder)
    let run = try Symbolicate.run(["one.ips", "-o", name, "--no-index"], directory: folder.path)
    #expect(run.status == 5 && run.stderr.contains("\(name): not written: the output is the input file"), "\(run.stderr)")
    #expect(Self.contents(folder) == before)
  }

  @Test(arguments: ["text", "same", "json", "html"]) func theFilesOfADirectoryReplaceNoInput(_ format: String) throws {
    for name in ["summary.json", "index.html", "summary.html", "one.ips", "one.ips.txt", "one.ips.json", "one.ips.html"] {
      let folder = try TemporaryFolder()
      try folder.copy(Self.report, to: "in/one.ips")
      if name != "one.ips" { try folder.copy(Self.report, to: name) }
      let other = name == "one.ips" ? "in/one.ips" : name
      let before = folder.text(other)
      for place in [".", "../" + Path.last(folder.path), folder.path] {
        let run = try Symbolicate.run(["in/one.ips", other, "-f", format, "-o", place, "-q"], directory: folder.path)
        #expect(folder.text(other) == before, "\(name): \(run.stderr)")
        #expect([0, 4, 5].contains(run.status))
      }
    }
  }

  @Test func theSummaryGetsAnotherNameThanAnInput() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "summary.json")
    try folder.copy(Self.report, to: "one.ips")
    let before = folder.text("summary.json")
    for _ in 0..<2 {
      let run = try Symbolicate.run(
        ["one.ips", "summary.json", "-o", ".", "-s", Self.symbols, "-q"], directory: folder.path)
      #expect(run.status == 0)
      #expect(run.stderr == "symbolicate: the summary of the run has the name summary-2.json\n")
    }
    #expect(folder.text("summary.json") == before)
    #expect(folder.text("summary-2.json")?.contains("\"symbolicate.summary/1\"") == true)
    #expect(folder.text("summary.json.txt") == folder.text("one.ips.txt"))
  }

  @Test(arguments: [("same", "summary.json"), ("json", "summary"), ("json", "SUMMARY"), ("html", "index")])
  func theSummaryGetsAnotherNameThanAnOutput(_ format: String, _ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "in/" + name)
    try folder.copy(Self.report, to: "in/other")
    let run = try Symbolicate.run(["in", "-f", format, "-o", "out", "-s", Self.symbols], directory: folder.path)
    #expect(run.status == 0 && run.stderr.contains("2 reports symbolicated"))
    let suffix = format == "same" ? "" : "." + format
    let output = try #require(folder.text("out/" + name + suffix))
    #expect(!output.contains("symbolicate.summary/1") && output.contains(format == "same" ? "Basket" : "Checkout"))
    let given = format == "html" ? "summary.html" : "summary-2.json"
    #expect(run.stderr.contains("the summary of the run has the name \(given)\n"))
    #expect(folder.files.contains("out/" + given))
  }

  @Test func aFileThatIsNoSummaryStays() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"mine\": 1}", to: "out/summary.json")
    try folder.copy(Self.report, to: "in/one.ips")
    let run = try Symbolicate.run(["in", "-o", "out", "-s", Self.symbols], directory: folder.path)
    #expect(run.stderr.contains("the summary of the run has the name summary-2.json\n"))
    #expect(folder.text("out/summary.json") == "{\"mine\": 1}")
  }

  @Test(arguments: [".", "./", "../here"]) func aDirectoryIsNotItsOwnOutput(_ output: String) throws {
    let folder = try TemporaryFolder()
    for name in ["summary.json", "index.html"] { try folder.copy(Self.report, to: "here/" + name) }
    let before = Self.contents(folder)
    let run = try Symbolicate.run([".", "-o", output], directory: folder.path + "/here")
    #expect(run.status == 1)
    #expect(run.stderr.contains("not read: it is the directory of the output"))
    #expect(Self.contents(folder) == before)
  }

  @Test(arguments: [true, false]) func theManifestChangesNoOtherFile(isSymbolic: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "in/one.ips")
    try folder.write("precious", to: "victim")
    try folder.write("", to: "out/empty")
    let (link, manager) = (folder.path + "/out/.symbolicate-manifest", FileManager.default)
    if isSymbolic {
      try manager.createSymbolicLink(atPath: link, withDestinationPath: "../victim")
    } else {
      try manager.linkItem(atPath: folder.path + "/victim", toPath: link)
    }
    let run = try Symbolicate.run(["in", "-o", "out", "-s", Self.symbols], directory: folder.path)
    #expect(run.status == 5)
    #expect(run.stderr.contains("out/.symbolicate-manifest: not written: it is a link"))
    #expect(folder.text("victim") == "precious")
    #expect(!folder.files.contains("out/one.ips.txt"))
  }

  @Test func anOutputInADirectoryOfInputsReplacesNoReport() throws {
    let folder = try TemporaryFolder()
    for name in ["in/one.ips", "in/two.ips"] { try folder.copy(Self.report, to: name) }
    let before = folder.text("in/one.ips")
    let run = try Symbolicate.run(["summarize", "in", "-o", "in/one.ips"], directory: folder.path)
    #expect(run.status == 5 && run.stderr.contains("in/one.ips: not written: there is a crash report"))
    #expect(folder.text("in/one.ips") == before)
    for _ in 0..<2 {
      let again = try Symbolicate.run(["summarize", "in", "-o", "in/summary.txt"], directory: folder.path)
      #expect(again.status == 0, "an earlier summary may be replaced: \(again.stderr)")
    }
  }

  @Test func namesThatDifferInCaseAloneAreDifferentOutputs() throws {
    let folder = try TemporaryFolder()
    for name in ["in/One.ips", "in/one.ips"] { try folder.copy(Self.report, to: name) }
    let run = try Symbolicate.run(["in", "-o", "out", "-s", Self.symbols], directory: folder.path)
    #expect(run.stderr.contains("in/one.ips: its output has the name one.ips.2, since another one has one.ips\n"))
    #expect(folder.files.filter { $0.hasSuffix(".txt") } == ["out/One.ips.txt", "out/one.ips.2.txt"])
  }

  private enum Path {
    static func last(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
  }
}

import Foundation
import TestSupport
import Testing

/// Where results go, and the exit codes.
@Suite struct OutputTests {
  static let report = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
  static let symbols = FixtureFolder.path("Binaries/shop-swift/out")

  @Test func aFileHoldsWhatStandardOutputWouldShow() throws {
    let folder = try TemporaryFolder()
    let target = folder.path + "/new/out.txt"
    let shown = try Symbolicate.run([Self.report, "-s", Self.symbols])
    let written = try Symbolicate.run([Self.report, "-s", Self.symbols, "-o", target])
    #expect(written.output.isEmpty && written.status == 0)
    #expect(written.stderr == shown.stderr + "symbolicate: made the directory \(folder.path)/new\n")
    #expect(folder.text("new/out.txt") == shown.stdout)
    #expect(folder.files == ["new/out.txt"], "nothing temporary is left")
  }

  @Test func namesOfTheReporterAreReadableInMarkdown() throws {
    let log = FixtureFolder.path("Reports/console/first-throw/console.log")
    #expect(try Symbolicate.run([log, "-f", "markdown"]).stdout.contains("  shop::Inventory::audit(int) + 136\n"))
    let plain = try Symbolicate.run([log, "-f", "markdown", "--no-demangle"]).stdout
    #expect(plain.contains("  _ZN4shop9Inventory5auditEi + 136\n"))
    #expect(try Symbolicate.run([log]).stdout.contains(" _ZN4shop9Inventory5auditEi + 136\n"), "a report stays as it is")
  }

  @Test func aFolderIsMirroredAndItsOutputIsNotReadAsInput() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "in/a/one.ips")
    try folder.copy(Self.report, to: "in/two.ips")
    try folder.write("not a report", to: "in/notes.md")
    try folder.write([0, 1, 2], to: "in/core")
    for _ in 0..<2 {
      let run = try Symbolicate.run(["in", "-o", "in/out", "-f", "json", "-s", Self.symbols], directory: folder.path)
      #expect(run.status == 0 && run.output.isEmpty)
      #expect(run.stderr.contains("2 reports symbolicated") && run.stderr.contains("2 other files skipped"))
      #expect(
        folder.files.filter { $0.hasPrefix("in/out") } == [
          "in/out/.symbolicate-manifest", "in/out/a/one.ips.json", "in/out/summary.json", "in/out/two.ips.json",
        ])
    }
  }

  /// A limit on the size of files stands for a full disk: writing fails in the middle.
  @Test(
    .limitsResources,
    arguments: [["-o", "out.txt"], ["-f", "ndjson", Self.report, "-o", "out.ndjson"], ["-f", "sarif", "-o", "out.sarif"]],
    [false, true])
  func anOutputThatDoesNotFitIsFiveAndLeavesNothing(options: [String], isThereBefore: Bool) throws {
    let folder = try TemporaryFolder()
    let name = try #require(options.last)
    if isThereBefore { try folder.write("old", to: name) }
    let command = "ulimit -c 0; ulimit -f 2; exec env --default-signal=XFSZ \"$0\" \"$@\""
    let run = try ToolRun.of(
      "/bin/bash", ["-c", command, Symbolicate.path, Self.report, "-q", "--no-index", "-s", Self.symbols] + options,
      directory: folder.path)
    #expect(run.status == 5)
    #expect(run.stderr == "symbolicate: \(name): File too large\n")
    #expect(folder.files == (isThereBefore ? [name] : []))
    #expect(!isThereBefore || folder.text(name) == "old")
  }

  @Test(.limitsResources) func standardOutputThatDoesNotFitIsFive() throws {
    let folder = try TemporaryFolder()
    let command = "ulimit -c 0; ulimit -f 2; exec env --default-signal=XFSZ \"$0\" \"$@\" >out.txt"
    let run = try ToolRun.of(
      "/bin/bash", ["-c", command, Symbolicate.path, Self.report, "-q", "--no-index", "-s", Self.symbols], directory: folder.path)
    #expect(run.status == 5)
    #expect(run.stderr == "symbolicate: standard output: File too large\n")
  }

  @Test func severalReportsOfOneNameDoNotClash() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "a/one.ips")
    try folder.copy(Self.report, to: "b/one.ips")
    let run = try Symbolicate.run(["a/one.ips", "b/one.ips", "-q", "-o", "out", "-s", Self.symbols], directory: folder.path)
    #expect(run.status == 0)
    #expect(
      folder.files.filter { $0.hasPrefix("out") } == [
        "out/.symbolicate-manifest", "out/one.ips.2.txt", "out/one.ips.txt", "out/summary.json",
      ])
  }

  @Test func theInputIsNeverReplaced() throws {
    let folder = try TemporaryFolder()
    let input = try folder.copy(Self.report, to: "one.ips")
    let before = folder.text("one.ips")
    let run = try Symbolicate.run([input, "-q", "-f", "same", "-o", input, "-s", Self.symbols])
    #expect(run.stderr == "symbolicate: \(input): not written: the output is the input file\n")
    #expect(run.status == 5)
    #expect(folder.text("one.ips") == before)
  }

  @Test func outputThatCannotBeWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let run = try Symbolicate.run([Self.report, "-q", "-o", "file/out.txt", "-s", Self.symbols], directory: folder.path)
    #expect(run.stderr == "symbolicate: file/out.txt: Not a directory\n")
    #expect(run.status == 5)
  }

  @Test func nothingResolvedIsFour() throws {
    let run = try Symbolicate.run([FixtureFolder.path("Reports/apple-text/ios-uuid-mismatch/Shop.crash"), "-q"])
    #expect(run.status == 4)
  }

  @Test func strictIsThreeWhenTheAppStaysWithoutNames() throws {
    let report = FixtureFolder.path("Reports/apple-text/ios-paykit-missing/Shop.crash")
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")
    #expect(try Symbolicate.run([report, "-q", "-s", symbols]).status == 0)
    #expect(try Symbolicate.run([report, "-q", "-s", symbols, "--strict"]).status == 3)
    #expect(try Symbolicate.run([Self.report, "-q", "-s", Self.symbols, "--strict"]).status == 0)
  }

  @Test func aReaderThatGoesAwayEndsTheProgramQuietly() throws {
    let script = "'\(Symbolicate.path)' -q '\(Self.report)' '\(Self.report)' -s '\(Self.symbols)' | true; echo ${PIPESTATUS[0]}"
    for _ in 0..<20 {
      let run = try ToolRun.of("/bin/bash", ["-c", script])
      #expect(run.stderr.isEmpty)
      #expect(["141\n", "0\n"].contains(run.stdout))
    }
  }

  @Test func severalReportsAsJSONAreOneArray() throws {
    let run = try Symbolicate.run([Self.report, Self.report, "-q", "-f", "json", "-s", Self.symbols])
    let array = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [[String: Any]])
    #expect(array.count == 2)
    let lines = try Symbolicate.run([Self.report, Self.report, "-q", "-f", "ndjson", "-s", Self.symbols])
    #expect(lines.stdout.split(separator: "\n").count == 2)
  }
}

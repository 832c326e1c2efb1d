import Foundation
import TestSupport
import Testing

/// A directory of reports as one run: what it says in the end, what a second run makes again, and how it is interrupted.
@Suite struct BatchTests {
  private static let report = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
  private static let other = FixtureFolder.path("Reports/apple-text/ios-paykit-missing/Shop.crash")
  private static let symbols = FixtureFolder.path("Binaries/shop-swift/out")

  private static func run(_ folder: TemporaryFolder, _ arguments: String..., symbols: String = symbols) throws -> ToolRun {
    try Symbolicate.run(["in", "-o", "out", "-s", symbols] + arguments, directory: folder.path)
  }

  /// Sets the time of a file to one that no run of this test can have.
  private static func age(_ path: String, by seconds: TimeInterval) throws {
    let time = Date(timeIntervalSinceNow: seconds)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (source, name) in [(report, "in/one.ips"), (other, "in/a/two.crash")] {
      try age(try folder.copy(source, to: name), by: -3600)
    }
    return folder
  }

  @Test func outputsThatAreUpToDateStay() throws {
    let folder = try Self.folder()
    #expect(try Self.run(folder).stderr.hasPrefix("symbolicate: 2 reports symbolicated, 10 of 16 frames"))
    let summary = folder.text("out/summary.json")
    try folder.write("kept", to: "out/one.ips.txt")
    let again = try Self.run(folder)
    #expect(
      again.stderr.hasPrefix("symbolicate: 2 reports symbolicated, 2 of them by an earlier run (--force redoes them), 10"))
    #expect(again.status == 0)
    #expect(folder.text("out/one.ips.txt") == "kept")
    #expect(folder.text("out/summary.json") == summary, "the summary is that of all reports")
    #expect(try Self.run(folder, "--force").stderr.hasPrefix("symbolicate: 2 reports symbolicated, 10"))
    #expect(folder.text("out/one.ips.txt") != "kept")
  }

  @Test func whatChangedIsMadeAgain() throws {
    let folder = try Self.folder()
    _ = try Self.run(folder)
    func earlier(_ run: ToolRun) -> Int {
      run.stderr.contains("2 of them by an earlier") ? 2 : run.stderr.contains("1 of them by an earlier") ? 1 : 0
    }
    try Self.age(folder.path + "/in/one.ips", by: 3600)
    #expect(earlier(try Self.run(folder)) == 1, "a newer report")
    try Self.age(folder.path + "/in/one.ips", by: -3600)
    try FileManager.default.removeItem(atPath: folder.path + "/out/a/two.crash.txt")
    #expect(earlier(try Self.run(folder)) == 1, "a missing output")
    #expect(earlier(try Self.run(folder, "--full-names")) == 0, "other options")
    #expect(earlier(try Self.run(folder, "--full-names", "-j", "1", "-v")) == 2, "options that change no output")
    try FileManager.default.copyItem(atPath: Self.symbols, toPath: folder.path + "/symbols")
    #expect(earlier(try Self.run(folder, symbols: "symbols")) == 0, "another search path")
    #expect(earlier(try Self.run(folder, symbols: "symbols")) == 2)
    try folder.copy(
      FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop"), to: "symbols/New")
    #expect(earlier(try Self.run(folder, symbols: "symbols")) == 0, "another debug file")
  }

  /// The second input is a pipe: when it is opened, the first one is done.
  @Test func anInterruptSaysHowToGoOn() throws {
    let folder = try Self.folder()
    let script = """
      mkfifo pipe
      env --default-signal=INT '\(Symbolicate.path)' in/one.ips pipe in/a/two.crash -j 1 -o out -s '\(Self.symbols)' 2> errors &
      exec 3> pipe; kill -INT $!; wait $!; echo $?
      '\(Symbolicate.path)' in/one.ips in/a/two.crash -j 1 -o out -s '\(Self.symbols)' 2>> errors; cat errors
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], directory: folder.path)
    #expect(run.stdout.hasPrefix("130\n"))
    #expect(run.stdout.contains("symbolicate: interrupted after 1 of 3 inputs; the same command goes on from there\n"))
    #expect(run.stdout.components(separatedBy: "one.ips: 10 of 10 frames").count == 2, "it was made once")
    #expect(folder.text("out/summary.json")?.contains("\"done\": 2") == true)
  }

  @Test func anInterruptedSummarySaysHowToGoOn() throws {
    let folder = try Self.folder()
    let script = """
      mkfifo pipe
      env --default-signal=INT '\(Symbolicate.path)' summarize in/one.ips pipe in/a/two.crash -j 1 -s '\(Self.symbols)' 2> errors &
      exec 3> pipe; kill -INT $!; wait $!; echo $?; cat errors
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], directory: folder.path)
    let advice =
      "a run with -o DIR instead of 'summarize' can go on after an interrupt, then 'symbolicate summarize DIR/summary.json'"
    #expect(run.stdout == "130\nsymbolicate: interrupted after 1 of 3 inputs, nothing was kept; \(advice)\n")
    _ = try Self.run(folder)
    let summary = try Symbolicate.run(["summarize", "out/summary.json"], directory: folder.path)
    #expect(summary.stdout.hasPrefix("2 reports, "), "what it advises is possible")
  }

  /// What a killed process leaves of its last line must not confuse the next run.
  @Test(arguments: ["\"half", "\"whole\"", "{\"input\":", "\0\u{1}"]) func damagedManifestsAreNoProblem(_ rest: String) throws {
    let folder = try Self.folder()
    let first = try Self.run(folder)
    let path = ".symbolicate-manifest"
    let whole = try #require(folder.text("out/" + path))
    let summary = folder.text("out/summary.json")
    try folder.write(whole + rest, to: "out/" + path)
    #expect(try Self.run(folder).stderr.contains("2 of them by an earlier run"))
    #expect(folder.text("out/summary.json") == summary)
    for length in stride(from: 0, to: whole.utf8.count, by: 97) {
      try folder.write(Array(whole.utf8.prefix(length)), to: "out/" + path)
      #expect(try Self.run(folder).status == first.status)
      #expect(folder.text("out/summary.json") == summary, "\(length)")
    }
  }

  @Test func debugFilesAmongTheInputsAreCounted() throws {
    let folder = try Self.folder()
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop"), to: "in/Shop")
    try FileManager.default.copyItem(
      atPath: FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"), toPath: folder.path + "/in/Shop.dSYM")
    let run = try Self.run(folder)
    #expect(run.stderr.contains(", 2 debug files skipped (-s searches them)\n"))
    #expect(folder.text("out/summary.json")?.contains("\"debugFiles\": 2") == true)
  }

  @Test func strictNamesTheReportsThatFail() throws {
    let folder = try Self.folder()
    let run = try Self.run(folder, "--strict", "-q")
    #expect(run.status == 3)
    #expect(run.stderr == "1 report with unnamed frames of the app:\n  in/a/two.crash: 6 of 6 frames, in PayKit, Shop\n")
    #expect(folder.text("out/summary.json")?.contains("\"failing\": [\n    {\n      \"path\": \"in/a/two.crash\"") == true)
    #expect(try Self.run(folder, "--strict", "-q").stderr == run.stderr, "also when the output is up to date")
  }

  @Test func noReportsAreAWarningAndAFailureOfStrict() throws {
    let folder = try TemporaryFolder()
    try folder.write("nothing", to: "in/notes.txt")
    let run = try Symbolicate.run(["in"], directory: folder.path)
    #expect(run.status == 0 && run.stderr.hasSuffix("symbolicate: no crash reports found\n"))
    let strict = try Symbolicate.run(["in", "--strict", "-q"], directory: folder.path)
    #expect(strict.status == 3 && strict.stderr == "symbolicate: no crash reports found\n")
  }

  @Test func aDirectoryThatCannotBeWrittenIsOneError() throws {
    let folder = try Self.folder()
    try folder.write("", to: "file")
    let run = try Symbolicate.run(["in", "-o", "file/out", "-s", Self.symbols], directory: folder.path)
    #expect(run.status == 5)
    #expect(run.stderr == "symbolicate: file/out: Not a directory\n")
  }

  @Test func linesOfAllReportsGoToOneFile() throws {
    let folder = try Self.folder()
    let shown = try Symbolicate.run(["in", "-f", "ndjson", "-q", "-s", Self.symbols], directory: folder.path)
    for _ in 0..<2 {
      let run = try Symbolicate.run(
        ["in", "-f", "ndjson", "-q", "-s", Self.symbols, "-o", "in/new/all.ndjson"], directory: folder.path)
      #expect(run.status == 0 && run.output.isEmpty)
      #expect(folder.text("in/new/all.ndjson") == shown.stdout, "it is not read as an input")
    }
    #expect(folder.files.filter { $0.contains("new") } == ["in/new/all.ndjson"])
  }

  @Test func oneReportOfADirectoryHasASummary() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "in/one.ips")
    let run = try Symbolicate.run(["in", "-s", Self.symbols], directory: folder.path)
    #expect(run.stderr.hasPrefix("symbolicate: 1 report symbolicated, 10 of 10 frames of app images resolved\n"))
  }
}

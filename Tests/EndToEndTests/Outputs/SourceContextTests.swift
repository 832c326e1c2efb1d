import Foundation
import TestSupport
import Testing

/// Lines of source files, and links to them: `--context`, `--source-root`, `--map-path`, `--source-url`.
@Suite struct SourceContextTests {
  /// A folder with reports, their debug files and their sources, all of one age unless the sources are to be younger.
  static func folder(sourcesAreNewer: Bool = false) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips"), to: "swift.ips")
    try folder.copy(FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash"), to: "cpp.crash")
    try folder.copy(FixtureFolder.path("Reports/apple-text/macos-x86_64-exception/Shop.crash"), to: "exception.crash")
    try folder.copy(FixtureFolder.path("Binaries/shop-swift/out"), to: "dSYMs/swift")
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out"), to: "dSYMs/cpp")
    try folder.copy(FixtureFolder.path("Binaries/shop-swift/src"), to: "src/swift")
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/src"), to: "src/cpp")
    let time = Date(timeIntervalSince1970: 1_790_000_000)
    for file in folder.files {
      let isNewer = sourcesAreNewer && file.hasPrefix("src/")
      try FileManager.default.setAttributes(
        [.modificationDate: isNewer ? time.addingTimeInterval(3600) : time], ofItemAtPath: folder.path + "/" + file)
    }
    return folder
  }

  static func run(_ arguments: [String], in folder: TemporaryFolder) throws -> ToolRun {
    try Symbolicate.run(["-s", "dSYMs"] + arguments, directory: folder.path)
  }

  static let url = "https://example.com/shop/blob/4.2/{path}#L{line}"

  @Test(arguments: [
    ("swift", ["swift.ips", "--context", "2", "--source-root", "src/swift"], "text"),
    ("cpp", ["cpp.crash", "--context", "1", "--source-root", "src/cpp"], "text"),
    ("exception", ["exception.crash", "--context", "1", "--source-root", "src/cpp"], "text"),
    ("swift", ["swift.ips", "--context", "2", "--map-path", "/src/shop=src/swift", "--source-url", url], "markdown"),
    ("cpp", ["cpp.crash", "--context", "1", "--source-root", "src/cpp", "--source-url", url], "markdown"),
    ("swift", ["swift.ips", "--context", "1", "--source-root", "src/swift", "--source-url", url], "json"),
    ("cpp", ["cpp.crash", "--context", "1", "--source-root", "src/cpp"], "side-by-side"),
  ])
  func everyOutputShowsThem(name: String, arguments: [String], format: String) throws {
    let run = try Self.run(arguments + ["-q", "-f", format], in: Self.folder())
    #expect(run.status == 0 && run.stderr.isEmpty)
    try expectGolden(run.output, "Context/\(name).\(format)")
  }

  @Test(arguments: ["text", "side-by-side"]) func aSecondRunChangesNothing(format: String) throws {
    let folder = try Self.folder()
    for report in ["swift.ips", "cpp.crash", "exception.crash"] {
      let options = ["-q", "-f", format, "--context", "2", "--source-root", "src/swift", "--source-root", "src/cpp"]
      let first = try Self.run([report] + options, in: folder)
      #expect(first.stdout.contains("\nSource of frame "))
      try folder.write(first.output, to: "again.crash")
      #expect(try Self.run(["again.crash"] + options, in: folder).stdout == first.stdout)
      #expect(try Self.run(["again.crash", "-q", "-f", format], in: folder).stdout == first.stdout, "the lines stay")
    }
  }

  /// Logs get the lines too: below the stack, in the strings of events as well.
  @Test(arguments: [
    ("console/first-throw/console.log", "Binaries/shop-cpp/out/macos-arm64-dwarf4", "\n)\n\nSource of frame 2, ", "\n| > 50  "),
    ("console/monitor/lag.txt", "Binaries/shop-cpp/out/macos-arm64-dwarf4", "+ 2104\n\nSource of frame 0, ", "\n| > 11  "),
    ("console/events/events.json", "Binaries/shop-cpp/out/macos-arm64-dwarf4", "\\n)\\n\\nSource of frame 2, ", "\\n| > 50  "),
    ("swift-backtrace/text/server.log", "Binaries/elf/out/clang-dwarf5", "\n...\n\nSource of frame 0, ", "\n| > 20  "),
  ])
  func logsShowThem(report: String, symbols: String, title: String, line: String) throws {
    let folder = try TemporaryFolder()
    try folder.copy(FixtureFolder.path("Reports/" + report), to: "log")
    let options = ["-q", "-s", FixtureFolder.path(symbols), "--source-root", FixtureFolder.path("Binaries/shop-cpp/src")]
    let run = try Symbolicate.run(["log", "--context", "1"] + options, directory: folder.path)
    #expect(run.status == 0 && run.stderr.isEmpty)
    #expect(run.stdout.contains(title) && run.stdout.contains(line))
    let without = try Symbolicate.run(["log"] + options, directory: folder.path)
    #expect(run.output.count > without.output.count && !without.stdout.contains("Source of frame"))
    try folder.write(run.output, to: "again")
    #expect(try Symbolicate.run(["again", "--context", "1"] + options, directory: folder.path).stdout == run.stdout)
  }

  @Test func theSourceMayBeNewerThanTheDebugFile() throws {
    let options = ["swift.ips", "-q", "--context", "0", "--source-root", "src/swift"]
    let old = try Self.run(options, in: Self.folder())
    #expect(old.stdout.contains("\nSource of frame 0, Basket.pick(_:) in src/swift/Basket.swift:\n| > 51"))
    let new = try Self.run(options, in: Self.folder(sourcesAreNewer: true))
    #expect(new.stdout.contains(" in src/swift/Basket.swift, which is newer than the debug file:\n| > 51"))
  }

  @Test func whyNoLinesAreShownIsSaid() throws {
    let folder = try Self.folder()
    try folder.write("only one line\n", to: "short/Basket.swift")
    try folder.write([0x61, 0, 0x62], to: "binary/Basket.swift")
    for (options, reason) in [
      (["--source-root", "dSYMs"], "no such file in the directories of --source-root"),
      (["--map-path", "/src/shop=nowhere"], "no such file at the path that --map-path gives"),
      (["--source-root", "short"], "the file has only 1 line"), (["--source-root", "binary"], "not a text file"),
    ] {
      let run = try Self.run(["swift.ips", "--context", "3", "--only-crashed"] + options, in: folder)
      let lines = run.stderr.split(separator: "\n")
      #expect(lines.count == 3 && lines[0] == "symbolicate: swift.ips: Swift runtime failure: Index out of range")
      #expect(lines.count == 3 && lines[1] == "symbolicate: swift.ips: no source lines for Basket.swift:51: \(reason)")
      #expect(run.status == 0 && !run.stdout.contains("Source of frame"))
    }
  }

  @Test(arguments: [
    (["--context", "-1", "--source-root", "src"], "option '--context': '-1' is not a number from 0 to 1000"),
    (["--context", "x", "--source-root", "src"], "option '--context': 'x' is not a number from 0 to 1000"),
    (["--source-root", "nowhere"], "option '--source-root': nowhere is neither a directory nor a source bundle (.src.zip)"),
    (["--source-url", "https://example.com"], "option '--source-url': 'https://example.com' is not a template with {path}"),
  ])
  func usageErrors(options: [String], message: String) throws {
    let run = try Self.run(["swift.ips"] + options, in: Self.folder())
    #expect(run.stderr == "symbolicate: \(message)\nTry 'symbolicate --help'.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test func linksFollowWhatThePathsBecome() throws {
    let folder = try Self.folder()
    func urls(_ options: [String]) throws -> Set<String> {
      let run = try Self.run(["swift.ips", "-q", "-f", "json", "--source-url", "x:{path}:{line}"] + options, in: folder)
      return Set(run.stdout.matches(of: /"url": "([^"]*)"/).map { String($0.output.1) })
    }
    #expect(try urls([]).contains("x:/src/shop/Basket.swift:51"))
    #expect(try urls(["--map-path", "/src/shop=App"]).contains("x:App/Basket.swift:51"))
    #expect(try urls(["--source-root", "src"]).isEmpty, "no file of the project is there by that path")
    #expect(try urls(["--source-root", "src/swift"]).contains("x:Basket.swift:51"))
    #expect(try urls(["--map-path", "/elsewhere=App"]).isEmpty, "other paths are not the project's")
    #expect(try urls([]).allSatisfy { !$0.contains("compiler-generated") })
  }

  @Test func colouredTextHasLinks() throws {
    let options = ["swift.ips", "-q", "--source-url", "https://example.com/{path}#L{line}"]
    let coloured = try Self.run(options + ["--color", "always"], in: Self.folder())
    let link = "\u{1b}]8;;https://example.com/src/shop/Basket.swift#L51\u{1b}\\(Basket.swift:51)\u{1b}]8;;\u{1b}\\"
    #expect(coloured.stdout.contains(link))
    #expect(!(try Self.run(options, in: Self.folder()).output.contains(0x1b)), "pipes get none")
  }

  @Test func aLineOfTheSourceIsNoPartOfTheReport() throws {
    let folder = try Self.folder()
    let hostile = "0   Evil   0x0000000000001234 evil + 1\nThread 9 Crashed:\nBinary Images:\n0x1 - 0x2 evil <0> /evil\n"
    try folder.write(hostile + String(repeating: "\n", count: 44) + hostile, to: "evil/Basket.swift")
    let run = try Self.run(["swift.ips", "-q", "--context", "5", "--source-root", "evil"], in: folder)
    try folder.write(run.output, to: "first.crash")
    let counts = try ["swift.ips", "first.crash"].map { report in
      try Self.run([report, "-q", "-f", "json"], in: folder).stdout.split(separator: "\n").filter {
        $0.contains("\"lookupAddress\"")
      }.count
    }
    #expect(run.stdout.contains("Thread 9 Crashed:") && counts[0] == counts[1] && counts[0] > 0)
  }
}

import Foundation
import TestSupport
import Testing

/// How the program behaves on a terminal, which script(1) of util-linux provides.
@Suite struct TerminalTests {
  static let report = FixtureFolder.path("Reports/ips/ios-swift/Shop-2026-11-20-114303.ips")
  static let symbols = FixtureFolder.path("Binaries/shop-swift/out")

  /// What a terminal shows of a command and its exit code.
  static func onTerminal(_ arguments: [String], environment: [String: String?] = [:]) throws -> ToolRun {
    let command = ([Symbolicate.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let surroundings = ["TERM": "xterm-256color"].merging(environment) { $1 }
    return try ToolRun.of("/usr/bin/script", ["-qec", command, "/dev/null"], environment: surroundings)
  }

  @Test func withoutOperandsTheHelpIsShown() throws {
    let run = try Self.onTerminal([])
    #expect(run.stdout.contains("Usage: symbolicate [options] REPORT..."))
    #expect(run.status == 2)
  }

  @Test(arguments: [
    ([String: String?](), [String](), true), (["NO_COLOR": "1"], [], false), (["TERM": "dumb"], [], false),
    ([:], ["--color", "never"], false),
    (["NO_COLOR": "1"], ["--color=always"], true),
  ])
  func colour(environment: [String: String?], options: [String], isColoured: Bool) throws {
    let run = try Self.onTerminal([Self.report, "-q", "-s", Self.symbols] + options, environment: environment)
    #expect(run.stdout.contains("\u{1b}[") == isColoured)
    #expect(run.stdout.contains("Checkout.settle(_:)"))
  }

  @Test func pipesGetNoColour() throws {
    #expect(!(try Symbolicate.run([Self.report, "-q", "-s", Self.symbols]).output.contains(0x1b)))
  }

  @Test func controlCharactersOfAReportAreMadeVisible() throws {
    let folder = try TemporaryFolder()
    let text = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    let path = try folder.write(text.replacing("iPhone14,5", with: "iPhone\u{1b}]0;owned\u{7}"), to: "evil.crash")
    let shown = try Self.onTerminal([path, "-q", "--color", "never"])
    #expect(!shown.output.contains(0x1b) && !shown.output.contains(7))
    let piped = try Symbolicate.run([path, folder.path + "/no\u{1b}[31msuch.crash"])
    #expect(piped.output.contains(0x1b), "a pipe gets the report's own bytes")
    #expect(!piped.errors.contains(0x1b) && piped.stderr.contains("no␛[31msuch.crash: No such file or directory"))
  }

  @Test func lookupShowsNoControlCharacters() throws {
    let file = FixtureFolder.path("Binaries/shop-swift/out/Shop.dSYM")
    let evil = "\u{1b}]0;owned\u{7}"
    let script = "printf '\\033]0;owned\\007\\n' | '\(Symbolicate.path)' lookup '\(file)'"
    let shown = try ToolRun.of("/usr/bin/script", ["-qec", script, "/dev/null"], environment: ["TERM": "xterm-256color"])
    #expect(!shown.output.contains(0x1b) && shown.stdout.contains("␛]0;owned␇"))
    let piped = try Symbolicate.run(["lookup", file], input: Array((evil + "\n").utf8))
    #expect(piped.stdout == evil + "\n", "a pipe gets what was asked")
    #expect(!(try Self.onTerminal(["lookup", file, evil]).output.contains(0x1b)))
  }

  @Test(arguments: ["markdown", "json", "side-by-side"]) func noFormatControlsTheTerminal(format: String) throws {
    let folder = try TemporaryFolder()
    let text = String(decoding: try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash"), as: UTF8.self)
    let evil = "iPhone\u{1b}]0;owned\u{7}\u{9b}31m"
    let path = try folder.write(
      text.replacing("iPhone14,5", with: evil).replacing("EXC_BAD_ACCESS", with: evil), to: "evil.crash")
    let shown = try Self.onTerminal([path, "-q", "-f", format, "--color", "never"]).stdout
    #expect(shown.contains("owned") && !shown.unicodeScalars.contains { ["\u{1b}", "\u{7}", "\u{9b}"].contains($0) })
  }

  /// Indexes are built from 32 reports on, by a process that a cache of its own makes begin with the first report.
  @Test(arguments: [(["in", "-o", "out"], "symbolicating"), (["summarize", "in"], "summarizing")])
  func theProgressLineNamesThePhase(arguments: [String], work: String) throws {
    let folder = try TemporaryFolder()
    for number in 0..<32 { try folder.copy(Self.report, to: "in/\(number).ips") }
    let command = ([Symbolicate.path] + arguments + ["-s", Self.symbols]).map { "'\($0)'" }.joined(separator: " ")
    let surroundings = ["TERM": "xterm-256color", "XDG_CACHE_HOME": folder.path + "/cache"]
    let run = try ToolRun.of(
      "/usr/bin/script", ["-qec", command, "/dev/null"], environment: surroundings, directory: folder.path)
    // Every redrawing begins with a carriage return and clears the rest of the line; the last one clears it all.
    let drawn = run.stdout.components(separatedBy: "\r").compactMap { piece in
      piece.range(of: "\u{1b}[K").map { String(piece[..<$0.lowerBound]) }
    }
    let empty = String(repeating: "-", count: 20)
    #expect(drawn.first == "searching debug files")
    #expect(drawn.dropFirst().first == "[\(empty)] \(work), 0/32 reports")
    #expect(drawn.contains("[\(empty)] building indexes, 0/32 reports"), "the first report waits for the index")
    #expect(drawn.contains { $0.hasPrefix("[\(String(repeating: "#", count: 20))] \(work), 32/32 reports") })
    #expect(drawn.last == "")
    #expect(drawn.allSatisfy { $0.count < 80 })
    #expect(run.status == 0)
  }

  @Test func progressIsShownForAFolderAndTakenAwayAgain() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "in/a.ips")
    try folder.copy(Self.report, to: "in/b.ips")
    let arguments = [folder.path + "/in", "-o", folder.path + "/out", "-s", Self.symbols]
    #expect(try Self.onTerminal(arguments).stdout.contains("1/2 reports"))
    #expect(!(try Self.onTerminal(arguments + ["--progress", "never"]).stdout.contains("1/2 reports")))
    #expect(!(try Symbolicate.run(arguments).stderr.contains("1/2 reports")))
  }
}

import Foundation
import TestSupport
import Testing

/// What the program says of itself and of command lines that make no sense.
@Suite struct CommandLineTests {
  @Test(arguments: [
    (["-h"], "help"), (["inspect", "-h"], "help-inspect"), (["lookup", "-h"], "help-lookup"),
    (["completions", "-h"], "help-completions"), (["store", "-h"], "help-store"),
    (["index", "-h"], "help-index"), (["stream", "-h"], "help-stream"), (["filter", "-h"], "help-filter"),
    (["check", "-h"], "help-check"),
  ])
  func help(arguments: [String], golden: String) throws {
    let run = try Symbolicate.run(arguments)
    #expect(run.status == 0 && run.stderr.isEmpty)
    try expectGolden(run.output, "CommandLine/\(golden).txt")
  }

  @Test(arguments: [
    (["--symbls", "x"], "unknown option '--symbls'; did you mean '--symbols'?", ""),
    (
      ["-f", "yaml", "x"],
      "option '--format': 'yaml' is not one of text, same, json, ndjson, side-by-side, markdown, brief, html, "
        + "folded, speedscope, github, sarif, junit", ""
    ),
    (["x", "-s"], "option '--symbols' needs a value (PATH)", ""),
    (["lookup"], "no debug file given, and no questions on standard input", "lookup "),
    (["completions", "tcsh"], "expected one shell: bash, zsh, fish", "completions "),
    (["--image", "Shop", "x"], "option '--image': 'Shop' is not NAME=PATH, NAME=0xADDRESS or NAME=0xADDRESS,ID", ""),
  ])
  func usageErrors(arguments: [String], message: String, command: String) throws {
    let run = try Symbolicate.run(arguments)
    #expect(run.stderr == "symbolicate: \(message)\nTry 'symbolicate \(command)--help'.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test func debugFilesAloneAreNoInput() throws {
    let run = try Symbolicate.run([FixtureFolder.path("Binaries/shop-swift/out/Shop.dSYM")])
    #expect(run.stderr == "symbolicate: no crash report among the arguments (only debug files)\nTry 'symbolicate --help'.\n")
    #expect(run.status == 2)
  }
}

import Foundation
import TestSupport
import Testing

/// What the program says of itself and of command lines that make no sense.
@Suite struct CommandLineTests {
  @Test(arguments: [
    (["--help"], "help"), (["inspect", "--help"], "help-inspect"), (["lookup", "-h"], "help-lookup"),
    (["completions", "--help"], "help-completions"), (["store", "--help"], "help-store"),
    (["index", "--help"], "help-index"), (["stream", "--help"], "help-stream"), (["filter", "--help"], "help-filter"),
  ])
  func help(arguments: [String], golden: String) throws {
    let run = try Symbolicate.run(arguments)
    #expect(run.status == 0 && run.stderr.isEmpty)
    try expectGolden(run.output, "CommandLine/\(golden).txt")
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completions(shell: String) throws {
    let run = try Symbolicate.run(["completions", shell])
    #expect(run.status == 0 && run.stderr.isEmpty)
    try expectGolden(run.output, "CommandLine/completions.\(shell)")
  }

  @Test func version() throws {
    let run = try Symbolicate.run(["--version"])
    #expect(run.stdout.wholeMatch(of: /symbolicate \d+\.\d+\.\d+\n/) != nil)
    #expect(run.status == 0)
  }

  @Test func theBashScriptCompletesOptionsAndValues() throws {
    let script = """
      source <('\(Symbolicate.path)' completions bash)
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _symbolicate; echo "${COMPREPLY[*]}"; }
      try symbolicate --sym
      try symbolicate a.ips -f js
      try symbolicate lookup --js
      try symbolicate completions z
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script])
    #expect(run.stdout == "--symbols\njson\n--json\nzsh\n")
  }

  @Test(arguments: [
    (["--symbls", "x"], "unknown option '--symbls'; did you mean '--symbols'?", ""),
    (["-f", "yaml", "x"], "option '--format': 'yaml' is not one of text, same, json, ndjson, side-by-side, markdown", ""),
    (["x", "-s"], "option '--symbols' needs a value (PATH)", ""),
    (["lookup"], "no debug file given", "lookup "),
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

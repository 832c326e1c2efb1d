import Foundation
import TestSupport
import Testing

/// Commands, options and operands as people type them who do not know the program yet, or another one better.
@Suite struct CommandWordTests {
  @Test(arguments: [
    (["inspct", "x.ips"], "no command or file named 'inspct'; did you mean 'symbolicate inspect'?", ""),
    (["lookpu"], "no command or file named 'lookpu'; did you mean 'symbolicate lookup'?", ""),
    (["inspct", "--json", "x"], "no command or file named 'inspct'; did you mean 'symbolicate inspect'?", ""),
    (["Store", "list"], "no command or file named 'Store'; did you mean 'symbolicate store'?", ""),
    (["add", "dSYMs"], "no command or file named 'add'; did you mean 'symbolicate store add'?", ""),
    (["-q", "inspect", "x.ips"], "the command comes first: 'symbolicate inspect ...'", ""),
    (["help", "lookpu"], "no command named 'lookpu'; did you mean 'lookup'?", ""),
    (
      ["difutil", "check", "x"],
      "no command or file named 'difutil'; 'symbolicate inspect FILE' shows what is in a debug file, 'symbolicate check APP' what a build lacks",
      ""
    ),
    (["--redact=lst", "x"], "option '--redact': 'lst' is not 'list'; did you mean '--redact=list'?", ""),
    (["--uuid", "x"], "unknown option '--uuid'; 'symbolicate inspect FILE' prints UUIDs and build IDs", ""),
    (["help", "zzz"], "no command named 'zzz'", ""),
    (["-f", "jsn", "x"], "option '--format': 'jsn' is not one of FORMATS; did you mean 'json'?", ""),
  ])
  func commandsAreSuggested(arguments: [String], message: String, command: String) throws {
    let run = try Symbolicate.run(arguments)
    let formats = try #require(Symbolicate.run(["-f", "?", "x"]).stderr.firstMatch(of: /not one of (.*)\n/)?.1)
    let expected = message.replacing("FORMATS", with: formats)
    #expect(run.stderr == "symbolicate: \(expected)\nTry 'symbolicate --help'.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test func aFileWithSuchANameIsReadAndOtherNamesAreNoCommands() throws {
    let folder = try TemporaryFolder()
    try folder.write("Dear diary\n", to: "inspct")
    for name in ["inspct", "./inspect", "crash.ips", "reports"] {
      let run = try Symbolicate.run([name], directory: folder.path)
      #expect(run.stderr.hasPrefix("symbolicate: \(name): ") && run.status == 1, "\(run.stderr)")
    }
    let ended = try Symbolicate.run(["--", "inspect"], directory: folder.path)
    #expect(ended.stderr == "symbolicate: inspect: No such file or directory\n" && ended.status == 1)
  }

  @Test func helpAndVersionAreCommandsToo() throws {
    #expect(try Symbolicate.run(["help"]).output == Symbolicate.run(["--help"]).output)
    for command in ["store", "lookup", "help", "symbolicate"] {
      let run = try Symbolicate.run(["help", command])
      let option = try Symbolicate.run(command == "symbolicate" ? ["--help"] : [command, "--help"])
      #expect(run.status == 0 && run.output == option.output && !run.output.isEmpty)
    }
    let version = try Symbolicate.run(["version"])
    #expect(version.output == (try Symbolicate.run(["--version"]).output) && version.status == 0)
  }

  @Test(arguments: [
    (
      ["-e", "shop", "0x10"],
      "unknown option '-e'; debug files are given with --symbols (-s), single addresses to "
        + "'symbolicate lookup FILE ADDR...'", ""
    ),
    (
      ["lookup", "-e", "shop", "0x10"],
      "unknown option '-e'; the debug file is the first operand: symbolicate lookup FILE ADDR...",
      "lookup "
    ),
    (["inspect", "-f", "json", "x"], "unknown option '-f'; use --json", "inspect "),
    (
      ["lookup", "--obj=shop", "0x10"],
      "unknown option '--obj'; the debug file is the first operand: symbolicate lookup FILE ADDR...",
      "lookup "
    ),
    (
      ["lookup", "-o", "shop", "0x10"],
      "unknown option '-o'; the debug file is the first operand: symbolicate lookup FILE ADDR...",
      "lookup "
    ),
    (["lookup", "-l", "0x100000000", "shop"], "unknown option '-l'; use --load", "lookup "),
    (["lookup", "-arch", "arm64", "shop"], "unknown option '-arch'; use --arch", "lookup "),
    (["-l", "0x100000000", "x.ips"], "unknown option '-l'; use --image NAME=LOADADDR", ""),
    (["--dsym", "Shop.dSYM", "x.ips"], "unknown option '--dsym'; use --symbols (-s)", ""),
    (["-dsym", "Shop.dSYM", "x.ips"], "unknown option '-dsym'; use --symbols (-s)", ""),
    (["-fullPath", "x.ips"], "unknown option '-fullPath'; use --full-paths", ""),
    (["filter", "-d", "Shop.dSYM"], "unknown option '-d'; use --symbols (-s)", "filter "),
  ])
  func optionsOfOtherToolsNameOurs(arguments: [String], message: String, command: String) throws {
    let run = try Symbolicate.run(arguments)
    #expect(run.stderr == "symbolicate: \(message)\nTry 'symbolicate \(command)--help'.\n")
    #expect(run.status == 2 && run.output.isEmpty)
  }

  @Test func formatsHaveShortForms() throws {
    let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
    for (short, whole) in [("md", "markdown"), ("txt", "text")] {
      let run = try Symbolicate.run([report, "-f", short])
      #expect(run.output == (try Symbolicate.run([report, "-f", whole]).output) && !run.output.isEmpty)
    }
  }

  @Test func aWordThatIsNoAddressIsRefused() throws {
    let run = try Symbolicate.run(["lookup", LookupTests.dSYM, "0x10", "main"])
    #expect(
      run.stderr == """
        symbolicate: 'main' is not an address; use hexadecimal digits, with or without 0x
        Try 'symbolicate lookup --help'.

        """)
    #expect(run.status == 2 && run.output.isEmpty)
  }
}

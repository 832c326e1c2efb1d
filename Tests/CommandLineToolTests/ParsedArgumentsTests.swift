import Jobs
import Testing

@testable import Answering
@testable import CommandLineTool

@Suite struct ParsedArgumentsTests {
  @Test(arguments: [
    ["-s", "dSYMs", "a.ips"], ["a.ips", "-s", "dSYMs"], ["-sdSYMs", "a.ips"], ["--symbols=dSYMs", "a.ips"],
    ["a.ips", "--symbols", "dSYMs"], ["-qsdSYMs", "a.ips"], ["-s", "dSYMs", "--", "a.ips"],
  ])
  func optionsAndOperandsInAnyOrder(words: [String]) throws {
    let arguments = try ParsedArguments(parsing: words)
    #expect(arguments.values(of: .symbols) == ["dSYMs"])
    #expect(arguments.operands == ["a.ips"])
    #expect(arguments.command == .symbolicate)
  }

  @Test func dashesAndWhatFollowsTheEndOfOptionsAreOperands() throws {
    let arguments = try ParsedArguments(parsing: ["-q", "-", "--", "-v", "--format"])
    #expect(arguments.operands == ["-", "-v", "--format"])
    #expect(arguments.has(.quiet) && !arguments.has(.verbose))
  }

  @Test func aValueMayBeginWithADashOrHoldAnEqualsSign() throws {
    let arguments = try ParsedArguments(parsing: ["--map-path=/a=/b", "-o", "-x"])
    #expect(arguments.value(of: .mapPath) == "/a=/b")
    #expect(arguments.value(of: .output) == "-x")
  }

  @Test func theFirstWordSelectsTheCommand() throws {
    #expect(try ParsedArguments(parsing: ["lookup", "--json", "f"]).command == .lookup)
    #expect(try ParsedArguments(parsing: ["a.ips", "lookup"]).operands == ["a.ips", "lookup"])
  }

  @Test(arguments: [
    (["--symbls", "x"], "unknown option '--symbls'; did you mean '--symbols'?"),
    (["--formt=json"], "unknown option '--formt'; did you mean '--format'?"),
    (["--zzzzzz"], "unknown option '--zzzzzz'"),
    (["-z"], "unknown option '-z'"),
    (["-qz"], "unknown option '-z'"),
    (["--strict=yes"], "option '--strict' takes no value"),
    (["-s"], "option '--symbols' needs a value (PATH)"),
    (
      ["-f", "xml"],
      "option '--format': 'xml' is not one of text, same, json, ndjson, side-by-side, markdown, brief, html, "
        + "folded, speedscope, github, sarif, junit"
    ),
    (["lookup", "--strict"], "unknown option '--strict'"),
  ])
  func whatIsWrongIsSaid(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try ParsedArguments(parsing: words) }
    #expect(error?.message == message)
  }
}

@Suite struct OptionsTests {
  @Test func valuesAreTyped() throws {
    let words = ["-fjson", "-j", "4", "--image", "App=0x1000,00112233445566778899aabbccddeeff", "--map-path", "/a=/b", "-v"]
    let options = try Options(ParsedArguments(parsing: words))
    #expect(options.format == .json)
    #expect(options.jobs == 4)
    #expect(options.images.map(\.name) == ["App"])
    #expect(options.pathMaps.first?.result(for: "/a/x.c")?.path == "/b/x.c")
    #expect(options.has(.verbose))
  }

  @Test(arguments: [
    (["-o", "a.json"], OutputFormat.json), (["-o", "a.ndjson"], .ndjson), (["-o", "a.jsonl"], .ndjson),
    (["-o", "a.html"], .html),
    (["-o", "a.md"], .markdown), (["-o", "a.folded"], .folded), (["-o", "a.speedscope.json"], .speedscope),
    (["-o", "a.txt"], .text),
    (["-o", "a"], .text), (["-o", "a.json", "-f", "text"], .text), (["-f", "jsonl"], .ndjson), (["-f", "md"], .markdown),
  ])
  func theExtensionOfTheOutputChoosesTheFormat(words: [String], format: OutputFormat) throws {
    #expect(try Options(ParsedArguments(parsing: words)).format == format)
  }

  @Test func theExtensionOfASummaryChoosesItsFormat() throws {
    for (name, format) in [("a.sarif", SummaryFormat.sarif), ("a.html", .html), ("a.json", .json), ("a.md", .markdown)] {
      #expect(try Options(ParsedArguments(parsing: ["summarize", "-o", name])).summaryFormat == format)
    }
    #expect(try Options(ParsedArguments(parsing: ["summarize", "-o", "a.txt"])).summaryFormat == nil)
    #expect(try Options(ParsedArguments(parsing: ["-o", "a.sarif"])).isOfGroups)
  }

  @Test func everyOptionHasACommandAndANameOfItsOwn() {
    for flag in Flag.all { #expect(Command.allCases.contains { flag.of($0) != nil }, "\(flag.name)") }
    #expect(Set(Flag.all.map(\.name)).count == Flag.all.count)
    for command in Command.allCases {
      let spellings = command.flags.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(command)")
    }
  }

  @Test(arguments: [
    (["-j", "0"], "option '--jobs': '0' is not a number above 0"),
    (["--image", "App"], "option '--image': 'App' is not NAME=PATH, NAME=0xADDRESS or NAME=0xADDRESS,ID"),
    (["--image", "App=0x10,zz"], "option '--image': 'App=0x10,zz' is not NAME=PATH, NAME=0xADDRESS or NAME=0xADDRESS,ID"),
    (["--map-path", "/a"], "option '--map-path': '/a' is not FROM=TO"),
    (["lookup", "--load", "x"], "option '--load': 'x' is not a hexadecimal address"),
  ])
  func valuesThatMakeNoSenseAreRefused(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Options(ParsedArguments(parsing: words)) }
    #expect(error?.message == message)
  }
}

@Suite struct HexAddressTests {
  @Test(arguments: [("0x10", 0x10), ("10", 0x10), (" 0XfF\r", 0xff), ("ffffffffffffffff", UInt64.max)])
  func reads(text: String, value: UInt64) { #expect(HexAddress.parse(text) == value) }

  @Test(arguments: ["", "0x", "x", "10g", "0x10000000000000000", "main"])
  func refuses(text: String) { #expect(HexAddress.parse(text) == nil) }
}

@Suite struct HelpTextTests {
  @Test(arguments: Command.allCases) func everyOptionStandsInTheHelpAndFitsTheLine(command: Command) {
    let help = HelpText.of(command)
    let long = LongHelp.of(command)
    for flag in command.flags { #expect(help.contains(flag.long) && long.contains(flag.long)) }
    for line in (help + long).split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
  }

  @Test(arguments: Shell.allCases) func everyOptionIsCompleted(shell: Shell) {
    let script = CompletionScript.of(shell)
    for flag in Command.allCases.flatMap(\.flags) { #expect(script.contains(flag.name)) }
  }
}

@Suite struct ExitCodeTests {
  @Test func theGravestCounts() {
    #expect(ExitCode.worst(of: [0, 3, 4]) == 4)
    #expect(ExitCode.worst(of: [1, 4]) == 1)
    #expect(ExitCode.worst(of: [1, 5, 3]) == 5)
    #expect(ExitCode.worst(of: [0]) == 0)
  }
}

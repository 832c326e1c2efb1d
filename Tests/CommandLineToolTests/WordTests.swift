import Testing

@testable import CommandLineTool

/// Misspelled words, numbers and lines as people type them.
@Suite struct WordTests {
  @Test(arguments: [
    ("sumarize", "summarize"), ("summarise", "summarize"), ("inpsect", "inspect"), ("lokup", "lookup"), ("filtr", "filter"),
    ("comp", "completions"),
  ]) func aMisspelledCommandIsRecognized(word: String, meant: String) throws {
    let words = Command.words.map(\.rawValue)
    #expect(Spelling.nearest(to: word, among: words) == meant)
    let mistake = try #require(CommandWord.mistake(in: word, isFirst: true))
    #expect(mistake.message == "no command or file named '\(word)'; did you mean 'symbolicate \(meant)'?")
  }

  @Test(arguments: ["Shop.crash", "./lookup", "reports", "x", "-", "", "résumé"]) func aNameOfAReportIsNoCommand(word: String) {
    #expect(CommandWord.mistake(in: word, isFirst: true) == nil)
  }

  @Test func aCommandComesFirstAndVerbsBelongToTheStore() {
    #expect(CommandWord.mistake(in: "lookup", isFirst: true) == nil)
    #expect(CommandWord.mistake(in: "lookup", isFirst: false)?.message == "the command comes first: 'symbolicate lookup ...'")
    #expect(CommandWord.mistake(in: "prune", isFirst: true)?.message.contains("'symbolicate store prune'") == true)
    #expect(throws: UsageError.self) { try CommandWord.command("sumarize") }
  }

  @Test(
    arguments: [
      ("0x102f14c18", 0x1_02f1_4c18), ("102F14C18", 0x1_02f1_4c18), (" 0X10\t", 0x10), ("ffffffffffffffff", .max), ("0", 0),
      ("", nil), ("0x", nil), ("0xg", nil), ("10000000000000000", nil), ("-1", nil), ("1 2", nil),
    ] as [(String, UInt64?)]) func addressesAreHexadecimal(text: String, value: UInt64?)
  {
    #expect(HexAddress.parse(text) == value)
  }

  @Test(
    arguments: [
      ("0", 0), ("500", 500), ("10K", 10_000), ("2mb", 2_000_000), ("3G", 3_000_000_000), ("1T", 1_000_000_000_000), ("7B", 7),
      ("", nil), ("K", nil), ("-1", nil), ("1.5G", nil), ("9999999999T", nil), ("10X", nil),
    ] as [(String, Int?)]) func sizesHaveUnits(text: String, bytes: Int?)
  { #expect(PruneLimits.size(text) == bytes) }

  @Test(
    arguments: [
      ("12h", 43_200), ("30d", 2_592_000), ("2w", 1_209_600), ("1y", 31_557_600), ("30", nil), ("d", nil), ("-1d", nil),
      ("9223372036854775807d", nil),
    ] as [(String, Int64?)]) func agesHaveUnits(text: String, seconds: Int64?)
  { #expect(PruneLimits.seconds(text) == seconds) }

  @Test func linesAreBrokenAtBlanks() {
    #expect(TextWrap.lines("one two  three", width: 7) == ["one two", "three"])
    #expect(TextWrap.lines("incomprehensibilities are long", width: 5) == ["incomprehensibilities", "are", "long"])
    #expect(TextWrap.lines("* one two three", width: 11, indent: 2) == ["  * one two", "    three"])
    #expect(TextWrap.lines("", width: 10).isEmpty)
  }

  /// Names in reports set no outputs of the step that runs the program, and hide nothing.
  @Test(arguments: [
    ("::set-output name=x::y", ": :set-output name=x::y"), ("  \t::stop-commands::z", "  \t: :stop-commands::z"),
    ("a ::b", "a ::b"), ("##[group]x", "## [group]x"), ("one\n::two\nthree", "one\n: :two\nthree"), ("", ""),
  ]) func nothingIsACommandForTheRunner(text: String, inert: String) { #expect(WorkflowLog.inert(text) == inert) }

  @Test(
    arguments: [
      ([], 0), ([0, 0], 0), ([3, 4], 4), ([4, 1, 3], 1), ([1, 5, 3], 5), ([5, 2], 2), ([0, 3], 3),
    ] as [([Int32], Int32)]) func theWorstOfSeveralCodesCounts(codes: [Int32], worst: Int32)
  {
    #expect(ExitCode.worst(of: codes) == worst)
  }
}

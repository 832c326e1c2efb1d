import Foundation
import TestSupport
import Testing

/// What a terminal shows last: the answer to a report, or the head of the summary of a directory.
@Suite struct TerminalAnswerTests {
  private static let report = FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash")
  private static let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")

  private static func shown(_ arguments: [String], columns: Int = 80) throws -> ToolRun {
    try TerminalTests.onTerminal(arguments + ["--color", "never"], environment: ["COLUMNS": "\(columns)"])
  }

  private static func lines(_ run: ToolRun) -> [String] {
    run.stdout.replacing("\r\n", with: "\n").components(separatedBy: "\n").dropLast()
  }

  @Test func theAnswerIsLast() throws {
    let answer = Self.lines(try Self.shown([Self.report, "-s", Self.symbols])).suffix(6)
    let labels = ["", "What     ", "Where    ", "Cause    ", "Next     ", "         "]
    #expect(answer.map { String($0.prefix(9)) } == labels, "\(answer)")
    #expect(answer.contains("What     Shop 4.2.0 (1187): EXC_BAD_ACCESS (SIGSEGV) at 0x18"), "\(answer)")
    #expect(answer.allSatisfy { $0.count <= 80 })
    let wide = Self.lines(try Self.shown([Self.report, "-s", Self.symbols], columns: 200)).suffix(5)
    let place = "shop::Slot::write() (span.h:11), called by shop::Checkout::total(int) const (checkout.cpp:9)"
    #expect(wide.first == "" && wide.contains("Where    " + place), "\(wide)")
  }

  @Test func whatIsMissingHasANextStep() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "Shop.crash")
    let run = try Self.shown([folder.path + "/Shop.crash"], columns: 120)
    let lines = Self.lines(run)
    #expect(lines.last == "Next     symbolicate \(folder.path)/Shop.crash -s PATH", "\(lines.suffix(5))")
    #expect(lines.contains { $0.hasPrefix("Missing  debug file of Shop") })
    // Where to get it: three lines, once.
    #expect(
      lines.count { $0.contains("com_apple_xcode_dsym_uuids") } == 1
        && lines.allSatisfy { !$0.hasPrefix("  get the dSYM") || $0.count <= 80 })
    #expect(try Symbolicate.run([Self.report]).stdout.contains("What     ") == false, "a pipe gets the report alone")
  }

  @Test(arguments: [70, 80, 200]) func messagesAreWrappedBetweenWords(_ columns: Int) throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.report, to: "in/a.crash")
    let lines = Self.lines(try Self.shown([folder.path + "/in", "--progress", "never"], columns: columns))
    let words = lines.flatMap { $0.split(separator: " ") }
    #expect(lines.allSatisfy { $0.count <= columns || $0.split(separator: " ").count == 1 }, "\(lines)")
    #expect(words.contains("symbolicated,") && words.contains("resolved"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("To get the reports:") && $0.hasSuffix("-o DIRECTORY") })
  }

  @Test func severalReportsHaveALineEach() throws {
    let lines = Self.lines(try Self.shown([Self.report, Self.report, "-s", Self.symbols], columns: 100))
    #expect(
      lines.suffix(2).allSatisfy { $0 == "Shop.crash: bad-access in shop::Slot::write() (span.h:11)" }, "\(lines.suffix(3))")
  }

  @Test func aDirectoryIsNotPouredOut() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { try folder.copy(Self.report, to: "in/\(name).crash") }
    let run = try Self.shown([folder.path + "/in", "-s", Self.symbols])
    #expect(run.status == 0 && !run.stdout.contains("Binary Images"))
    #expect(run.stdout.contains("bad-access in shop::Slot::write() (span.h:11)") && run.stdout.contains("-o DIRECTORY"))
    let piped = try Symbolicate.run([folder.path + "/in", "-s", Self.symbols])
    #expect(piped.stdout.contains("Binary Images") && !piped.stdout.contains("-o DIRECTORY"))
  }

  @Test func namedImagesOfTheSystemAreNotMissing() throws {
    let run = try Symbolicate.run([FixtureFolder.path("Reports/apple-text/ios-arm64/Shop.crash"), "-v", "-s", Self.symbols])
    #expect(run.stderr.contains("  named    UIKitCore") && !run.stderr.contains("missing  UIKitCore"), "\(run.stderr)")
    let inspected = try Symbolicate.run(["inspect", Self.report, "-s", Self.symbols])
    #expect(inspected.stdout.contains("already named in the report"))
  }

  @Test(arguments: [["inspect"], ["lookup"], [], ["store", "add"], ["check"]]) func aBCSymbolMapIsExplained(_ command: [String])
    throws
  {
    let folder = try TemporaryFolder()
    let map = "4C4C44E4-5555-3144-A1B0-602671AD96B1.bcsymbolmap"
    try folder.write("BCSymbolMap Version: 2.0\n_main\n", to: "BCSymbolMaps/\(map)")
    let path = "BCSymbolMaps/\(map)"
    let run = try Symbolicate.run(
      command + [path] + (command == ["lookup"] ? ["0x1"] : []) + (command.first == "store" ? ["--store", "store"] : []),
      directory: folder.path)
    #expect(run.stderr.contains("BCSymbolMap") && run.stderr.contains("dsymutil --symbol-map"), "\(run.stderr)")
    for place in ["BCSymbolMaps", path] {
      let searched = try Symbolicate.run([Self.report, "-s", place], directory: folder.path)
      #expect(searched.stderr.contains("dsymutil --symbol-map"), "\(searched.stderr)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// `symbolicate filter`: a log goes in and comes out, with its call stacks symbolicated.
@Suite struct FilterTests {
  static let symbols = FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf4/Shop.dSYM")
  static let log = "Reports/console/first-throw/console.log"

  @Test func stacksGetNamesAndTheRestStaysAsItIs() throws {
    let log = try FixtureFolder.bytes(Self.log)
    let run = try Symbolicate.run(["filter", "-s", Self.symbols], input: Array("before\n".utf8) + log + Array("after".utf8))
    let whole = try Symbolicate.run(["-s", Self.symbols, FixtureFolder.path(Self.log)])
    #expect(run.stdout == "before\n" + whole.stdout + "after")
    #expect(run.stdout.contains("(inventory.cpp:50)") && run.status == 0)
  }

  @Test func whatIsNoStackPassesByteForByte() throws {
    var generator = SeededGenerator(0xf11e)
    let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for input in [noise, Array("no end".utf8), Array("\r\n\n\u{0}x\r\n".utf8), try FixtureFolder.bytes(Self.log)] {
      let run = try Symbolicate.run(["filter"], input: input)
      #expect(run.output == input && run.status == 0)
    }
  }

  @Test func linesPassBeforeTheInputEnds() throws {
    let folder = try TemporaryFolder()
    let script = """
      mkfifo input
      exec 3< <('\(Symbolicate.path)' filter <input)
      exec 4>input
      for turn in 1 2 3; do echo "line $turn" >&4; read -r line <&3; echo "$line"; done
      exec 4>&-
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], directory: folder.path)
    #expect(run.stdout == "line 1\nline 2\nline 3\n" && run.stderr.isEmpty)
  }

  @Test func aReaderThatGoesAwayEndsItQuietly() throws {
    let run = try ToolRun.of("/bin/bash", ["-c", "yes log | '\(Symbolicate.path)' filter | head -n 2"])
    #expect(run.stdout == "log\nlog\n" && run.stderr.isEmpty)
  }

  // MARK: Reports in logs

  private static let elf = FixtureFolder.path("Binaries/elf/out/clang-dwarf5")

  @Test(arguments: ["kscrash/mach/report.json", "ips/ios-arm64/Shop-2026-11-20-114303.ips"])
  func aReportOverManyLinesOfALogIsSymbolicated(_ name: String) throws {
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
    let report = try FixtureFolder.bytes("Reports/" + name)
    let text = report.last == 10 ? report : report + [10]
    let run = try Symbolicate.run(
      ["filter", "-s", symbols], input: Array("INFO before\n".utf8) + text + Array("INFO after\n".utf8))
    let same = try Symbolicate.run(["-s", symbols, "-f", "same", FixtureFolder.path("Reports/" + name)])
    let expected = same.output.last == 10 ? same.stdout : same.stdout + "\n"
    #expect(run.stdout == "INFO before\n" + expected + "INFO after\n")
    #expect(same.stdout.contains("checkout.cpp"))
  }

  @Test func aCoreDumpInTheJournalIsSymbolicatedByItsModules() throws {
    let journal = try FixtureFolder.bytes("Reports/systemd-coredump/journal/journal.log")
    let run = try Symbolicate.run(["filter", "-s", Self.elf], input: journal + journal)
    let whole = try Symbolicate.run(["-s", Self.elf, FixtureFolder.path("Reports/systemd-coredump/journal/journal.log")])
    #expect(run.stdout == whole.stdout + whole.stdout && whole.stdout.contains("(PayKit.cpp:20)"))
    // Not every such line has a stack trace below it.
    let text = Array("Process 7 (a) of user 0 dumped core.\n\n1\n2\n3\n4\n5\n".utf8)
    #expect(try Symbolicate.run(["filter"], input: text).output == text)
  }

  @Test func aReportAsTextInALogIsSymbolicatedByItsImages() throws {
    let name = "Reports/apple-text/ios-arm64/Shop.crash"
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
    let run = try Symbolicate.run(
      ["filter", "-s", symbols],
      input: Array("INFO before\n".utf8) + (try FixtureFolder.bytes(name)) + Array("\nINFO after\n".utf8))
    let whole = try Symbolicate.run(["-s", symbols, FixtureFolder.path(name)])
    #expect(run.stdout == "INFO before\n" + whole.stdout + "\nINFO after\n")
    #expect(whole.stdout.contains("(checkout.cpp:9)"))
  }

  /// Before every line stands what the logger wrote, or the mark of a quotation; reports of macOS begin with the process, those of iOS
  /// have lines before it.
  @Test(
    arguments: ["2026-11-20 11:43:03.129 host shop[12]: ", "> ", "ERROR 11:43:03 shop: ", "[2026-11-20 11:43:03.129] ERROR "],
    [
      ("macos-arm64-half", "macos-arm64-dwarf4", "shop::panic(char const*) + 8 (receipt.cpp:10)"),
      ("ios-arm64", "ios-arm64", "shop::Checkout::total(int) const + 80 (checkout.cpp:9)"),
    ])
  func aReportBehindALoggersPrefixIsSymbolicated(_ prefix: String, _ report: (name: String, symbols: String, line: String)) throws
  {
    let bytes = try FixtureFolder.bytes("Reports/apple-text/\(report.name)/Shop.crash")
    func logged(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 + "\n" }.joined()
    }
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/" + report.symbols)
    let log = "INFO before\n" + logged(String(decoding: bytes, as: UTF8.self)) + prefix + "after [12]\n"
    let run = try Symbolicate.run(["filter", "-q", "-s", symbols], input: Array(log.utf8))
    let alone = try Symbolicate.run(["-q", "-s", symbols, "-"], input: bytes)
    #expect(run.stdout == "INFO before\n" + logged(alone.stdout) + prefix + "after [12]\n")
    #expect(run.stdout.contains(report.line))
  }

  @Test func sourceLinesStandBelowTheStack() throws {
    let symbols = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")
    let report = try FixtureFolder.bytes("Reports/apple-text/ios-arm64/Shop.crash")
    let options = ["-s", symbols, "--context", "1", "--source-root", FixtureFolder.path("Binaries/shop-cpp/src")]
    let run = try Symbolicate.run(["filter", "-q"] + options, input: report + Array("\nINFO after\n".utf8))
    let alone = try Symbolicate.run(["-q", "-"] + options, input: report)
    #expect(run.stdout == alone.stdout + "\nINFO after\n")
    #expect(run.stdout.contains("\nSource of frame 0, "))
  }

  // MARK: What earlier call stacks told

  private static func withoutImages(_ log: String) -> String {
    log.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("\u{2013}0x") && !$0.hasPrefix("Images") }
      .joined(separator: "\n")
  }

  @Test func aLaterBacktraceHasTheImagesOfAnEarlierOne() throws {
    let log = String(decoding: try FixtureFolder.bytes("Reports/swift-backtrace/text/server.log"), as: UTF8.self)
    let bare = Self.withoutImages(log)
    let alone = try Symbolicate.run(["filter", "-q", "-s", Self.elf], input: Array(bare.utf8))
    #expect(alone.stdout == bare)
    for arguments in [["filter"], ["-"]] {
      let run = try Symbolicate.run(arguments + ["-q", "-s", Self.elf], input: Array((log + bare).utf8))
      let names = run.stdout.components(separatedBy: "main + ").count - 1
      let first = try Symbolicate.run(arguments + ["-q", "-s", Self.elf], input: Array(log.utf8))
      #expect(names == 2 * (first.stdout.components(separatedBy: "main + ").count - 1) && names > 0)
      #expect(run.stdout == first.stdout + Self.withoutImages(first.stdout))
    }
  }

  @Test func anAddressInTwoImagesOfEarlierBacktracesIsLeftAlone() throws {
    let log = String(decoding: try FixtureFolder.bytes("Reports/swift-backtrace/text/server.log"), as: UTF8.self)
    let bare = Self.withoutImages(log)
    // The same places, other builds.
    let other = log.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard let range = line.range(of: #" [0-9a-f]{32,40} "#, options: .regularExpression) else { return String(line) }
      return line.replacingCharacters(in: range, with: " " + String(repeating: "ab", count: 20) + " ")
    }.joined(separator: "\n")
    let run = try Symbolicate.run(["filter", "-q", "-s", Self.elf], input: Array((log + other + bare).utf8))
    #expect(run.stdout.hasSuffix(bare))
  }

  @Test func aListOfAddressesIsPlacedByHandOrByAnEarlierStack() throws {
    let list = "*** First throw call stack:\n(0x102f10d14 0x102f11084)\n"
    let bound = try Symbolicate.run(
      ["filter", "-q", "--image", "Shop=0x102f10000,4C4C448A-5555-3144-A1F2-A96D51B15A4E", "-s", Self.symbols],
      input: Array(list.utf8))
    #expect(bound.stdout.contains("shop::Inventory::audit(int) + 136 (inventory.cpp:50)\n1   Shop"))
    let log = try FixtureFolder.bytes(Self.log)
    let first = try Symbolicate.run(["filter", "-q", "-s", Self.symbols], input: log)
    let both = try Symbolicate.run(["filter", "-q", "-s", Self.symbols], input: log + Array(list.utf8))
    #expect(both.stdout == first.stdout + bound.stdout)
  }

  // MARK: The ends of a pipeline

  @Test(.takesSignals, arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
  func aSignalLosesNothing(_ signal: String, _ status: Int) throws {
    let folder = try TemporaryFolder()
    let script = """
      mkfifo input output
      env --default-signal=\(signal) '\(Symbolicate.path)' filter <input >output & pid=$!
      exec 4>input 3<output
      printf 'whole\\n0   Shop   0x0000000102f10d14 main + 3\\nhalf' >&4
      read -r line <&3; echo "$line"
      kill -\(signal) $pid
      read -r line <&3; echo "$line"
      read -r -N 4 half <&3; echo "$half"
      echo ' a line, and last words' >&4
      exec 4>&-
      cat <&3
      wait $pid; echo "status $?"
      """
    // However late the shell goes on, its last words are waited for.
    let run = try ToolRun.of(
      "/bin/bash", ["-c", script], environment: ["SYMBOLICATE_FILTER_GRACE": "86400"], directory: folder.path)
    let expected = "whole\n0   Shop   0x0000000102f10d14 main + 3\nhalf\n a line, and last words\nstatus \(status)\n"
    // The shell says of some signals that they ended a program.
    #expect(run.stdout == expected && (run.stderr.isEmpty || run.stderr.contains("Hangup")))
  }

  /// The input has no end when the second signal ends the program at once, of the same kind or another one.
  /// It is sent once the first one was taken, which the system shows: two of a kind that wait to be taken are one to it.
  @Test(.takesSignals, arguments: [("TERM", "TERM", 143), ("INT", "HUP", 129), ("HUP", "TERM", 143)])
  func theSecondSignalEndsItAtOnce(_ first: String, _ second: String, _ status: Int) throws {
    let folder = try TemporaryFolder()
    let script = """
      mkfifo input output
      env --default-signal=\(first) --default-signal=\(second) '\(Symbolicate.path)' filter <input >output 2>&1 & pid=$!
      exec 4>input 3<output
      printf '0   Shop   0x0000000102f10d14 main + 3\\nhalf' >&4
      read -r line <&3; echo "$line"
      caught() { while read -r name mask; do [ "$name" = SigCgt: ] && echo "$mask"; done </proc/$pid/status; }
      kill -\(first) $pid
      while (( 0x$(caught) >> ($(kill -l \(first)) - 1) & 1 )); do :; done
      read -r -N 4 half <&3; echo "$half"
      (yes '' >&4) 2>/dev/null & cat <&3 >/dev/null & reader=$!
      kill -\(second) $pid
      exec 4>&-
      wait $pid; echo "status $?"
      wait $reader
      """
    let run = try ToolRun.of(
      "/bin/bash", ["-c", script], environment: ["SYMBOLICATE_FILTER_GRACE": "86400"], directory: folder.path)
    #expect(run.stdout == "0   Shop   0x0000000102f10d14 main + 3\nhalf\nstatus \(status)\n")
  }

  @Test func aWriterThatIsKilledLeavesWhatItWrote() throws {
    let script =
      "(printf 'one\\n0   Shop   0x0000000102f10d14 main + 3\\nhal'; kill -9 $BASHPID) | '\(Symbolicate.path)' filter; "
      + "echo \" ${PIPESTATUS[1]}\""
    let run = try ToolRun.of("/bin/bash", ["-c", script])
    #expect(run.stdout == "one\n0   Shop   0x0000000102f10d14 main + 3\nhal 0\n")
  }

  @Test func aHeldStackComesOutWithoutAnotherLine() throws {
    let folder = try TemporaryFolder()
    let script = """
      mkfifo input
      exec 3< <('\(Symbolicate.path)' filter <input)
      exec 4>input
      echo '0   Shop   0x0000000102f10d14 main + 3' >&4; read -r line <&3; echo "$line"
      echo '{' >&4; read -r line <&3; echo "$line"
      exec 4>&-
      """
    let run = try ToolRun.of("/bin/bash", ["-c", script], directory: folder.path)
    #expect(run.stdout == "0   Shop   0x0000000102f10d14 main + 3\n{\n")
  }

  @Test(
    .unsanitized,
    arguments: [
      "head -c 100000000 /dev/zero | tr '\\0' x", "yes '0   Shop   0x0000000102f10d14 main + 3' | head -c 30000000",
    ])
  func endlessLinesAndStacksTakeLittleMemory(_ source: String) throws {
    // Half a gigabyte of address space: what the libraries map is a part of it.
    let script = "ulimit -v 500000; \(source) | '\(Symbolicate.path)' filter -q | cksum; \(source) | cksum"
    let run = try ToolRun.of("/bin/bash", ["-c", script])
    let sums = run.stdout.split(separator: "\n")
    #expect(sums.count == 2 && sums.first == sums.last && run.stderr.isEmpty)
  }
}

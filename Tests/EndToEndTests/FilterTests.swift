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
}

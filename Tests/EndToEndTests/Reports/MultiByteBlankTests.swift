import TestSupport
import Testing

/// No-break spaces and other blanks of more than one byte, which mail programs, web pages and number formats put into text.
@Suite struct MultiByteBlankTests {
  /// The first one is 17 bytes that every command once read without an end.
  static let logs = [
    "ok\nM\u{A0}A 0x1234 x", "Prix: 12\u{A0}EUR object at 0x600001f3 freed\n", "12\u{202F}000\u{A0}EUR\u{A0}0x1234 main + 24\n",
    "3\u{A0}Shop\u{A0}\u{A0}à\u{A0}0x1\u{A0}", "\u{A0}", "\u{3000}3 Shop\u{3000}0x104a3c5f8 main + 24\n",
  ]

  @Test(arguments: logs) func aLogWithoutCallStacksPassesUnchanged(log: String) throws {
    let run = try Symbolicate.run(["filter"], input: Array(log.utf8))
    #expect(run.stdout == log && run.stderr.isEmpty && run.status == 0)
  }

  @Test(arguments: [["-f", "text"], ["-f", "json"], ["-f", "same"], ["inspect"]]) func isNoReport(arguments: [String]) throws {
    let run = try Symbolicate.run(arguments + ["-"], input: Array(Self.logs[0].utf8))
    let reason = "not a crash report in a known format (text; looked for "
    #expect(run.stderr.hasPrefix("symbolicate: standard input: \(reason)") && run.output.isEmpty && run.status == 1)
  }

  @Test func aLineOfAStreamIsRefused() throws {
    let run = try Symbolicate.run(["stream"], input: Array("{\"id\":1,\"report\":\"ok\\nM\\u00a0A 0x1234 x\"}\n".utf8))
    #expect(run.stdout.hasPrefix("{\"id\":1,\"error\":\"not a crash report") && run.status == 1)
    #expect(run.stderr.hasPrefix("symbolicate: line 1: not a crash report"))
  }

  /// Every gap of a console's frames is a no-break space, as after a trip through a word processor.
  @Test func framesBehindNoBreakSpacesAreRead() throws {
    let log = try FixtureFolder.text("Reports/console/first-throw/console.log")
    let changed = log.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains("0x") && line.first?.isNumber == true ? String(line).replacing(" ", with: "\u{A0}") : String(line)
    }
    let symbols = FilterTests.symbols
    let run = try Symbolicate.run(["filter", "-s", symbols], input: Array(changed.joined(separator: "\n").utf8))
    #expect(run.stdout.contains("(inventory.cpp:50)") && run.status == 0)
  }

  /// The architecture and the version of an image are its name's last words, whatever the blank before them.
  @Test func anImageBehindNoBreakSpacesKeepsItsName() throws {
    let report = """
      Process:               Shop [1]
      Exception Type:  EXC_CRASH (SIGABRT)

      Thread 0 Crashed:
      0   Shop\u{A0}0x0000000104a3c5f8\u{A0}0x104a38000 + 17912

      Binary Images:
      0x104a38000 - 0x104a4bfff +Shop\u{A0}arm64  <0c0ab0a9ec6b3c0a8a5bd9d28a6d9f4e> /var/containers/Bundle/Shop.app/Shop
      """
    let run = try Symbolicate.run(["-q", "-f", "json", "-"], input: Array(report.utf8))
    #expect(run.stdout.contains(#""name": "Shop""#) && run.stdout.contains(#""arch": "arm64""#))
    #expect(!run.stdout.contains("identifier") && !run.stdout.contains("\u{FFFD}"))
  }
}

import Answering
import AppleLayout
import Foundation
import Jobs
import Reports
import SymbolStore
import TestSupport
import Testing

/// A second pass changes nothing, also where frames have unusual blanks, colors or numbers: `filter` and `-f same`.
@Suite struct SecondPassTests {
  /// A change of the lines of frames.
  struct Change: Sendable, CustomStringConvertible {
    let description: String
    let line: @Sendable (String) -> String
  }

  private static let red = "\u{1b}[31m"
  private static let end = "\u{1b}[0m"

  private static let changes: [Change] = [
    Change(description: "no-break spaces") { $0.replacing(" ", with: "\u{a0}") },
    Change(description: "padded with no-break spaces") { $0 + "\u{a0}\u{a0}" },
    Change(description: "after no-break spaces") { "\u{a0}\u{a0}" + $0 },
    Change(description: "narrow no-break spaces before the address") { $0.replacing(" 0x", with: "\u{202f}\u{202f}0x") },
    Change(description: "ideographic spaces") { $0.replacing("  ", with: "\u{3000}") },
    Change(description: "in a color") { red + $0 + end },
    Change(description: "an address in a color") { $0.replacing(/0x[0-9a-f]{9,16}/) { red + $0.0 + end } },
    Change(description: "every word in a color") { $0.replacing(/[^ \t]+/) { red + $0.0 + end } },
    Change(description: "numbered 1E18") { $0.replacing(/^([ \t#]*)[0-9]+/) { $0.1 + "1E18" } },
    Change(description: "numbered 1000000000000000000") { $0.replacing(/^([ \t#]*)[0-9]+/) { $0.1 + "1000000000000000000" } },
    Change(description: "with the number 99999999999999999999") {
      $0.replacing(/^([ \t#]*)[0-9]+/) { $0.1 + "99999999999999999999" }
    },
  ]

  private static let reports = [
    "apple-text/ios-arm64/Shop.crash", "apple-text/macos-arm64-crlf/Shop.crash", "console/first-throw/console.log",
    "console/monitor/lag.txt", "swift-backtrace/text/server.log", "systemd-coredump/journal/journal.log",
    "systemd-coredump/info/coredumpctl.txt",
  ]

  /// Returns a report with every frame, a line with a number first and an address, changed.
  private static func changed(_ report: String, _ change: Change) throws -> [UInt8] {
    let lines = try FixtureFolder.text("Reports/" + report).split(separator: "\n", omittingEmptySubsequences: false)
    let changed = lines.map { line in
      line.contains(/^[ \t#]*[0-9]+ .*0x[0-9a-f]{6}/) ? change.line(String(line)) : String(line)
    }
    return Array(changed.joined(separator: "\n").utf8)
  }

  private static let places: SearchPaths = {
    var places = SearchPaths()
    places.symbols = ["shop-cpp/out/ios-arm64", "shop-cpp/out/macos-arm64-dwarf5", "elf/out"].map {
      FixtureFolder.path("Binaries/" + $0)
    }
    return places
  }()

  private static let symbolicator = Symbolicator(SymbolFinder(places))

  private static func same(_ bytes: [UInt8]) -> [UInt8] {
    guard let document = try? ReportDocument(reading: bytes) else { return bytes }
    var session = ReportSession(symbolicator)
    let answers = session.answer(document, path: "-", folder: nil).reports
    return OutputRenderer(format: .same).bytes(document, answers)
  }

  private static func filtered(_ bytes: [UInt8]) -> [UInt8] {
    LogFilter(places, options: SymbolicationOptions(), style: FrameStyle(), wording: nil).symbolicated(bytes, context: []).bytes
  }

  @Test(arguments: reports, changes) func aSecondPassChangesNothing(report: String, change: Change) throws {
    let bytes = try Self.changed(report, change)
    let same = Self.same(bytes)
    #expect(String(decoding: Self.same(same), as: UTF8.self) == String(decoding: same, as: UTF8.self))
    let filtered = Self.filtered(bytes)
    #expect(String(decoding: Self.filtered(filtered), as: UTF8.self) == String(decoding: filtered, as: UTF8.self))
  }

  @Test func unchangedReportsGetNames() throws {
    let plain = Change(description: "none") { $0 }
    let named = try Self.reports.filter { try Self.same(Self.changed($0, plain)) != Self.changed($0, plain) }
    #expect(named.count >= 4, "\(named)")
  }
}

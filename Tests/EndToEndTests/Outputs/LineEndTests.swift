import Foundation
import TestSupport
import Testing

/// Text reports whose lines end with CR LF, or with a lone CR, get the same names in the same places, and new lines end as those
/// around them.
@Suite struct LineEndTests {
  /// The reports that are text, with line feeds.
  static let texts = GoldenTests.reports.filter { report in
    guard let bytes = try? FixtureFolder.bytes(report), !bytes.contains(0), !bytes.contains(UInt8(ascii: "\r")) else {
      return false
    }
    return bytes.first { $0 > 0x20 }.map { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") } ?? false
  }

  @Test func thereAreReports() { #expect(Self.texts.count > 20) }

  @Test(arguments: texts, ["\r\n", "\r"]) func theSameNames(report: String, end: String) throws {
    let folder = try TemporaryFolder()
    let bytes = try FixtureFolder.bytes(report)
    let symbols = (GoldenTests.symbols[report] ?? []).flatMap { ["-s", FixtureFolder.path($0)] }
    func run(_ bytes: [UInt8], _ name: String) throws -> ToolRun {
      try Symbolicate.run([try folder.write(bytes, to: name), "-q", "-f", "same"] + symbols)
    }
    let (plain, other) = (try run(bytes, "plain.txt"), try run(Self.changed(bytes, end), "other.txt"))
    #expect(plain.status == other.status)
    let expected = Self.changed([UInt8](plain.output), end)
    let found = [UInt8](other.output)
    let place = zip(expected, found).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, found.count)
    func excerpt(_ bytes: [UInt8]) -> String {
      String(decoding: bytes[max(0, place - 80)..<min(bytes.count, place + 120)], as: UTF8.self)
    }
    #expect(
      expected == found,
      "\(report): at byte \(place) \(excerpt(found).debugDescription), not \(excerpt(expected).debugDescription)")
  }

  private static func changed(_ bytes: [UInt8], _ end: String) -> [UInt8] {
    bytes.flatMap { $0 == UInt8(ascii: "\n") ? Array(end.utf8) : [$0] }
  }
}

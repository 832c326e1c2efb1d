import Reports
import TestSupport
import Testing

/// Reports are cut off anywhere, and hostile ones are worse: reading returns or throws, and so does writing.
@Suite struct JSONPrefixTests {
  private func exercise(_ bytes: [UInt8], writing: Bool = true) {
    guard let document = try? ReportDocument(reading: bytes), writing else { return }
    for part in document.reports.indices { _ = document.layout(of: document.reports[part]) }
    let filled = document.filled(with: JSONEditorTests.answers(document)) { _, _ in nil }
    // Of a text that was copied from a web page, no-break spaces (C2 A0) become spaces, which is said.
    let noBreakSpaces = zip(bytes, bytes.dropFirst()).count { $0 == 0xc2 && $1 == 0xa0 }
    if document.format != .appleText, !document.isLog { #expect(filled.count + noBreakSpaces >= bytes.count) }
  }

  private static let fixtures = FixtureFolder.files(below: "Reports").filter { !$0.contains("apple-text") && $0.contains(".") }

  @Test func prefixesOfSmallFixtures() throws {
    var generator = SeededGenerator(SeededGenerator.seed(of: "prefixes of JSON", usual: 0xc07))
    for name in Self.fixtures {
      let bytes = try FixtureFolder.bytes(name)
      guard bytes.count <= 8_192 else { continue }
      for cut in SeededGenerator.cuts(of: bytes.count, usual: 200, &generator) {
        exercise(Array(bytes[..<cut]), writing: cut % 16 == 0)
      }
    }
  }

  @Test(.corpus) func cutsOfTheCorpus() throws {
    var generator = SeededGenerator(0x5eed)
    let reports = try JSONEditorTests.reports().map(\.1).filter { $0.count < 200_000 }
    for bytes in reports {
      for _ in 0..<SeededGenerator.rounds(4, files: reports.count) {
        exercise(Array(bytes[..<Int.random(in: 0..<bytes.count, using: &generator)]))
      }
    }
  }

  @Test func prefixesOfLargerFixtures() throws {
    var generator = SeededGenerator(SeededGenerator.seed(of: "prefixes of larger JSON", usual: 0xf1f7))
    let names = FixtureFolder.files(below: "Reports").filter { !$0.contains("apple-text") }
    for name in names {
      let bytes = try FixtureFolder.bytes(name)
      guard bytes.count > 8_192 else { continue }
      for _ in 0..<SeededGenerator.rounds(100, files: names.count) {
        exercise(Array(bytes[..<Int.random(in: 0..<bytes.count, using: &generator)]))
      }
    }
  }

  @Test func bytesChangedAtRandom() throws {
    // The usual run is the same every time; `make fuzz` looks further.
    let seed = SeededGenerator.seed(of: "mutated JSON", usual: 0x5eed)
    var generator = SeededGenerator(seed)
    let alphabet = Array("{}[]\",:\\0123456789-eutrnl\u{0}\u{7f} \n".utf8) + [0xff, 0xc3, 0xc2, 0xa0, 0xe3, 0x80]
    let names = FixtureFolder.files(below: "Reports").filter { !$0.contains("apple-text") }
    for name in names {
      let original = try FixtureFolder.bytes(name)
      guard !original.isEmpty else { continue }
      for _ in 0..<SeededGenerator.rounds(60, files: names.count) {
        var bytes = original
        for _ in 0..<Int.random(in: 1...20, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }
        exercise(bytes)
      }
    }
  }
}

import TestSupport
import Testing

@testable import DWARF

/// The declaration of a unit's root, found by its bytes, against the tables as they are decoded.
@Suite struct DeclarationSearchTests {
  private static func uleb(_ value: UInt64) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7f) | 0x80] + uleb(value >> 7)
  }

  /// Calls `body` with a section of these bytes.
  private static func with<Result>(_ bytes: [UInt8], _ body: (SectionBytes) -> Result) -> Result {
    unsafe bytes.withUnsafeBytes { unsafe body(SectionBytes($0, bigEndian: false)) }
  }

  /// One declaration: some attributes of one or two bytes, some with constants, of which many are 0 or look like a form.
  private static func declaration(_ code: UInt64, _ tag: UInt8, _ random: inout SeededGenerator) -> [UInt8] {
    // Roots have children.
    var bytes = uleb(code) + [tag, tag == 0x11 ? 1 : UInt8.random(in: 0...1, using: &random)]
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      bytes += uleb([0x03, 0x11, 0x21, 0x27, 0x3a, 0x87, 0x2107].randomElement(using: &random) ?? 3)
      if Int.random(in: 0..<3, using: &random) == 0 {
        bytes += [0x21] + ([[0], [0x21], [0x7f], [0xa1, 0x21], [0x80, 0x01], [0x11]].randomElement(using: &random) ?? [0])
      } else {
        bytes.append([0x08, 0x0b, 0x0e, 0x13, 0x19].randomElement(using: &random) ?? 8)
      }
    }
    return bytes + [0, 0]
  }

  @Test func whatIsFoundIsTheDeclaration() throws {
    var random = SeededGenerator(11)
    var found = 0
    for _ in 0..<3_000 {
      let count = Int.random(in: 1...20, using: &random)
      let codes = Array((1...UInt64(400)).shuffled(using: &random).prefix(count))
      var table: [UInt8] = []
      var starts: [UInt64: Int] = [:]
      for (position, code) in codes.enumerated() {
        starts[code] = table.count
        table += Self.declaration(
          code, position == count - 1 ? 0x11 : [0x2e, 0x1d, 0x34].randomElement(using: &random) ?? 0x2e, &random)
      }
      let root = try #require(codes.last)
      // Another table follows, with the same codes.
      let next = [0] + Self.declaration(root, 0x11, &random) + Self.declaration(codes[0], 0x11, &random) + [0]
      Self.with(table + next) { section in
        let place = DeclarationSearch(section, code: root).unitRoot(inTableAt: 0)
        if let place { #expect(place == starts[root], "\(table)") }
        if place != nil { found += 1 }
        // A code that the table has not, but the one after it may have.
        let missing = DeclarationSearch(section, code: 401).unitRoot(inTableAt: 0)
        #expect(missing == nil)
      }
      // The table without its last declaration: that of the next table is not taken for it.
      guard count > 1 else { continue }
      Self.with(Array(table[..<(starts[root] ?? 0)]) + next) { section in
        #expect(DeclarationSearch(section, code: root).unitRoot(inTableAt: 0) == nil)
      }
    }
    #expect(found > 1_000)
  }

  /// Tables of real units, whole and only the root's declaration.
  @Test func rootsOfRealUnitsAreTheSame() throws {
    var random = SeededGenerator(3)
    for code in [1, 0x7f, 0x80, 300] as [UInt64] {
      let table =
        (0..<30).flatMap { Self.declaration(UInt64(500 + $0), 0x2e, &random) } + Self.uleb(code) + [
          0x11, 1, 0x10, 0x17, 0x03, 0x0e, 0, 0, 0,
        ]
      Self.with(table) { section in
        let encoding = UnitEncoding(version: 5, addressSize: 8, offsetSize: 4)
        let start = DeclarationSearch(section, code: code).unitRoot(inTableAt: 0) ?? -1
        let (one, whole) = (
          AbbreviationTable(section, at: start, encoding: encoding, only: code),
          AbbreviationTable(section, at: 0, encoding: encoding)
        )
        let (position, place) = (one.position(of: code), whole.position(of: code))
        #expect(position != nil && position.map { one.entries[$0].tag } == place.map { whole.entries[$0].tag })
        #expect(position.map { one.entries[$0].count } == 2)
      }
    }
  }
}

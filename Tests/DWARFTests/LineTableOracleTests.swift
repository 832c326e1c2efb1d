import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DWARF

/// Line tables that are read piece by piece against the same ones read as a whole, both by libdw.
@Suite struct LineTableOracleTests {
  /// A row with its address.
  private struct Row: Equatable {
    var address: UInt64
    var file: UInt32
    var line: UInt32
    var column: UInt32
    var endsSequence: Bool

    init(_ table: LineTable, _ index: Int) {
      (address, file, line) = (table.addresses[index], table.rows[index].file, table.rows[index].line)
      (column, endsSequence) = (table.rows[index].column, table.rows[index].endsSequence)
    }
  }

  /// The rows of a table; of equal neighbours one.
  private static func rows(_ table: LineTable) -> [Row] {
    var rows: [Row] = []
    for index in table.rows.indices {
      let row = Row(table, index)
      if rows.last != row { rows.append(row) }
    }
    return rows
  }

  private static func units(_ name: String) throws -> DebugEntries {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name)).first)
    return DebugEntries(try DebugSections(file), zeroIsCode: true)
  }

  @Test(arguments: ScopeTableOracleTests.files, [1, 2, 3, 7, 50, 3000])
  func piecesMakeTheRowsOfTheWhole(name: String, rowsInPiece: Int) throws {
    let entries = try Self.units(name)
    let reader = LineReader(entries.sections, rowsInPiece: rowsInPiece)
    var compared = 0
    for unit in entries.units where unit.hasLines {
      let whole = try #require(reader.wholeTable(of: unit))
      let pieces = try #require(reader.tableInPieces(of: unit))
      #expect(Self.rows(pieces) == Self.rows(whole))
      compared += whole.rows.count
    }
    #expect(compared > 20)
  }

  @Test(arguments: ScopeTableOracleTests.files, [1, 3, 20])
  func wantedRowsAreThoseOfTheWhole(name: String, rowsInPiece: Int) throws {
    let entries = try Self.units(name)
    let reader = LineReader(entries.sections, rowsInPiece: rowsInPiece)
    for unit in entries.units where unit.hasLines {
      let whole = try #require(reader.wholeTable(of: unit))
      let asked = Array(Set(whole.addresses.flatMap { [$0, $0 &+ 1] })).sorted()
      for wanted in [asked, stride(from: 0, to: asked.count, by: 5).map { asked[$0] }, Array(asked.suffix(1))] {
        let some = try #require(reader.lines(of: unit, in: wanted.map { $0...$0 }))
        for address in wanted where address < .max - 1 {
          let expected = whole.row(at: address).map { Row(whole, $0) }
          #expect(some.row(at: address).map { Row(some, $0) } == expected)
        }
      }
    }
  }

  @Test(arguments: ScopeTableOracleTests.files)
  func filesHaveTheSamePaths(name: String) throws {
    let entries = try Self.units(name)
    let reader = LineReader(entries.sections)
    let lists = entries.units.filter(\.hasLines).map { (reader.files(of: $0), reader.wholeFiles(of: $0)) }
    for (own, whole) in lists {
      #expect(own.count == whole.count && own.count > 0)
      for position in 0...own.count { #expect(own.path(at: position) == whole.path(at: position)) }
    }
  }

  @Test(arguments: [
    "elf/out/gcc-dwarf2/shop", "elf/out/gcc-dwarf4/shop", "elf/out/clang-dwarf5/shop", "elf/out/clang-dwarf64/shop",
    "elf/out/elf32/shop", "watch32/out/Watch.dSYM/Contents/Resources/DWARF/Watch",
  ])
  func piecesOfDamagedTablesMakeTheRowsOfTheWholeOrNone(name: String) throws {
    let seed = SeededGenerator.seed(of: "damaged line tables", usual: 0x11e)
    var random = SeededGenerator(seed)
    let original = try FixtureFolder.bytes("Binaries/" + name)
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name)).first)
    let section = try #require(file.debugSection("line"))
    let range = Int(section.fileOffset)..<Int(section.fileOffset + section.size)
    let folder = try TemporaryFolder()
    var compared = 0
    for _ in 0..<SeededGenerator.rounds(60) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: range, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let damaged = try #require(try ObjectFile.load(path: try folder.write(bytes, to: "damaged")).first)
      let entries = DebugEntries(try DebugSections(damaged), zeroIsCode: true)
      let reader = LineReader(entries.sections, rowsInPiece: Int.random(in: 1...50, using: &random))
      for unit in entries.units where unit.hasLines {
        guard let pieces = reader.tableInPieces(of: unit) else { continue }
        let whole = try #require(reader.wholeTable(of: unit), "seed \(seed)")
        // Rows at the highest address and above are left out of pieces, and the last row ends a sequence in any case.
        let highest: UInt64 = unit.encoding.addressSize == 8 ? .max : UInt64(UInt32.max)
        var expected = Self.rows(whole).filter { $0.address < highest }
        if !expected.isEmpty { expected[expected.count - 1].endsSequence = true }
        #expect(Self.rows(pieces) == expected, "seed \(seed)")
        compared += 1
      }
    }
    #expect(compared > 0, "seed \(seed)")
  }

  @Test func manyUnitsShareTheMemoryForTables() throws {
    let entries = try Self.units("elf/out/clang-dwarf5/shop")
    let readers = (0..<200).map { _ in LineReader(entries.sections) }
    for reader in readers {
      for unit in entries.units where unit.hasLines { #expect(reader.lines(of: unit)?.rows.isEmpty == false) }
    }
  }
}

import CLibdw
import ObjectFiles
import TestSupport
import Testing

@testable import DWARF

/// One row of a line table with all that can be compared.
private struct PlainRow: Hashable, Comparable, CustomStringConvertible {
  var address: UInt64
  var endsSequence: Bool
  var file: String
  var line: UInt32
  var column: UInt32

  var description: String { "\(String(address, radix: 16)) \(file):\(line):\(column)\(endsSequence ? " end" : "")" }

  static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// The rows of the unit with its root entry at an offset, as libdw decodes them; nil when it has none.
private func libdwRows(_ image: LibdwImage, root offset: Int) -> [PlainRow]? {
  var root = Dwarf_Die()
  var lines: OpaquePointer?
  var count = 0
  guard dwarf_offdie(image.dwarf, Dwarf_Off(offset), &root) != nil, dwarf_getsrclines(&root, &lines, &count) == 0 else {
    return nil
  }
  return (0..<count).compactMap { index in
    guard let line = dwarf_onesrcline(lines, index) else { return nil }
    var row = PlainRow(address: 0, endsSequence: false, file: "", line: 0, column: 0)
    var (number, column): (CInt, CInt) = (0, 0)
    dwarf_lineaddr(line, &row.address)
    dwarf_lineno(line, &number)
    dwarf_linecol(line, &column)
    dwarf_lineendsequence(line, &row.endsSequence)
    (row.line, row.column) = (UInt32(number), UInt32(column))
    if let path = dwarf_linesrc(line, nil, nil) { row.file = lastComponents(String(cString: path)) }
    return row
  }
}

/// The last two components of a path: how it is joined with the compilation directory is compared with llvm-symbolizer.
private func lastComponents(_ path: String) -> String { path.split(separator: "/").suffix(2).joined(separator: "/") }

@Suite struct LineProgramOracleTests {
  @Test(arguments: ScopeTableOracleTests.files)
  func rowsAreThoseOfLibdw(name: String) throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name)).first)
    let image = try LibdwImage(file)
    let entries = DebugEntries(try DebugSections(file), zeroIsCode: true)
    var compared = 0
    for unit in entries.units {
      guard let offset = unit.lineTable, let expected = libdwRows(image, root: unit.firstEntry) else { continue }
      let decoded = try #require(LineProgram.decode(at: offset, of: entries.context(of: unit)))
      let rows = decoded.table.rows.indices.map { index in
        let row = decoded.table.rows[index]
        return PlainRow(
          address: decoded.table.addresses[index], endsSequence: row.endsSequence,
          file: lastComponents(decoded.files.path(at: Int(row.file)) ?? ""), line: row.line, column: row.column)
      }
      #expect(rows.sorted() == expected.sorted())
      #expect(decoded.table.addresses == decoded.table.addresses.sorted())
      compared += rows.count
    }
    #expect(compared >= 10)
  }
}

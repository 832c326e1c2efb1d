/// Reads line tables through libdw (DWARF 5, 6.2): in pieces if a table can be cut, which takes memory for one piece only, and
/// otherwise as a whole. It has one owner and is used by one thread at a time: libdw's handles are not safe to share.
///
/// The front of `Lines`. In: a `Unit` and the addresses that matter. Out: a `LineTable` (sorted rows) and the `LineFiles` that they
/// refer to. A table is read in pieces like this: `LineProgram` finds where it can be cut, or `LineBlocks` which parts are needed;
/// `LibdwLineBuffer` and `LineImage` put each piece into memory as a small ELF file, libdw decodes it, `PieceRows` takes the rows
/// over.
///
/// The pieces cost five files and are worth it: 10,000 addresses of SQLite (two large units) take 335 million instructions and
/// 23 MB instead of 839 million and 80 MB, those of DuckDB 5.4 billion and 58 MB instead of 6.4 billion and 168 MB.
final class LineReader {
  private let sections: DebugSections
  private let slot: LibdwLineBuffer?
  private let rowsInPiece: Int
  private lazy var whole: LibdwHandle? = sections.openLibdw()

  /// Pages of this many bytes are worth giving back: without that, 10,000 addresses of DuckDB take 64 MB instead of 53.
  private static let manyBytes = 256 << 10

  /// Reads from the sections, this many rows at a time.
  init(_ sections: DebugSections, rowsInPiece: Int = LineProgram.rowsInPiece) {
    self.sections = sections
    self.rowsInPiece = rowsInPiece
    slot = LibdwLineBuffer(sections)
  }

  /// Returns the rows of a unit's line table, or nil if libdw cannot read it to its end. With `wanted`, which is sorted, returns
  /// only the rows for those addresses, and perhaps others.
  func lines(of unit: Unit, in wanted: [ClosedRange<UInt64>]? = nil) -> LineTable? {
    tableInPieces(of: unit, in: wanted) ?? wholeTable(of: unit)
  }

  /// Returns the rows of a table, read in pieces, or nil if it is damaged or cannot be cut.
  func tableInPieces(of unit: Unit, in wanted: [ClosedRange<UInt64>]? = nil) -> LineTable? {
    program(of: unit).flatMap { rows(of: $0.program, fileCount: $0.files.count, in: wanted) }
  }

  /// Returns the files of a unit's line table.
  func files(of unit: Unit) -> LineFiles { program(of: unit)?.files ?? wholeFiles(of: unit) }

  /// Returns the files as libdw reads them from the whole table.
  func wholeFiles(of unit: Unit) -> LineFiles {
    guard unit.lineTable != nil, let whole else { return LineFiles() }
    return LineFiles(ofUnitAt: unit.firstEntry, whole, directory: unit.compilationDirectory)
  }

  /// Returns a unit's table for cutting, with its files, or nil if it must be read as a whole.
  private func program(of unit: Unit) -> (program: LineProgram, files: LineFiles)? {
    guard let offset = unit.lineTable,
      let program = LineProgram(sections.line, at: offset, addressSize: Int(unit.encoding.addressSize)),
      let files = LineFiles(of: program, self, directory: unit.compilationDirectory)
    else { return nil }
    return (program, files)
  }

  private func rows(of program: LineProgram, fileCount: Int, in wanted: [ClosedRange<UInt64>]?) -> LineTable? {
    guard let slot else { return nil }
    let reading = Reading(slot: slot, program: program, files: max(0, fileCount - 1), wanted: wanted)
    var table = LineTable()
    var empty: EmptyRows?
    if let wanted, let blocks = LineBlocks(program, rows: min(rowsInPiece, LineBlocks.rows(of: program, for: wanted.count))) {
      empty = blocks.empty
      guard append(blocks.needed(for: wanted), reading, to: &table) else { return nil }
    } else {
      empty = EmptyRows(program)
      guard appendAll(reading, to: &table) else { return nil }
    }
    table.finish(without: empty)
    if program.byteCount > Self.manyBytes { sections.release(program.start..<program.start + program.byteCount, of: "line") }
    return table
  }

  /// What all pieces of a table have in common.
  private struct Reading {
    let slot: LibdwLineBuffer
    let program: LineProgram
    let files: Int
    let wanted: [ClosedRange<UInt64>]?
  }

  /// Reads blocks, as many of them together as fit into a piece. Returns false if libdw cannot.
  private func append(_ blocks: [LineBlocks.Block], _ reading: Reading, to table: inout LineTable) -> Bool {
    let program = reading.program
    var start = 0
    while start < blocks.count {
      var (end, rows, bytes) = (start, 0, 0)
      repeat {
        // What sets the registers and ends a block takes up to 64 bytes.
        (rows, bytes) = (rows + blocks[end].rows + 1, bytes + blocks[end].range.count + 64)
        end += 1
      } while end < blocks.count && rows + blocks[end].rows < rowsInPiece
        && bytes + blocks[end].range.count < LineProgram.longestPiece
      guard let unit = reading.slot.unit(with: blocks[start..<end], of: program, files: reading.files) else {
        return false
      }
      let done = unsafe unit.handle.withLines(ofUnitAt: unit.entry) { lines, count -> Bool? in
        guard let rows = unsafe PieceRows(lines, count: count, highest: program.highestAddress, isOpen: false) else { return nil }
        table.append(rows, in: reading.wanted)
        return true
      }
      guard done != nil else { return false }
      start = end
    }
    return true
  }

  /// Reads all instructions, cut into pieces. Returns false if they cannot be cut, or libdw cannot read them.
  private func appendAll(_ reading: Reading, to table: inout LineTable) -> Bool {
    let program = reading.program
    var registers: LibdwLineBuffer.Registers?
    var start = program.start
    while true {
      guard let piece = program.piece(from: start, rows: rowsInPiece, isOpen: registers != nil),
        let unit = reading.slot.unit(with: piece, of: program, files: reading.files, after: registers)
      else { return false }
      let end = unsafe unit.handle.withLines(ofUnitAt: unit.entry) { lines, count in
        let rows = unsafe PieceRows(lines, count: count, highest: program.highestAddress, isOpen: piece.isOpen)
        if let rows { table.append(rows, in: reading.wanted) }
        return rows.map { PieceEnd(registers: $0.registers) }
      }
      guard let end else { return false }
      registers = end.registers
      if program.isLast(piece) { return true }
      start = piece.range.upperBound
    }
  }

  /// The part of a piece that is kept after its handle is closed.
  private struct PieceEnd {
    var registers: LibdwLineBuffer.Registers?
  }

  /// Returns the rows as libdw reads them from the whole table, in its order.
  func wholeTable(of unit: Unit) -> LineTable? {
    guard let offset = unit.lineTable, let whole else { return nil }
    let program = LineProgram(sections.line, at: offset, addressSize: Int(unit.encoding.addressSize))
    return unsafe whole.withLines(ofUnitAt: unit.firstEntry) { lines, count in
      var table = LineTable()
      unsafe table.append(PieceRows(all: lines, count: count), in: nil)
      table.finishWhole(without: program.flatMap { EmptyRows($0) })
      return table
    }
  }

  /// Returns a unit with the files of a header, valid until the next call.
  func unit(withHeaderOf program: LineProgram, directory: String?) -> LineImage.Unit? {
    slot?.unit(withHeaderOf: program, directory: directory)
  }
}

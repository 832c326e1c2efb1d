/// Reads line tables through libdw (DWARF 5, 6.2): in pieces if a table can be cut, which takes memory for one piece only, and
/// otherwise as a whole. It has one owner and is used by one thread at a time: libdw's handles are not safe to share.
///
/// The front of `Lines`. In: a `Unit` and the addresses that matter. Out: a `LineTable` (sorted rows) and the `LineFiles` that they
/// refer to. A table is read in pieces like this: `LineProgram` finds where it can be cut, or `LinePlan` which parts are needed;
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

  /// Returns what has to be read of a unit's table for addresses, which are sorted, or nil if it must be read as a whole.
  func plan(of unit: Unit, in wanted: [ClosedRange<UInt64>]) -> LinePlan? {
    program(of: unit).flatMap { plan(of: $0.program, fileCount: $0.files.count, in: wanted) }
  }

  private func plan(of program: LineProgram, fileCount: Int, in wanted: [ClosedRange<UInt64>]) -> LinePlan? {
    slot == nil ? nil : LinePlan(program, for: wanted, fileCount: fileCount, rowsInPart: rowsInPiece)
  }

  /// Returns the rows of a part of a table, or nil if libdw cannot read it.
  func rows(ofPart part: Int, of plan: LinePlan) -> LineTable? {
    let program = plan.program
    guard let unit = slot?.unit(with: plan.blocks[plan.parts[part]], of: program, files: plan.files) else { return nil }
    return unsafe unit.handle.withLines(ofUnitAt: unit.entry) { lines, count -> LineTable? in
      guard let rows = unsafe PieceRows(lines, count: count, highest: program.highestAddress, isOpen: false) else { return nil }
      var table = LineTable()
      table.append(rows, in: plan.wanted)
      return table
    }
  }

  /// Returns the table of the rows of all parts, or nil if one of them could not be read.
  func table(of plan: LinePlan, _ rows: [LineTable?]) -> LineTable? {
    let known = rows.compactMap { $0 }
    guard known.count == plan.parts.count else { return nil }
    releasePages(of: plan.program)
    return plan.table(of: known)
  }

  private func rows(of program: LineProgram, fileCount: Int, in wanted: [ClosedRange<UInt64>]?) -> LineTable? {
    guard let slot else { return nil }
    if let wanted, let plan = plan(of: program, fileCount: fileCount, in: wanted) {
      var rows: [LineTable] = []
      for part in plan.parts.indices {
        guard let found = self.rows(ofPart: part, of: plan) else { return nil }
        rows.append(found)
      }
      return table(of: plan, rows)
    }
    var table = LineTable()
    let empty = EmptyRows(program)
    let reading = Reading(slot: slot, program: program, files: max(0, fileCount - 1), wanted: wanted)
    guard appendAll(reading, to: &table) else { return nil }
    table.finish(without: empty)
    releasePages(of: program)
    return table
  }

  private func releasePages(of program: LineProgram) {
    if program.byteCount > Self.manyBytes { sections.release(program.start..<program.start + program.byteCount, of: "line") }
  }

  /// What all pieces of a table have in common.
  private struct Reading {
    let slot: LibdwLineBuffer
    let program: LineProgram
    let files: Int
    let wanted: [ClosedRange<UInt64>]?
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

/// Reads line tables through libdw (DWARF 5, 6.2): piece by piece where a table can be cut, as that takes memory for a piece
/// only, else as a whole. It has one owner and is used by one thread at a time: libdw's handles are not safe to share.
final class LineReader {
  private let sections: DebugSections
  private let slot: LineSlot?
  private let rowsInPiece: Int
  private lazy var whole: LibdwHandle? = sections.openLibdw()

  /// Pages of so many bytes are worth giving back.
  private static let manyBytes = 256 << 10

  /// Reads from the sections, so many rows at a time.
  init(_ sections: DebugSections, rowsInPiece: Int = LineProgram.rowsInPiece) {
    self.sections = sections
    self.rowsInPiece = rowsInPiece
    slot = LineSlot(sections)
  }

  /// The rows of a unit's line table; nil when libdw cannot read it to its end. With `wanted`, which is sorted, only those that
  /// hold addresses in it, and perhaps others.
  func lines(of unit: Unit, in wanted: [ClosedRange<UInt64>]? = nil) -> LineTable? {
    tableInPieces(of: unit, in: wanted) ?? wholeTable(of: unit)
  }

  /// The rows of a table that is read piece by piece; nil when it is damaged, or not to be cut.
  func tableInPieces(of unit: Unit, in wanted: [ClosedRange<UInt64>]? = nil) -> LineTable? {
    program(of: unit).flatMap { rows(of: $0.program, fileCount: $0.files.count, in: wanted) }
  }

  /// The files of a unit's line table.
  func files(of unit: Unit) -> LineFiles { program(of: unit)?.files ?? wholeFiles(of: unit) }

  /// The files as libdw makes them of the whole table.
  func wholeFiles(of unit: Unit) -> LineFiles {
    guard unit.lineTable != nil, let whole else { return LineFiles() }
    return LineFiles(ofUnitAt: unit.firstEntry, whole, directory: unit.compilationDirectory)
  }

  /// A unit's table for cutting, with its files; nil when it must be read as a whole.
  private func program(of unit: Unit) -> (program: LineProgram, files: LineFiles)? {
    guard let offset = unit.lineTable,
      let program = LineProgram(sections.line, at: offset, addressSize: Int(unit.encoding.addressSize)),
      let files = LineFiles(of: program, self, directory: unit.compilationDirectory)
    else { return nil }
    return (program, files)
  }

  private func rows(of program: LineProgram, fileCount: Int, in wanted: [ClosedRange<UInt64>]?) -> LineTable? {
    guard let slot else { return nil }
    var table = LineTable()
    if wanted == nil { table.reserve(program.likelyRows) }
    var registers: LineSlot.Registers?
    var start = program.start
    while true {
      guard let piece = program.piece(from: start, rows: rowsInPiece, isOpen: registers != nil),
        let unit = slot.unit(with: piece, of: program, files: max(0, fileCount - 1), after: registers)
      else { return nil }
      let end = unsafe unit.handle.withLines(ofUnitAt: unit.entry) { lines, count in
        let rows = unsafe PieceRows(lines, count: count, highest: program.highestAddress, isOpen: piece.isOpen)
        if let rows { table.append(rows, in: wanted) }
        return rows.map { PieceEnd(registers: $0.registers) }
      }
      guard let end else { return nil }
      registers = end.registers
      if program.isLast(piece) { break }
      start = piece.range.upperBound
    }
    table.finish()
    if program.byteCount > Self.manyBytes { sections.release(program.start..<program.start + program.byteCount, of: "line") }
    return table
  }

  /// What is kept of a piece after its handle.
  private struct PieceEnd {
    var registers: LineSlot.Registers?
  }

  /// The rows as libdw makes them of the whole table.
  func wholeTable(of unit: Unit) -> LineTable? {
    guard unit.lineTable != nil, let whole else { return nil }
    return unsafe whole.withLines(ofUnitAt: unit.firstEntry) { lines, count in
      var table = LineTable()
      table.reserve(count)
      unsafe table.append(PieceRows(all: lines, count: count), in: nil)
      return table
    }
  }

  /// A unit with the files of a header, good until the next call.
  func unit(withHeaderOf program: LineProgram, directory: String?) -> LineImage.Unit? {
    slot?.unit(withHeaderOf: program, directory: directory)
  }
}

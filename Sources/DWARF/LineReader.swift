internal import CLibdw

/// Reads line tables through libdw (DWARF 5, 6.2): piece by piece where a table can be cut, as that takes memory for a piece only, else
/// as a whole. It has one owner and is used by one thread at a time: libdw's handles are not safe to share.
final class LineReader {
  private let sections: DebugSections
  private let slot: LineSlot?
  private lazy var whole: LibdwHandle? = sections.openLibdw()
  /// The header that the slot holds, with libdw on it.
  private var header: (key: HeaderKey, handle: LibdwHandle)?

  private struct HeaderKey: Equatable {
    var offset: Int
    var directory: String?
  }

  /// Reads from the sections.
  init(_ sections: DebugSections) {
    self.sections = sections
    slot = sections.takeSlot()
  }

  /// The line table of a unit; nil when libdw cannot read it to its end. With `wanted`, which is sorted and does not overlap, only the
  /// rows that hold addresses in it, and perhaps others. Relative paths are joined with the unit's compilation directory.
  func lines(of unit: Unit, in wanted: [ClosedRange<UInt64>]? = nil) -> (table: LineTable, files: LineFiles)? {
    guard let offset = unit.lineTable else { return nil }
    let size = Int(unit.encoding.addressSize)
    if let program = LineProgram(sections.line, at: offset, addressSize: size),
      let files = LineFiles(of: program, self, directory: unit.compilationDirectory),
      let table = rows(of: program, fileCount: files.count, in: wanted)
    {
      return (table, files)
    }
    return wholeTable(of: unit)
  }

  /// The rows of a table that is read piece by piece; nil when it is damaged, or not to be cut.
  private func rows(of program: LineProgram, fileCount: Int, in wanted: [ClosedRange<UInt64>]?) -> LineTable? {
    guard let slot else { return nil }
    var table = LineTable()
    if wanted == nil { table.reserve(program.likelyRows) }
    var registers: LineSlot.Registers?
    var start = program.start
    while true {
      guard let piece = program.piece(from: start, isOpen: registers != nil),
        let handle = slot.open(piece, of: program, files: max(0, fileCount - 1), after: registers)
      else { return nil }
      let end = unsafe handle.withLines(ofUnitAt: LibdwHandle.onlyUnit) { lines, count in
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
    return table
  }

  /// What is kept of a piece after its handle.
  private struct PieceEnd {
    var registers: LineSlot.Registers?
  }

  private func wholeTable(of unit: Unit) -> (table: LineTable, files: LineFiles)? {
    guard let whole else { return nil }
    let table = unsafe whole.withLines(ofUnitAt: unit.firstEntry) { lines, count in
      var table = LineTable()
      table.reserve(count)
      unsafe table.append(PieceRows(all: lines, count: count), in: nil)
      return table
    }
    return table.map { ($0, LineFiles(ofUnitAt: unit.firstEntry, whole, directory: unit.compilationDirectory)) }
  }

  /// libdw on the header of a table, which stays as it is until another one is asked for.
  func handle(onHeaderOf program: LineProgram, directory: String?) -> LibdwHandle? {
    let key = HeaderKey(offset: program.start, directory: directory)
    if let header, header.key == key { return header.handle }
    header = nil
    guard let handle = slot?.open(headerOf: program, directory: directory) else { return nil }
    header = (key, handle)
    return handle
  }
}

/// The rows that libdw made of one piece of a line table, or of a whole one. Valid as long as libdw's handle.
@safe struct PieceRows {
  private let lines: OpaquePointer
  /// The number of rows.
  let count: Int
  /// The registers behind the last row of a piece that ends inside a sequence.
  let registers: LineSlot.Registers?

  /// The rows of a piece that a `LineSlot` put together, without those it added; nil when they are not as expected.
  @unsafe init?(_ lines: OpaquePointer, count: Int, highest: UInt64, isOpen: Bool) {
    unsafe self.lines = unsafe lines
    var count = count
    while count > 0, unsafe Self.address(of: dwarf_onesrcline(lines, count - 1)) >= highest { count -= 1 }
    guard isOpen else {
      self.count = count
      registers = nil
      return
    }
    // The row that tells the registers equals the one before it, so that it may stay.
    var found: OpaquePointer?
    for index in stride(from: count - 1, through: 0, by: -1) {
      var set: CUnsignedInt = 0
      let line = unsafe dwarf_onesrcline(lines, index)
      guard unsafe dwarf_lineisa(line, &set) == 0, set == 1 else { continue }
      unsafe found = unsafe line
      if index == count - 1 { count -= 1 }
      break
    }
    guard let line = unsafe found else { return nil }
    let row = unsafe Self.row(line)
    guard row.line != UInt32(bitPattern: .min), row.file != .max else { return nil }
    registers = unsafe LineSlot.Registers(
      address: Self.address(of: line), file: UInt64(row.file), line: Int64(Int32(bitPattern: row.line)),
      column: UInt64(row.column))
    self.count = count
  }

  /// All rows of a table.
  @unsafe init(all lines: OpaquePointer, count: Int) {
    unsafe self.lines = unsafe lines
    self.count = count
    registers = nil
  }

  /// The address of a row.
  @inline(__always) func address(at index: Int) -> UInt64 { unsafe Self.address(of: dwarf_onesrcline(lines, index)) }

  /// A row.
  @inline(__always) func row(at index: Int) -> LineTable.Row { unsafe Self.row(dwarf_onesrcline(lines, index)) }

  @unsafe @inline(__always) private static func address(of line: OpaquePointer?) -> UInt64 {
    var address: Dwarf_Addr = 0
    _ = unsafe dwarf_lineaddr(line, &address)
    return address
  }

  @unsafe @inline(__always) private static func row(_ line: OpaquePointer?) -> LineTable.Row {
    var number: CInt = 0
    var column: CInt = 0
    var ends = false
    var files: OpaquePointer?
    var file = -1
    _ = unsafe dwarf_lineno(line, &number)
    _ = unsafe dwarf_linecol(line, &column)
    _ = unsafe dwarf_lineendsequence(line, &ends)
    _ = unsafe dwarf_line_file(line, &files, &file)
    return .init(
      file: UInt32(truncatingIfNeeded: file), line: UInt32(truncatingIfNeeded: number),
      column: UInt32(truncatingIfNeeded: column), endsSequence: ends)
  }

  /// The number of leading rows that do not begin behind `address`, of those from `start` on.
  func upperBound(_ address: UInt64, from start: Int) -> Int {
    var low = start
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self.address(at: middle) <= address { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

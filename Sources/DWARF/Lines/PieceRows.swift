internal import Bytes
internal import CLibdw

/// The rows that libdw made of one piece of a line table, or of a whole one. Valid as long as libdw's handle.
@safe struct PieceRows {
  private let lines: OpaquePointer
  /// The number of rows.
  let count: Int
  /// The registers after the last row of a piece that ends inside a sequence.
  let registers: LibdwLineBuffer.Registers?
  /// The row that a `LibdwLineBuffer` added to get the registers, if it is among the others.
  let added: Int?

  /// The rows of a piece that a `LibdwLineBuffer` assembled, without those it added. Returns nil if they are not as expected. Rows of
  /// the table itself at `highest` and above are dropped with the end of sequence that the slot added there: no code is at such
  /// addresses.
  @unsafe init?(_ lines: OpaquePointer, count: Int, highest: UInt64, isOpen: Bool) {
    unsafe self.lines = unsafe lines
    var count = count
    while count > 0, unsafe Self.address(of: dwarf_onesrcline(lines, count - 1)) >= highest { count -= 1 }
    guard isOpen else {
      self.count = count
      (registers, added) = (nil, nil)
      return
    }
    var found: OpaquePointer?
    var added: Int?
    for index in stride(from: count - 1, through: 0, by: -1) {
      var set: CUnsignedInt = 0
      let line = unsafe dwarf_onesrcline(lines, index)
      guard unsafe dwarf_lineisa(line, &set) == 0, set == 1 else { continue }
      unsafe found = unsafe line
      if index == count - 1 { count -= 1 } else { added = index }
      break
    }
    guard let line = unsafe found else { return nil }
    let row = unsafe Self.row(line)
    guard row.line != UInt32(bitPattern: .min), row.file != .max else { return nil }
    registers = unsafe LibdwLineBuffer.Registers(
      address: Self.address(of: line), file: UInt64(row.file), line: Int64(Int32(bitPattern: row.line)),
      column: UInt64(row.column))
    self.count = count
    self.added = added
  }

  /// All rows of a table.
  @unsafe init(all lines: OpaquePointer, count: Int) {
    unsafe self.lines = unsafe lines
    self.count = count
    (registers, added) = (nil, nil)
  }

  /// Returns the address of a row.
  @inline(__always) func address(at index: Int) -> UInt64 { unsafe Self.address(of: dwarf_onesrcline(lines, index)) }

  /// Returns a row.
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

  /// Returns the number of leading rows, from `start` on, that do not begin after `address`.
  func upperBound(_ address: UInt64, from start: Int) -> Int {
    (start..<max(start, count)).partitionPoint { self.address(at: $0) > address }
  }
}

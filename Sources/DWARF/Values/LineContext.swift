internal import CLibdw

/// What the line table says of a function and of an instruction in it.
struct LineContext {
  /// A line of a file, by the file's number in the table.
  struct Position {
    var file: UInt64
    var line: UInt64
  }

  /// The first address after the code that sets the function's frame up, or nil if the table does not show it.
  private(set) var bodyStart: UInt64?
  /// The line of the instruction, or nil if unknown.
  private(set) var position: Position?

  /// Reads the table of the unit with a root entry. `code` is the code of the function, which holds `address`.
  init(_ handle: LibdwHandle, unit: Int, _ code: Range<UInt64>, at address: UInt64) {
    let found = unsafe handle.withLines(ofUnitAt: unit) { lines, count in
      unsafe Self.read(lines, count, code, address)
    }
    (bodyStart, position) = found ?? (nil, nil)
  }

  /// The table is sorted by address. Compilers that do not mark the end of the prologue begin the body with a second row (gdb decides
  /// alike).
  @unsafe private static func read(_ lines: OpaquePointer, _ count: Int, _ code: Range<UInt64>, _ address: UInt64)
    -> (UInt64?, Position?)
  {
    var (rows, marked, second): (Int, UInt64?, UInt64?) = (0, nil, nil)
    var position: Position?
    for index in unsafe firstRow(from: code.lowerBound, lines, count)..<count {
      guard let row = unsafe dwarf_onesrcline(lines, index), let place = unsafe Self.address(row), place < code.upperBound,
        place <= address || marked == nil
      else { break }
      if unsafe flag(row, dwarf_lineendsequence) { continue }
      if unsafe marked == nil && flag(row, dwarf_lineprologueend) { marked = place }
      rows += 1
      if rows == 2 { second = place }
      if place <= address, let line = unsafe Self.position(row), line.line != 0 { position = line }
    }
    return (marked ?? second, position)
  }

  @unsafe private static func flag(
    _ row: OpaquePointer, _ ask: (OpaquePointer?, UnsafeMutablePointer<Bool>) -> Int32
  ) -> Bool {
    var flag = false
    return unsafe ask(row, &flag) == 0 && flag
  }

  /// Returns the position of the first row that is not before an address.
  @unsafe private static func firstRow(from address: UInt64, _ lines: OpaquePointer, _ count: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      guard let row = unsafe dwarf_onesrcline(lines, middle), let place = unsafe Self.address(row) else { return count }
      if place < address { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @unsafe private static func address(_ row: OpaquePointer) -> UInt64? {
    var address: Dwarf_Addr = 0
    return unsafe dwarf_lineaddr(row, &address) == 0 ? address : nil
  }

  @unsafe private static func position(_ row: OpaquePointer) -> Position? {
    var line: Int32 = 0
    var file = 0
    var files: OpaquePointer?
    guard unsafe dwarf_lineno(row, &line) == 0, unsafe dwarf_line_file(row, &files, &file) == 0, line >= 0, file >= 0 else {
      return nil
    }
    return Position(file: UInt64(file), line: UInt64(line))
  }
}

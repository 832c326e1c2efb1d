internal import CLibdw

/// The rows of one unit's line table, sorted by address, as flat arrays (DWARF 5, 6.2).
struct LineTable {
  /// One row.
  struct Row {
    /// The file's position in the table's file list.
    var file: UInt32
    /// The line; 0 for code without a source line.
    var line: UInt32
    /// The column; 0 when unknown.
    var column: UInt32
    /// Whether the row only marks the end of a sequence of code.
    var endsSequence: Bool
  }

  private(set) var addresses: [UInt64] = []
  private(set) var rows: [Row] = []

  /// The row that holds an address: the last one that does not begin after it, unless that one ends a sequence.
  func row(at address: UInt64) -> Int? {
    var low = 0
    var high = addresses.count
    while low < high {
      let middle = (low + high) / 2
      if addresses[middle] <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, !rows[low - 1].endsSequence else { return nil }
    return low - 1
  }

  /// The nearest row before `position` that has a line and code, lies in `ranges` and passes `accepts`, with no gap between; nil
  /// when there is none.
  func earlierRow(before position: Int, in ranges: [Range<UInt64>], accepts: (UInt64) -> Bool) -> Int? {
    let lowest = ranges.map(\.lowerBound).min() ?? 0
    var candidate = position - 1
    var next = position
    while candidate >= 0, addresses[candidate] >= lowest {
      let address = addresses[candidate]
      let hasCode = address < addresses[next]
      if rows[candidate].endsSequence {
        // Another sequence may begin where this one ends.
        if hasCode { return nil }
      } else if hasCode {
        if rows[candidate].line != 0, ranges.contains(where: { $0.contains(address) }), accepts(address) { return candidate }
        next = candidate
      }
      candidate -= 1
    }
    return nil
  }

  mutating func append(address: UInt64, row: Row) {
    addresses.append(address)
    rows.append(row)
  }

  mutating func reserve(_ count: Int) {
    addresses.reserveCapacity(count)
    rows.reserveCapacity(count)
  }
}

/// One libdw handle. It has one owner and is used by one thread at a time: libdw's handles are not safe to share.
@safe final class LineReader {
  private let sections: DebugSections
  private let elf: OpaquePointer
  private let dwarf: OpaquePointer

  /// Opens libdw on the sections; nil when it refuses them.
  init?(_ sections: DebugSections) {
    guard let handle = unsafe sections.openLibdw() else { return nil }
    self.sections = sections
    unsafe elf = unsafe handle.elf
    unsafe dwarf = unsafe handle.dwarf
  }

  deinit {
    _ = unsafe dwarf_end(dwarf)
    _ = unsafe elf_end(elf)
  }

  /// Decodes the line table of the unit whose root entry lies at `entry`; nil when it has none or libdw cannot read it.
  func lines(ofUnitAt entry: Int) -> (table: LineTable, files: LineFiles)? {
    var root = unsafe Dwarf_Die()
    guard unsafe dwarf_offdie(dwarf, Dwarf_Off(entry), &root) != nil else { return nil }
    var lines: OpaquePointer?
    var count = 0
    guard unsafe dwarf_getsrclines(&root, &lines, &count) == 0, let lines = unsafe lines else { return nil }
    var table = LineTable()
    table.reserve(count)
    for index in 0..<count {
      guard let line = unsafe dwarf_onesrcline(lines, index) else { continue }
      var address: Dwarf_Addr = 0
      var number: CInt = 0
      var column: CInt = 0
      var ends = false
      var files: OpaquePointer?
      var file = 0
      _ = unsafe dwarf_lineaddr(line, &address)
      _ = unsafe dwarf_lineno(line, &number)
      _ = unsafe dwarf_linecol(line, &column)
      _ = unsafe dwarf_lineendsequence(line, &ends)
      _ = unsafe dwarf_line_file(line, &files, &file)
      table.append(
        address: address,
        row: .init(
          file: UInt32(truncatingIfNeeded: file), line: UInt32(truncatingIfNeeded: number),
          column: UInt32(truncatingIfNeeded: column),
          endsSequence: ends))
    }
    return unsafe (table, files(of: &root))
  }

  @unsafe private func files(of root: inout Dwarf_Die) -> LineFiles {
    var files: OpaquePointer?
    var count = 0
    guard unsafe dwarf_getsrcfiles(&root, &files, &count) == 0, let files = unsafe files else { return LineFiles(paths: []) }
    var paths: [String] = []
    paths.reserveCapacity(count)
    for index in 0..<count {
      let path = unsafe dwarf_filesrc(files, index, nil, nil)
      paths.append(unsafe path.map { unsafe String(cString: $0) } ?? "")
    }
    return LineFiles(paths: paths)
  }
}

/// The file list of a line table. Positions are those of `DW_AT_call_file` and of the rows, whatever the DWARF version.
struct LineFiles {
  /// As libdw gives them: joined with their directory, and relative to the compilation directory in DWARF 5.
  let paths: [String]

  /// The path at a position, joined with the compilation directory when it is relative; nil for positions outside the list
  /// and for the unnamed first entry of lists before DWARF 5.
  func path(at position: Int, compilationDirectory: String?) -> String? {
    guard position >= 0, position < paths.count else { return nil }
    // libdw puts a slash between the root directory and a name, too.
    let path = paths[position].hasPrefix("//") ? String(paths[position].dropFirst()) : paths[position]
    guard !path.isEmpty, path != "???" else { return nil }
    guard !path.hasPrefix("/"), let directory = compilationDirectory, !directory.isEmpty else { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
  }
}

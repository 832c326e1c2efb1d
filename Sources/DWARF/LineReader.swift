internal import CLibdw

/// One libdw handle, which decodes line tables (DWARF 5, 6.2). It has one owner and is used by one thread at a time: libdw's handles
/// are not safe to share.
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

  /// Decodes the line table of the unit whose root entry lies at `entry`; nil when libdw cannot read it to its end. Relative paths are
  /// joined with `directory`, the unit's compilation directory.
  func lines(ofUnitAt entry: Int, compilationDirectory directory: String?) -> (table: LineTable, files: LineFiles)? {
    var root = unsafe Dwarf_Die()
    guard unsafe dwarf_offdie(dwarf, Dwarf_Off(entry), &root) != nil else { return nil }
    var lines: OpaquePointer?
    var count = 0
    guard unsafe dwarf_getsrclines(&root, &lines, &count) == 0, let lines = unsafe lines else { return nil }
    var table = LineTable()
    table.reserve(count)
    for index in 0..<count {
      guard let line = unsafe dwarf_onesrcline(lines, index) else { continue }
      unsafe append(line, to: &table)
    }
    var files: OpaquePointer?
    var fileCount = 0
    guard unsafe dwarf_getsrcfiles(&root, &files, &fileCount) == 0, let files = unsafe files else { return (table, LineFiles()) }
    return unsafe (table, LineFiles(files, count: fileCount, of: self, compilationDirectory: directory))
  }

  @unsafe @inline(__always) private func append(_ line: OpaquePointer, to table: inout LineTable) {
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
        column: UInt32(truncatingIfNeeded: column), endsSequence: ends))
  }
}

/// The file list of a line table. Positions are those of `DW_AT_call_file` and of the rows, whatever the DWARF version. Paths are
/// made when they are first asked for. Used by the thread of its reader only.
@safe final class LineFiles {
  private enum Path {
    case unread
    case known(String?)
  }

  private let reader: LineReader?
  private let files: OpaquePointer?
  private let directory: String?
  private var paths: [Path]

  /// Wraps a list of libdw's, which lives as long as `reader`.
  @unsafe init(_ files: OpaquePointer, count: Int, of reader: LineReader, compilationDirectory: String?) {
    self.reader = reader
    unsafe self.files = unsafe files
    directory = compilationDirectory
    paths = Array(repeating: .unread, count: count)
  }

  /// No files.
  init() {
    reader = nil
    unsafe files = nil
    directory = nil
    paths = []
  }

  /// The number of positions.
  var count: Int { paths.count }

  /// The path at a position, joined with its directory and the compilation directory; nil for positions outside the list and for
  /// the unnamed first entry of lists before DWARF 5.
  func path(at position: Int) -> String? {
    guard paths.indices.contains(position) else { return nil }
    if case .known(let path) = paths[position] { return path }
    let path = makePath(position)
    paths[position] = .known(path)
    return path
  }

  /// libdw joins a name with its directory; in DWARF 5 the result may still be relative, and that of directory 0 begins with the
  /// compilation directory even then.
  private func makePath(_ position: Int) -> String? {
    guard let files = unsafe files, let text = unsafe dwarf_filesrc(files, position, nil, nil) else { return nil }
    let name = unsafe String(cString: text)
    // libdw puts a slash between the root directory and a name, too.
    let path = name.hasPrefix("//") ? String(name.dropFirst()) : name
    guard !path.isEmpty, path != "???" else { return nil }
    guard !path.hasPrefix("/"), let directory, !directory.isEmpty else { return path }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return !directory.hasPrefix("/") && path.hasPrefix(prefix) ? path : prefix + path
  }
}

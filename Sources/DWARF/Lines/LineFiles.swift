internal import CLibdw

/// The file list of a line table. Positions are those of `DW_AT_call_file` and of the rows, whatever the DWARF version. Paths are
/// created on first use. Used by the thread of its reader only.
final class LineFiles {
  private enum Path {
    case unread
    case known(String?)
  }

  private enum Source {
    case none
    /// A whole table, given by its unit's root entry.
    case unit(LibdwHandle, entry: Int)
    /// A header by itself.
    case header(LineProgram, LineReader)
  }

  private let source: Source
  private let directory: String?
  private var paths: [Path]

  /// The files of the table that `handle` has read of the unit whose root entry is at `entry`.
  init(ofUnitAt entry: Int, _ handle: LibdwHandle, directory: String?) {
    source = .unit(handle, entry: entry)
    self.directory = directory
    paths = unsafe Array(repeating: .unread, count: handle.files(ofUnitAt: entry)?.count ?? 0)
  }

  /// The files of a header, through the reader's handle. Returns nil if libdw cannot read it.
  init?(of program: LineProgram, _ reader: LineReader, directory: String?) {
    guard let unit = reader.unit(withHeaderOf: program, directory: directory),
      let files = unsafe unit.handle.files(ofUnitAt: unit.entry)
    else { return nil }
    source = .header(program, reader)
    self.directory = directory
    paths = unsafe Array(repeating: .unread, count: files.count)
  }

  /// No files.
  init() {
    source = .none
    directory = nil
    paths = []
  }

  /// The number of positions.
  var count: Int { paths.count }

  /// Returns the path at a position, joined with its directory and the compilation directory, or nil for positions outside the
  /// list and for the unnamed first entry of lists before DWARF 5.
  func path(at position: Int) -> String? {
    guard paths.indices.contains(position) else { return nil }
    if case .known(let path) = paths[position] { return path }
    let path = makePath(position)
    paths[position] = .known(path)
    return path
  }

  private func recordedPath(_ position: Int) -> String? {
    switch source {
    case .none: nil
    case .unit(let handle, let entry): Self.text(handle, entry, position)
    case .header(let program, let reader):
      reader.unit(withHeaderOf: program, directory: directory).flatMap { Self.text($0.handle, $0.entry, position) }
    }
  }

  private static func text(_ handle: LibdwHandle, _ entry: Int, _ position: Int) -> String? {
    guard let files = unsafe handle.files(ofUnitAt: entry), let text = unsafe dwarf_filesrc(files.list, position, nil, nil) else {
      return nil
    }
    return unsafe String(cString: text)
  }

  /// libdw joins a name with its directory; in DWARF 5 the result may still be relative, and that of directory 0 begins with the
  /// compilation directory even then.
  private func makePath(_ position: Int) -> String? {
    guard let name = recordedPath(position) else { return nil }
    // libdw puts a slash between the root directory and a name, too.
    let path = name.hasPrefix("//") ? String(name.dropFirst()) : name
    guard !path.isEmpty, path != "???" else { return nil }
    guard !path.hasPrefix("/"), let directory, !directory.isEmpty else { return path }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return !directory.hasPrefix("/") && path.hasPrefix(prefix) ? path : prefix + path
  }
}

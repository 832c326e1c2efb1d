/// The file list of a line table. Positions are those of `DW_AT_call_file` and of the rows, whatever the DWARF version. Paths are
/// made when they are first asked for. Used by one thread at a time.
final class LineFiles {
  /// One file as the list has it.
  struct Entry {
    var name: AttributeValue
    /// The position in the list of directories.
    var directory: Int
  }

  private enum Path {
    case unread
    case known(String?)
  }

  private let directories: [AttributeValue]
  private let entries: [Entry]
  private let context: UnitContext?
  private var paths: [Path]

  /// Wraps the lists of a line table of the unit of `context`.
  init(directories: [AttributeValue], entries: [Entry], context: UnitContext) {
    self.directories = directories
    self.entries = entries
    self.context = context
    paths = Array(repeating: .unread, count: entries.count)
  }

  /// No files.
  init() { (directories, entries, context, paths) = ([], [], nil, []) }

  /// The number of positions.
  var count: Int { entries.count }

  /// The path at a position, joined with its directory and the compilation directory; nil for positions outside the list and for
  /// the unnamed first entry of lists before DWARF 5.
  func path(at position: Int) -> String? {
    guard position >= 0, position < paths.count else { return nil }
    if case .known(let path) = paths[position] { return path }
    let path = makePath(entries[position])
    paths[position] = .known(path)
    return path
  }

  private func makePath(_ entry: Entry) -> String? {
    guard var path = text(entry.name), !path.isEmpty else { return nil }
    var isComplete = Self.isAbsolute(path)
    if !isComplete, directories.indices.contains(entry.directory), let directory = text(directories[entry.directory]) {
      path = Self.joined(directory, path)
      // The first directory of DWARF 5 is the compilation directory itself, which may be relative.
      isComplete = entry.directory == 0 || Self.isAbsolute(path)
    }
    guard !isComplete, let directory = context?.unit.compilationDirectory else { return path }
    return Self.joined(directory, path)
  }

  private func text(_ value: AttributeValue) -> String? {
    if case .inlineText(let offset) = value { return context?.line.text(at: offset) }
    return context?.text(value)
  }

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  private static func joined(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : directory.utf8.last == UInt8(ascii: "/") ? directory + name : directory + "/" + name
  }
}

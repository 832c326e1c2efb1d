/// Paths as plain strings with `/` between components. Nothing here accesses the disk.
package enum Path {
  /// Returns the part after the last `/` (a trailing `/` ignored), or the whole path if there is none.
  package static func lastComponent(of path: String) -> String {
    let units = path.utf8.span
    let slash = UInt8(ascii: "/")
    let end = units.count > 1 && units[units.count - 1] == slash ? units.count - 1 : units.count
    var start = end
    while start > 0, units[start - 1] != slash { start -= 1 }
    if end == 1 { start = 0 }
    guard start > 0 || end < units.count else { return path }
    let utf8 = path.utf8
    return String(path[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)])
  }

  /// Returns the part before the last `/`: `.` for a bare name, `/` for a name in the root, empty only for an empty path.
  package static func parent(of path: String) -> String {
    let trimmed = path.utf8.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
    guard !trimmed.isEmpty, let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path.isEmpty ? "" : "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// Returns `name` inside `directory`, or `name` itself if it is absolute.
  package static func join(_ directory: String, _ name: String) -> String {
    if name.hasPrefix("/") || directory.isEmpty { return name }
    return directory.hasSuffix("/") ? directory + name : directory + "/" + name
  }
}

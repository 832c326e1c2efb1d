internal import System

/// Finds copies of reports in Xcode's directories of crashes (`X.xccrashpoint/Filters/FILTER/Logs`): the symbolicated copies that
/// Xcode makes in `LocallySymbolicated`, and reports that several filters have.
struct OrganizerCopies {
  /// The names and sizes of the reports of one `.xccrashpoint`.
  private struct Report: Hashable {
    let point: String
    let name: String
    let size: Int
  }

  private var known: Set<Report> = []

  /// Returns whether a file is the copy of a report that is read, and remembers it otherwise. Files must come in the order of the
  /// directory's listing.
  mutating func isCopy(_ path: String, _ status: FileSystem.Status) -> Bool {
    let folder = Path.parent(of: path)
    let name = Path.lastComponent(of: path)
    if Path.lastComponent(of: folder) == "LocallySymbolicated" {
      return FileSystem.status(Path.join(Path.parent(of: folder), name))?.kind == .file
    }
    guard Path.lastComponent(of: folder) == "Logs", let point = Self.point(of: folder) else { return false }
    return !known.insert(Report(point: point, name: name, size: status.size)).inserted
  }

  /// Returns the path up to the directory whose name ends in `.xccrashpoint`, or nil outside of one.
  private static func point(of folder: String) -> String? {
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    return parts.lastIndex { $0.hasSuffix(".xccrashpoint") }.map { parts[...$0].joined(separator: "/") }
  }
}

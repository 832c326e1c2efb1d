package import SymbolModel
package import System

/// The directory of index files: one file per image and fingerprint, found by one path lookup. Several processes may use it at
/// once: files are written to a temporary name and renamed, and a second process replaces equal contents.
package struct IndexCache: Sendable {
  /// The directory, which need not exist.
  package let folder: String
  /// The maximum total size of the index files in bytes.
  package let budget: Int

  /// Returns the usual directory, `$XDG_CACHE_HOME/symbolicate/index-1` or the same below `~/.cache`, with a limit of 8 GB or
  /// `$SYMBOLICATE_INDEX_BUDGET` bytes, or nil if neither variable nor home directory is known.
  package static func standard() -> IndexCache? {
    guard let folder = CacheDirectory.path("index-1") else { return nil }
    let budget = Environment.variable("SYMBOLICATE_INDEX_BUDGET").flatMap { Int($0) } ?? 8 << 30
    return IndexCache(folder: folder, budget: budget)
  }

  /// Uses a directory.
  package init(folder: String, budget: Int) {
    self.folder = folder
    self.budget = budget
  }

  /// Returns the path of the index of an image that was built from files with this fingerprint.
  package func path(of id: ImageID, fingerprint: UInt64) -> String {
    let hex = id.hex
    return Path.join(folder, "\(hex.prefix(2))/\(hex.dropFirst(2))-\(String(fingerprint, radix: 16)).symidx")
  }

  /// Returns the index of an image, or nil if there is no usable one. Removes one that is damaged or of another version. Marks
  /// the file as used, at most once an hour.
  package func find(_ id: ImageID, fingerprint: UInt64) -> SymbolIndex? {
    let path = path(of: id, fingerprint: fingerprint)
    guard let status = FileSystem.status(path), status.kind == .file else { return nil }
    do throws(SymbolIndex.Refusal) {
      let index = try SymbolIndex(path: path, fingerprint: fingerprint)
      FileSystem.touch(path, ifOlderThan: 3600)
      return index
    } catch {
      FileSystem.remove(path)
      return nil
    }
  }

  /// Stores an index, given as the parts of its file, and opens it. Throws if the directory cannot be written.
  package func add(_ parts: [[UInt8]], of id: ImageID, fingerprint: UInt64) throws(SystemError) -> SymbolIndex? {
    let path = path(of: id, fingerprint: fingerprint)
    try FileSystem.makeDirectories(Path.parent(of: path))
    try FileSystem.replace(path, withParts: parts)
    CacheDirectory.prune(folder, to: budget, keeping: path)
    return try? SymbolIndex(path: path, fingerprint: fingerprint)
  }
}

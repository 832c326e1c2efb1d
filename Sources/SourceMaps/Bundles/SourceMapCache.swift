internal import Bytes
internal import System

/// A directory with the flat forms of source maps that were used before: one file for each state of a map's file. Several
/// processes may use one cache at once; it may be deleted at any time.
package struct SourceMapCache: Sendable {
  /// The directory, which need not exist.
  package let folder: String
  /// The maximum number of bytes that are kept; the least recently used files are removed first.
  package let budget: Int

  /// Returns the usual directory, `$XDG_CACHE_HOME/symbolicate/maps-1` or the same below `~/.cache`, with room for 2 GB, or nil
  /// if neither variable nor home directory is known.
  package static func standard() -> SourceMapCache? {
    CacheDirectory.path("maps-1").map { SourceMapCache(folder: $0, budget: 2 << 30) }
  }

  /// Uses a directory.
  package init(folder: String, budget: Int) {
    self.folder = folder
    self.budget = budget
  }

  /// Returns the path of the flat form of a map file in one state: path, size, time of modification and inode make the name.
  func path(of map: String, _ status: FileSystem.Status) -> String {
    var hash = ContentHash()
    hash.add(Array((FileSystem.realPath(map) ?? map).utf8))
    for number in [UInt64(bitPattern: Int64(status.size)), UInt64(bitPattern: status.modified), status.inode, status.device] {
      hash.add(number)
    }
    return Path.join(folder, "\(hash.hex).symmap")
  }

  /// Returns the map of a file, from its flat form, or nil if there is no valid one. A damaged one is removed.
  func find(_ map: String, _ status: FileSystem.Status) -> SourceMap? {
    let path = path(of: map, status)
    guard FileSystem.status(path)?.kind == .file, let memory = try? MappedMemory(path: path) else { return nil }
    guard let found = try? SourceMap(flatForm: ByteSlice(memory), isChecked: true) else {
      FileSystem.remove(path)
      return nil
    }
    FileSystem.touch(path, ifOlderThan: 3600)
    return found
  }

  /// Keeps a flat form. Ignores a cache that cannot be written: the next run decodes the map again.
  func add(_ flat: FlatMap, _ map: String, _ status: FileSystem.Status) {
    let path = path(of: map, status)
    do throws(SystemError) {
      try FileSystem.makeDirectories(folder)
      try FileSystem.replace(path, withParts: flat.parts)
      CacheDirectory.prune(folder, to: budget, keeping: path)
    } catch { return }
  }
}

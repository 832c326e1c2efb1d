/// A directory of files in the user's cache, of which the least recently used go first. Several processes may use it at once; it may
/// be deleted at any time.
package enum CacheDirectory {
  /// Returns the directory `name` in `$XDG_CACHE_HOME/symbolicate` or `~/.cache/symbolicate`, or nil if neither variable nor home
  /// directory is known. It need not exist.
  package static func path(_ name: String) -> String? {
    Environment.userDirectory("XDG_CACHE_HOME", or: ".cache").map { Path.join($0, "symbolicate/" + name) }
  }

  /// Removes the least recently used files of a directory and its subdirectories, one level deep, until the rest takes at most
  /// `budget` bytes. The file `kept` stays.
  package static func prune(_ directory: String, to budget: Int, keeping kept: String) {
    let files = self.files(in: directory, depth: 1)
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used }) where total > budget && file.path != kept {
      FileSystem.remove(file.path)
      total -= file.size
    }
  }

  private static func files(in directory: String, depth: Int) -> [(path: String, size: Int, used: Int64)] {
    ((try? FileSystem.names(in: directory)) ?? []).flatMap { name in
      let path = Path.join(directory, name)
      guard let status = FileSystem.status(path) else { return [(path: String, size: Int, used: Int64)]() }
      switch status.kind {
      case .file: return [(path, status.size, status.modified)]
      case .directory where depth > 0: return files(in: path, depth: depth - 1)
      case .directory, .other: return []
      }
    }
  }
}

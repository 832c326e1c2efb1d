internal import System

/// Recognizes the files of shared caches by their first bytes and their names.
package enum CacheSearch {
  /// Returns whether a regular file begins as the files of shared caches do.
  package static func isCacheFile(_ path: String) -> Bool {
    CacheHeader.begins((try? FileSystem.beginning(of: path, limit: 16)) ?? [])
  }

  /// Returns whether a name may be that of a file of a shared cache, also of one whose contents are no longer recognizable.
  package static func isCacheName(_ path: String) -> Bool {
    let name = Path.lastComponent(of: path)
    return name.hasPrefix("dyld_shared_cache_") || name.hasPrefix("dyld_sim_shared_cache_")
  }

  /// Returns whether a file is the main one of its cache, by dyld's own test: the name has no dot, or ends in `.development` from
  /// the first dot on.
  package static func isMain(_ path: String) -> Bool {
    let name = Path.lastComponent(of: path)
    guard let dot = name.firstIndex(of: ".") else { return true }
    return name[dot...] == ".development"
  }

  /// Returns the path of the main file to which a subcache or a file of symbols belongs.
  package static func mainPath(of path: String) -> String {
    let name = Path.lastComponent(of: path)
    return Path.join(Path.parent(of: path), String(name.prefix { $0 != "." }))
  }
}

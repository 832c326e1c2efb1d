internal import SymbolStore

/// Where debug files are searched.
///
/// A debug file is used for an image only if its UUID or build ID is the same, so the order of locations changes nothing but speed.
public struct DebugFileLocations: Hashable, Sendable {
  /// Debug files, dSYM bundles, archives of them, and directories, which are searched recursively.
  public var paths: [String]
  /// The directory of a store that `symbolicate store` keeps, or a directory that is laid out by IDs, or nil for none. Of all
  /// locations a store is the fastest one.
  public var store: String?
  /// Whether the debug files of the system are used: `/usr/lib/debug`, and for ELF images their own paths.
  public var includesSystem: Bool
  /// The directory for what is cached about directories, archives and debug files from run to run, or nil for no cache. Several
  /// processes may share one.
  public var cache: String?

  /// Creates locations. By default only debug files in `paths` and in the store are found, and nothing is cached on the disk.
  public init(paths: [String] = [], store: String? = nil, includesSystem: Bool = false, cache: String? = nil) {
    self.paths = paths
    self.store = store
    self.includesSystem = includesSystem
    self.cache = cache
  }

  /// The locations that the command-line program uses by itself: the user's store and cache, the paths in
  /// `$SYMBOLICATE_SYMBOL_PATHS`, and the system.
  public static var standard: DebugFileLocations {
    let usual = SearchPaths(symbols: [], store: nil)
    return DebugFileLocations(paths: usual.pathVariable, store: usual.store, includesSystem: true, cache: usual.cacheFolder)
  }

  /// The same for the engine, which may read headers on this many threads.
  func searchPaths(jobs: Int) -> SearchPaths {
    var places = SearchPaths()
    places.symbols = paths
    places.store = store
    places.cacheFolder = cache
    places.usesImagePaths = includesSystem
    places.debugRoots = includesSystem ? ["/usr/lib/debug"] : []
    places.jobs = jobs
    return places
  }
}

internal import System

/// The search paths for debug files, apart from the directory of each report.
package struct SearchPaths: Sendable {
  /// Files and directories that the user named, searched recursively.
  package var symbols: [String] = []
  /// The directory of the store (`DebugStore`), or one that another tool laid out by IDs, or nil for none.
  package var store: String?
  /// Further directories, searched like `symbols`.
  package var pathVariable: [String] = []
  /// The system's roots of separate debug files, each with `.build-id` in it.
  package var debugRoots: [String] = []
  /// The cache of the debuginfod client, or nil for none.
  package var debuginfodCache: String?

  /// The directory of the user's cache for this program, or nil for none.
  package var cacheFolder: String?
  /// The number of threads that may read headers at once.
  package var jobs = 1

  /// Whether the servers of `$DEBUGINFOD_URLS` may be asked, which uses the network.
  package var debuginfodIsWanted = false

  /// The servers and the command that are asked for missing debug files.
  package var remote = RemoteSources()

  /// Whether the paths that reports give for images are looked at. Reports that nobody trusts must not choose which files are
  /// opened.
  package var usesImagePaths = true

  /// The directories that may be read, without symbolic links, or nil if every file may be. Symbolic links that lead out of them
  /// are not followed.
  package var confinement: [String]?

  /// The test of files that may be read, or nil if every file may be.
  var permission: (@Sendable (String) -> Bool)? {
    guard confinement != nil else { return nil }
    return { path in permits(path) }
  }

  /// Returns whether a file may be read.
  func permits(_ path: String) -> Bool {
    guard let confinement else { return true }
    guard let real = FileSystem.realPath(path) else { return false }
    return confinement.contains { real == $0 || real.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
  }

  /// Creates a value without search paths.
  package init() {}

  /// The usual search paths: those that the user named, and those of the environment (`$SYMBOLICATE_STORE`, `$XDG_DATA_HOME`,
  /// `$SYMBOLICATE_SYMBOL_PATHS`, `$DEBUGINFOD_CACHE_PATH`, `$XDG_CACHE_HOME`, `$HOME`).
  package init(symbols: [String], store: String?) {
    self.symbols = symbols
    self.store = Self.storePath(named: store)
    pathVariable = Environment.variable("SYMBOLICATE_SYMBOL_PATHS")?.split(separator: ":").map(String.init) ?? []
    debugRoots = ["/usr/lib/debug"]
    cacheFolder = Self.userCache
    jobs = Environment.processorCount
    debuginfodCache =
      Environment.variable("DEBUGINFOD_CACHE_PATH") ?? Self.home("XDG_CACHE_HOME", ".cache", "debuginfod_client")
  }

  /// Returns the directory of the store: the given one, else `$SYMBOLICATE_STORE`, else `symbolicate/store` in the user's data
  /// directory, or nil if the home directory is unknown.
  package static func storePath(named name: String?) -> String? {
    name ?? Environment.variable("SYMBOLICATE_STORE") ?? home("XDG_DATA_HOME", ".local/share", "symbolicate/store")
  }

  /// The user's cache for this program: `$XDG_CACHE_HOME/symbolicate`, or nil if the home directory is unknown.
  package static var userCache: String? { home("XDG_CACHE_HOME", ".cache", "symbolicate") }

  /// Returns a directory below one of the user's standard directories, or nil if neither the variable nor a home directory is
  /// known.
  private static func home(_ variable: String, _ fallback: String, _ name: String) -> String? {
    // A home directory that does not exist, as services have it, is not created.
    let isStated = Environment.variable(variable)?.hasPrefix("/") == true
    guard isStated || Environment.variable("HOME").map({ FileSystem.status($0)?.kind == .directory }) == true else { return nil }
    return Environment.userDirectory(variable, or: fallback).map { Path.join($0, name) }
  }
}

internal import System

/// Where debug files are looked for, apart from the folder of each report.
public struct SearchPlaces: Sendable {
  /// Files and folders that the user named, searched with all below them.
  public var symbols: [String] = []
  /// The folder of the store (`DebugStore`), or one laid out by IDs by another tool; nil for none.
  public var store: String?
  /// Further folders, searched like `symbols`.
  public var pathVariable: [String] = []
  /// The system's roots of detached debug files, each with `.build-id` in it.
  public var debugRoots: [String] = []
  /// The cache of the debuginfod client; nil for none.
  public var debuginfodCache: String?

  /// The folder of the user's cache for this program; nil for none.
  public var cacheFolder: String?
  /// The number of threads that may read headers at once.
  public var jobs = 1

  /// Whether the servers of `$DEBUGINFOD_URLS` may be asked, which uses the network.
  public var debuginfodIsWanted = false

  /// Nowhere.
  public init() {}

  /// The usual places: what the user named, and what the environment says (`$SYMBOLICATE_STORE`, `$XDG_DATA_HOME`,
  /// `$SYMBOLICATE_SYMBOL_PATHS`, `$DEBUGINFOD_CACHE_PATH`, `$XDG_CACHE_HOME`, `$HOME`).
  public init(symbols: [String], store: String?) {
    self.symbols = symbols
    self.store = Self.storePath(named: store)
    pathVariable = Environment.variable("SYMBOLICATE_SYMBOL_PATHS")?.split(separator: ":").map(String.init) ?? []
    debugRoots = ["/usr/lib/debug"]
    cacheFolder = Self.userCache
    jobs = Environment.processorCount
    debuginfodCache =
      Environment.variable("DEBUGINFOD_CACHE_PATH") ?? Self.home("XDG_CACHE_HOME", ".cache", "debuginfod_client")
  }

  /// The folder of the store: the one that was named, else `$SYMBOLICATE_STORE`, else `symbolicate/store` in the user's data; nil
  /// when the home is not known.
  public static func storePath(named name: String?) -> String? {
    name ?? Environment.variable("SYMBOLICATE_STORE") ?? home("XDG_DATA_HOME", ".local/share", "symbolicate/store")
  }

  /// The user's cache for this program: `$XDG_CACHE_HOME/symbolicate`; nil when the home is not known.
  public static var userCache: String? { home("XDG_CACHE_HOME", ".cache", "symbolicate") }

  /// A folder below one of the user's standard folders; nil when neither the variable nor a home is known.
  private static func home(_ variable: String, _ fallback: String, _ name: String) -> String? {
    if let folder = Environment.variable(variable) { return Path.join(folder, name) }
    // A home that is not there, as services have it, is not made.
    let folder = Environment.variable("HOME").flatMap { FileSystem.status($0)?.kind == .directory ? $0 : nil }
    return folder.map { Path.join(Path.join($0, fallback), name) }
  }
}

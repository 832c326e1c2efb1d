internal import System

/// What earlier runs found in directories and stores, in an SQLite file of the user's cache.
///
/// The front of the module `ScanCache`: nothing else in the program speaks SQL, and `Database` is the fence around the library.
///
/// The cache only saves time: it may be deleted at any moment, and a damaged file is rebuilt. Several processes may use one file
/// at once. If the file cannot be used, every method does nothing and returns nothing. It has one owner and is used by one
/// thread.
package final class ScanCache {
  /// The version of the tables and of their contents.
  private static let version: Int64 = 2
  private static let tables = [
    """
    CREATE TABLE files(path TEXT PRIMARY KEY, size INTEGER, modified INTEGER, inode INTEGER, facts BLOB) WITHOUT ROWID
    """,
    "CREATE TABLE shards(store TEXT, shard TEXT, modified INTEGER, PRIMARY KEY(store, shard)) WITHOUT ROWID",
    """
    CREATE TABLE entries(store TEXT, shard TEXT, folder TEXT, name TEXT, words TEXT, record BLOB,
      PRIMARY KEY(store, shard, folder)) WITHOUT ROWID
    """,
    "CREATE INDEX entryNames ON entries(store, name)",
  ]

  /// The time in nanoseconds for which a further change may leave a file's modification time the same. Data of files that changed
  /// more recently is not cached.
  package static let uncertainty: Int64 = 3_000_000_000

  private let path: String
  private let timeout: Int32
  private var database: Database?

  /// Opens the file at `path`; creates the directories around it. Returns nil if that is not possible. Waits at most `timeout`
  /// milliseconds for a process that writes; what is not cached in time is read again by the next run.
  package init?(path: String, timeout: Int32 = 3000) {
    self.path = path
    self.timeout = timeout
    guard (try? FileSystem.makeDirectories(Path.parent(of: path))) != nil else { return nil }
    database = Self.open(path, timeout)
    if database == nil { return nil }
  }

  /// Opens the file in the user's cache.
  package convenience init?(folder: String) { self.init(path: Path.join(folder, "scans.sqlite")) }

  private static func open(_ path: String, _ timeout: Int32) -> Database? {
    for attempt in 0..<2 {
      do throws(Database.Failure) {
        let database = try Database(path: path, timeout: timeout)
        try database.run("PRAGMA synchronous = OFF")
        try prepare(database)
        return database
      } catch {
        guard error.isDamage, attempt == 0 else { return nil }
        discard(path)
      }
    }
    return nil
  }

  /// Creates the tables, or recreates those of another version.
  private static func prepare(_ database: Database) throws(Database.Failure) {
    guard try version(of: database) != version else { return }
    try database.change { () throws(Database.Failure) in
      // Another process may have done it first.
      guard try Self.version(of: database) != version else { return }
      for name in ["files", "shards", "entries"] { try database.run("DROP TABLE IF EXISTS \(name)") }
      for table in tables { try database.run(table) }
      try database.run("PRAGMA user_version = \(version)")
    }
  }

  private static func version(of database: Database) throws(Database.Failure) -> Int64 {
    var version: Int64 = 0
    try database.run("PRAGMA user_version") { version = $0.number(0) }
    return version
  }

  private static func discard(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { _ = try? FileSystem.removeFile(path + suffix) }
  }

  /// Runs `body`. Returns nil if it fails. A file that turns out to be damaged is recreated for the next call.
  func attempt<Result>(_ body: (Database) throws(Database.Failure) -> Result) -> Result? {
    guard let database else { return nil }
    do throws(Database.Failure) {
      return try body(database)
    } catch {
      if error.isDamage {
        self.database = nil
        Self.discard(path)
        self.database = Self.open(path, timeout)
      }
      return nil
    }
  }
}

package import SymbolModel
package import System

/// A store of debug files: the file system is the database.
///
/// A store has a directory for the first two hexadecimal digits of an ID, in it one for the rest, and in that one for every file
/// with the ID, named by a hash of the file's contents. The last directory holds the file and `info.json`:
///
///     ab/cdef0123456789abcdef0123456789/53f8a2c1d0e4b697/info.json
///                                                       /Shop
///
/// An entry appears complete, by one rename, and never changes afterwards. So any number of readers and writers, also on other
/// machines, can use one store without locks. A process that is killed leaves at most a directory whose name begins with a dot
/// (`prune` removes those). Entries are moved from and to such directories inside the directory of the first two digits, so that
/// its modification time changes with every entry and shows whether a cached listing is up to date.
package struct DebugStore: Hashable, Sendable {
  /// The store's directory.
  package let path: String

  /// Uses a directory, which need not exist yet.
  package init(path: String) { self.path = path }

  /// One file of a store.
  package struct Entry: Hashable, Sendable {
    /// The entry's directory.
    package let folder: String
    package let record: StoreRecord

    /// Creates the entry.
    package init(folder: String, record: StoreRecord) {
      self.folder = folder
      self.record = record
    }

    /// The path of the contents.
    package var path: String {
      switch record.place {
      case .stored(let name): Path.join(folder, name)
      case .linked(let path): path
      }
    }
  }

  /// Returns the directory of an ID.
  package func folder(of id: ImageID) -> String { Path.join(path, Self.shard(of: id) + "/" + Self.rest(of: id)) }

  /// Returns the files with an ID, the best contents first; of equal ones, the file that was added first. Lists one directory and
  /// reads one small file per entry.
  package func entries(of id: ImageID, _ unread: UnreadFiles? = nil) -> [Entry] { entries(in: folder(of: id), unread) }

  /// Returns files with one ID, best first.
  static func sorted(_ entries: [Entry]) -> [Entry] {
    entries.sorted {
      ($1.record.quality, $0.record.added, $0.record.key) < ($0.record.quality, $1.record.added, $1.record.key)
    }
  }

  /// Returns the readable entries in the directory of one ID, best first.
  func entries(in folder: String, _ unread: UnreadFiles?) -> [Entry] {
    Self.sorted(
      Self.names(in: folder, unread).compactMap { name in
        name.hasPrefix(".") ? nil : Self.entry(in: Path.join(folder, name), unread)
      })
  }

  /// Returns the names in a directory of a store.
  static func names(in folder: String, _ unread: UnreadFiles?) -> [String] {
    do throws(SystemError) { return try FileSystem.names(in: folder) } catch {
      unread?.note(error)
      return []
    }
  }

  /// Returns the status of a file or directory in a store, or nil if there is none.
  static func status(of path: String, _ unread: UnreadFiles) -> FileSystem.Status? {
    do throws(SystemError) { return try FileSystem.existing(path) } catch {
      unread.note(error)
      return nil
    }
  }

  /// Returns the entry in a directory, or nil if there is no readable one.
  static func entry(in folder: String, _ unread: UnreadFiles? = nil) -> Entry? {
    let path = Path.join(folder, infoName)
    do throws(SystemError) {
      guard try FileSystem.existing(path)?.kind == .file,
        let record = StoreRecord(parsing: try FileSystem.contents(of: path, limit: StoreRecord.sizeLimit))
      else { return nil }
      return Entry(folder: folder, record: record)
    } catch {
      unread?.note(error)
      return nil
    }
  }

  // MARK: Names

  /// The name of an entry's record.
  static let infoName = "info.json"

  /// Returns the first two digits of an ID.
  static func shard(of id: ImageID) -> String { String(id.hex.prefix(2)) }

  /// Returns the digits after the first two, or `-` for an ID of one byte.
  static func rest(of id: ImageID) -> String { id.count > 1 ? String(id.hex.dropFirst(2)) : "-" }

  /// Returns the existing directories of the first two digits, by name, or none if the store does not exist.
  func shards(_ unread: UnreadFiles? = nil) -> [String] { Self.names(in: path, unread).filter(Self.isShard) }

  /// Returns whether a name is two lower-case hexadecimal digits.
  static func isShard(_ name: String) -> Bool {
    name.utf8.count == 2 && name.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// Returns all entries of one shard, by ID and then the best contents first.
  func entries(ofShard shard: String, _ unread: UnreadFiles?) -> [Entry] {
    let folder = Path.join(path, shard)
    return Self.names(in: folder, unread).flatMap { name in
      name.hasPrefix(".") ? [] : entries(in: Path.join(folder, name), unread)
    }
  }
}

extension DebugFile {
  /// Takes the facts of a store's file.
  init(_ entry: DebugStore.Entry) {
    let record = entry.record
    self.init(path: entry.path, id: record.id, architecture: record.architecture, contentRank: record.contents.rank)
    self.record = record
  }
}

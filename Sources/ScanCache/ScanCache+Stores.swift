extension ScanCache {
  /// The cached data of one entry of a store.
  package struct StoreEntry: Sendable {
    /// The entry's directory, relative to the store.
    package var folder: String
    /// The image's name in lower case.
    package var name: String
    /// All names that find the entry, in lower case.
    package var words: [String]
    /// The bytes of the record.
    package var record: [UInt8]

    /// Creates the record.
    package init(folder: String, name: String, words: [String], record: [UInt8]) {
      self.folder = folder
      self.name = name
      self.words = words
      self.record = record
    }
  }

  /// An entry's directory, relative to the store, and its record.
  package typealias Row = (folder: String, record: [UInt8])

  /// Returns the cached parts of a store, each with the modification time that its directory had.
  package func shards(of store: String) -> [String: Int64] {
    var found: [String: Int64] = [:]
    _ = attempt { (database) throws(Database.Failure) in
      try database.run("SELECT shard, modified FROM shards WHERE store = ?", [.text(store)]) { found[$0.text(0)] = $0.number(1) }
    }
    return found
  }

  /// Returns all cached entries of a store, by directory, or nil if the cache cannot be read.
  package func entries(of store: String) -> [Row]? {
    select("SELECT folder, record FROM entries WHERE store = ? ORDER BY store, shard, folder", [.text(store)])
  }

  /// Returns the cached entries of images with a name in lower case, in no order, or nil if the cache cannot be read.
  package func entries(of store: String, named name: String) -> [Row]? {
    select("SELECT folder, record FROM entries INDEXED BY entryNames WHERE store = ? AND name = ?", [.text(store), .text(name)])
  }

  /// Returns the cached entries whose names, each with a line end before and after it, contain `pattern`, which is in lower case,
  /// or whose directory begins with `prefix`, in no order. Returns nil if the cache cannot be read.
  package func entries(of store: String, pattern: String, prefix: String?) -> [Row]? {
    guard
      let found = select(
        "SELECT folder, record FROM entries WHERE store = ? AND instr(words, ?) > 0",
        [.text(store), .text(pattern)])
    else { return nil }
    guard let prefix else { return found }
    return select(
      "SELECT folder, record FROM entries WHERE store = ? AND shard = ? AND substr(folder, 1, ?) = ?",
      [.text(store), .text(String(prefix.prefix(2))), .number(Int64(prefix.unicodeScalars.count)), .text(prefix)]
    ).map { found + $0 }
  }

  private func select(_ statement: String, _ values: [Database.Value]) -> [Row]? {
    attempt { (database) throws(Database.Failure) in
      var found: [Row] = []
      try database.run(statement, values) { found.append((folder: $0.text(0), record: $0.bytes(1))) }
      return found
    }
  }

  /// Replaces the cached data of parts of a store. A part without a modification time is removed.
  package func save(_ shards: [(name: String, modified: Int64?, entries: [StoreEntry])], of store: String) {
    guard !shards.isEmpty else { return }
    _ = attempt { (database) throws(Database.Failure) in
      try database.change { () throws(Database.Failure) in
        for shard in shards {
          let key: [Database.Value] = [.text(store), .text(shard.name)]
          try database.run("DELETE FROM entries WHERE store = ? AND shard = ?", key)
          guard let modified = shard.modified else {
            try database.run("DELETE FROM shards WHERE store = ? AND shard = ?", key)
            continue
          }
          try database.run("INSERT OR REPLACE INTO shards VALUES(?, ?, ?)", key + [.number(modified)])
          for entry in shard.entries {
            try database.run(
              "INSERT OR REPLACE INTO entries VALUES(?, ?, ?, ?, ?, ?)",
              key + [
                .text(entry.folder), .text(entry.name), .text("\n" + entry.words.joined(separator: "\n") + "\n"),
                .bytes(entry.record),
              ])
          }
        }
      }
    }
  }
}

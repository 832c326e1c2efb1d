extension ScanCache {
  /// The cached data of one file, valid as long as size, time and inode are the same.
  package struct File: Sendable {
    /// The absolute path.
    package var path: String
    /// The size in bytes.
    package var size: Int64
    /// The time of the last modification, in nanoseconds since 1970.
    package var modified: Int64
    package var inode: Int64
    /// The data, in the owner's own format.
    package var facts: [UInt8]

    /// Creates the record.
    package init(path: String, size: Int64, modified: Int64, inode: Int64, facts: [UInt8]) {
      self.path = path
      self.size = size
      self.modified = modified
      self.inode = inode
      self.facts = facts
    }
  }

  /// Returns the files below a directory, by path; `folder` is absolute, without a trailing `/`.
  package func files(below folder: String) -> [String: File] {
    var found: [String: File] = [:]
    // "0" is the character after "/".
    let range: [Database.Value] = [.text(folder + "/"), .text(folder + "0")]
    _ = attempt { (database) throws(Database.Failure) in
      try database.run("SELECT path, size, modified, inode, facts FROM files WHERE path >= ? AND path < ?", range) { row in
        let path = row.text(0)
        found[path] = File(
          path: path, size: row.number(1), modified: row.number(2), inode: row.number(3), facts: row.bytes(4))
      }
    }
    return found
  }

  /// Returns the file at a path.
  package func file(_ path: String) -> File? {
    var found: File?
    _ = attempt { (database) throws(Database.Failure) in
      try database.run("SELECT size, modified, inode, facts FROM files WHERE path = ?", [.text(path)]) { row in
        found = File(path: path, size: row.number(0), modified: row.number(1), inode: row.number(2), facts: row.bytes(3))
      }
    }
    return found
  }

  /// Caches files, and removes paths.
  package func save(_ files: [File], forgetting paths: [String]) {
    guard !files.isEmpty || !paths.isEmpty else { return }
    _ = attempt { (database) throws(Database.Failure) in
      try database.change { () throws(Database.Failure) in
        for path in paths { try database.run("DELETE FROM files WHERE path = ?", [.text(path)]) }
        for file in files {
          try database.run(
            "INSERT OR REPLACE INTO files VALUES(?, ?, ?, ?, ?)",
            [.text(file.path), .number(file.size), .number(file.modified), .number(file.inode), .bytes(file.facts)])
        }
      }
    }
  }
}

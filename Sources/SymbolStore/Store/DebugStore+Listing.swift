package import SymbolModel
package import System
internal import Workers

extension DebugStore {
  /// Returns all entries, by ID and then the best contents first. Lists every directory, with `jobs` threads at a time;
  /// `StoreListing` caches the result.
  package func allEntries(jobs: Int, _ unread: UnreadFiles? = nil) -> [Entry] {
    let shards = shards(unread)
    return Parallel.map(shards.count, jobs: jobs) { entries(ofShard: shards[$0], unread) }.flatMap { $0 }
  }

  /// The meaning of one operand: an ID, the first digits of one, or a name or a part of one.
  package struct Query: Hashable, Sendable {
    /// The ID, if the operand is a complete one.
    package let id: ImageID?
    /// The operand in lower case.
    let word: String
    /// Whether names that contain the operand match, rather than only names that equal it.
    let isPart: Bool
    private let digits: String?

    /// Reads an operand. From 16 digits on it is an ID; with 6 or more it may be the beginning of one. With `isPart`, all names
    /// that contain the operand match.
    package init(_ text: String, isPart: Bool = false) {
      self.isPart = isPart
      let parsed = ImageID(parsing: text)
      id = parsed.flatMap { $0.bytes.count >= 8 ? $0 : nil }
      word = text.lowercased()
      let plain = word.filter { $0 != "-" }
      let isHex = plain.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      digits = isHex && plain.utf8.count >= 6 ? plain : nil
    }

    /// The text to search in the names of an entry, where each name has a line end before and after it.
    var pattern: String { isPart ? word : "\n\(word)\n" }

    /// The prefix of the entry's directory, relative to the store, if the operand is the beginning of its ID.
    var folderPrefix: String? { digits.map { $0.prefix(2) + "/" + $0.dropFirst(2) } }

    /// Returns whether the query matches an entry: by its ID, its image's or file's name or its bundle identifier, ignoring case.
    package func matches(_ entry: Entry) -> Bool {
      let record = entry.record
      if let id { return record.id == id }
      if let digits, record.id.hex.hasPrefix(digits) { return true }
      let words = Self.words(of: record)
      return isPart ? words.contains { $0.contains(word) } : words.contains(word)
    }

    /// Returns the names that find an entry, in lower case.
    static func words(of record: StoreRecord) -> [String] {
      [record.name, Path.lastComponent(of: record.source), record.bundle.identifier].compactMap { $0?.lowercased() }
    }
  }
}

extension DebugStore {
  /// Returns the paths of the source maps with a debug ID, 32 hexadecimal digits.
  package func sourceMaps(debugID: String) -> [String] {
    guard let id = ImageID(parsing: debugID) else { return [] }
    return entries(of: id).filter { $0.record.contents == .sourceMap }.map(\.path)
  }
}

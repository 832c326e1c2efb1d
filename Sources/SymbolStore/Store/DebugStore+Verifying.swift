internal import Bytes
internal import ObjectFiles
internal import SystemSymbols
internal import SymbolIndex
package import SymbolModel
package import System
internal import Workers

extension DebugStore {
  /// A problem with an entry.
  package struct Flaw: Hashable, Sendable {
    /// The kind of problem. The raw value is printed.
    package enum Kind: String, Sendable {
      /// The contents, or the record, have changed.
      case damaged
      /// The file does not exist.
      case missing
      /// The file was changed at its own path after it was added.
      case stale
    }

    /// The kind of problem.
    package let kind: Kind
    /// The file, or the directory whose record cannot be read.
    package let path: String
    /// One clause.
    package let reason: String
    /// The ID of the entry, or nil for a directory whose record cannot be read.
    package var id: ImageID?
  }

  /// The result of `verify`.
  package struct Verification: Sendable {
    /// The number of entries that were read.
    package var entries = 0
    /// The problems, by path.
    package var flaws: [Flaw] = []
    /// What could not be read, so that nothing is known of it.
    package var unread: [SystemError] = []
  }

  /// Reads every file of the store from front to back, and compares it with its record. Calls `progress` with the number of
  /// finished directories after every eight of them.
  package func verify(jobs: Int, progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }) -> Verification {
    let unread = UnreadFiles()
    let shards = shards(unread)
    var result = Verification()
    var done = 0
    while done < shards.count {
      let batch = shards[done..<min(done + 8, shards.count)].map { $0 }
      for part in Parallel.map(batch.count, jobs: jobs, { verify(shard: batch[$0], unread) }) {
        result.entries += part.entries
        result.flaws += part.flaws
      }
      done += batch.count
      progress(done, shards.count)
    }
    result.unread = unread.failures
    return result
  }

  private func verify(shard: String, _ unread: UnreadFiles) -> Verification {
    var result = Verification()
    let folder = Path.join(path, shard)
    for rest in Self.names(in: folder, unread) where !rest.hasPrefix(".") {
      let idFolder = Path.join(folder, rest)
      for key in Self.names(in: idFolder, unread) where !key.hasPrefix(".") {
        let place = Path.join(idFolder, key)
        guard let status = Self.status(of: place, unread), status.kind == .directory else { continue }
        let unreadHere = UnreadFiles()
        let flaw = flaw(ofEntryIn: place, key: key, idFolder, unreadHere)
        guard unreadHere.failures.isEmpty else {
          unreadHere.failures.forEach(unread.note)
          continue
        }
        // What another process removed, or made again, in the meantime had no fault.
        guard flaw == nil || FileSystem.status(place)?.identity == status.identity else { continue }
        result.entries += 1
        if let flaw { result.flaws.append(flaw) }
      }
    }
    return result
  }

  private func flaw(ofEntryIn place: String, key: String, _ idFolder: String, _ unread: UnreadFiles) -> Flaw? {
    guard let entry = Self.entry(in: place, unread) else {
      return Flaw(kind: .damaged, path: place, reason: "its \(Self.infoName) cannot be read; delete the directory")
    }
    guard entry.record.key == key, folder(of: entry.record.id) == idFolder else {
      return Flaw(kind: .damaged, path: place, reason: "its record describes another file")
    }
    return Self.flaw(of: entry)
  }

  /// Returns the problem of an entry, or nil for none.
  static func flaw(of entry: Entry) -> Flaw? {
    let path = entry.path
    func flaw(_ kind: Flaw.Kind, _ reason: String) -> Flaw { Flaw(kind: kind, path: path, reason: reason, id: entry.record.id) }
    let status: FileSystem.Status
    var hash = ContentHash()
    do throws(SystemError) {
      guard let file = try FileSystem.existing(path), file.kind == .file else { return flaw(.missing, "the file is gone") }
      status = file
      guard status.size == entry.record.size else {
        return flaw(isLinked(entry) ? .stale : .damaged, "it has \(status.size) bytes instead of \(entry.record.size)")
      }
      try FileSystem.readPieces(path) { hash.add($0) }
    } catch {
      return flaw(.damaged, error.message)
    }
    if let expected = entry.record.hash, expected != hash.hex { return flaw(.damaged, "its contents changed") }
    if entry.record.contents == .index { return indexFlaw(of: entry) }
    if entry.record.contents == .system { return systemFlaw(of: entry) }
    if entry.record.contents == .sourceMap { return StoredSourceMap.flaw(ofMap: path).map { flaw(.damaged, $0) } }
    if entry.record.contents == .sourceBundle { return StoredSourceBundle.flaw(ofBundle: path).map { flaw(.damaged, $0) } }
    do throws(ObjectFileError) {
      let slices = try ObjectFile.load(path: path)
      guard slices.contains(where: { $0.id == entry.record.id }) else {
        return flaw(isLinked(entry) ? .stale : .damaged, "it no longer has the ID \(entry.record.id)")
      }
    } catch {
      return flaw(.damaged, "\(error)")
    }
    // File systems store times with different precision.
    let drift = status.modified.subtractingReportingOverflow(entry.record.modified).partialValue.magnitude
    return entry.record.hash == nil && drift > 2_000_000_000 ? flaw(.stale, "it was changed after it was added") : nil
  }

  private static func indexFlaw(of entry: Entry) -> Flaw? {
    do throws(SymbolIndex.Refusal) {
      guard try StoredIndex(entry).index.isWhole else { throw .damaged }
      return nil
    } catch {
      let kind = error == .otherVersion ? Flaw.Kind.stale : .damaged
      return Flaw(kind: kind, path: entry.path, reason: StoredIndex.words(for: error), id: entry.record.id)
    }
  }

  private static func systemFlaw(of entry: Entry) -> Flaw? {
    do throws(SystemSymbolFile.Refusal) {
      let container = try SystemSymbolFile(path: entry.path)
      guard container.summary.id == entry.record.id else { throw .damaged("its UUID") }
      try container.verify()
      return nil
    } catch {
      let kind = error == .otherVersion ? Flaw.Kind.stale : .damaged
      return Flaw(kind: kind, path: entry.path, reason: error.description, id: entry.record.id)
    }
  }

  private static func isLinked(_ entry: Entry) -> Bool {
    if case .linked = entry.record.place { return true }
    return false
  }
}

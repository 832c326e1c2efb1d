internal import Bytes
internal import System

/// An entry that is assembled at a temporary path and then moved to its final path by one rename.
struct StagedEntry {
  /// The contents of the entry.
  enum Contents {
    /// The file, linked from an entry of the store with the same contents if there is one.
    case file(CloneMemory, twin: DebugStore.Entry?)
    /// Its path.
    case link
    /// The parts of an index of it.
    case index([[UInt8]])
    /// The file, which was written into the store for this entry and is moved.
    case built
  }

  private let store: DebugStore
  private let record: StoreRecord
  private let source: String
  private let contents: Contents
  private let shard: String
  private let aside: String

  /// Writes nothing yet. `source` is the file's path.
  init(store: DebugStore, _ record: StoreRecord, from source: String, _ contents: Contents) {
    self.store = store
    self.record = record
    self.source = source
    self.contents = contents
    shard = Path.join(store.path, DebugStore.shard(of: record.id))
    aside = AsidePath.new(in: shard)
  }

  /// Writes everything and makes it visible. Leaves nothing if it throws.
  func commit() throws(StoreError) -> DebugStore.AddingOutcome {
    do throws(SystemError) {
      try FileSystem.makeDirectories(shard)
      try FileSystem.makeDirectory(aside)
    } catch {
      throw StoreError(error, store: store.path)
    }
    do throws(StoreError) {
      return try fillAndRename()
    } catch {
      _ = try? FileSystem.removeTree(aside)
      throw error
    }
  }

  private func fillAndRename() throws(StoreError) -> DebugStore.AddingOutcome {
    var record = record
    record.added = Clock.now / 1_000_000_000
    switch (contents, record.place) {
    case (.link, _), (_, .linked): record.place = .linked(FileSystem.absolute(source))
    case (_, .stored(let wanted)):
      let name = wanted == DebugStore.infoName ? wanted + ".file" : wanted
      record.place = .stored(name)
      record.hash = try place(at: Path.join(aside, name), record)
    }
    let text = record.json
    try changing { () throws(SystemError) in try FileSystem.writeNew(Path.join(aside, DebugStore.infoName), text) }
    let folder = Path.join(store.folder(of: record.id), record.key)
    if try takePlace(folder) { return .added(DebugStore.Entry(folder: folder, record: record)) }
    _ = try? FileSystem.removeTree(aside)
    return .present(store.whole(record) ?? DebugStore.Entry(folder: folder, record: record))
  }

  /// Puts the contents into the entry and returns their hash. Shared contents are also read for the hash, because they may change
  /// under their other name.
  private func place(at target: String, _ record: StoreRecord) throws(StoreError) -> String? {
    switch contents {
    case .file(let memory, let twin): return try share(at: target, record, memory, twin)
    case .index(let parts):
      try changing { () throws(SystemError) in
        try FileSystem.write(new: target) { (put) throws(SystemError) in for part in parts { try put(part) } }
      }
      return try hash(of: target)
    case .built:
      try changing { () throws(SystemError) in try FileSystem.move(source, to: target) }
      return try hash(of: target)
    case .link: return nil
    }
  }

  private func share(
    at target: String, _ record: StoreRecord, _ memory: CloneMemory, _ twin: DebugStore.Entry?
  ) throws(StoreError) -> String {
    if let twin, case .stored = twin.record.place, let hash = twin.record.hash, FileSystem.hardLink(twin.path, to: target) {
      return hash
    }
    let before = FileSystem.status(source)
    if FileSystem.clone(source, to: target, memory: memory) || FileSystem.hardLink(source, to: target) {
      try checkUnchanged(before)
      if let known = record.hash { return known }
      return try hash(of: target)
    }
    var hash = ContentHash()
    let size: Int
    do throws(SystemError) {
      size = try FileSystem.copy(source, to: target) { hash.add($0) }
    } catch {
      throw error.path == source ? StoreError(error, reading: source) : StoreError(error, store: store.path)
    }
    guard size == record.size else { throw changed }
    try checkUnchanged(before)
    FileSystem.setModified(target, record.modified)
    return hash.hex
  }

  private var changed: StoreError { StoreError(.unreadable, "\(source): it changed while it was read; add it again") }

  /// Throws if the file is not the one whose headers were read. One from an archive has the time of its extraction.
  private func checkUnchanged(_ before: FileSystem.Status?) throws(StoreError) {
    let now = FileSystem.status(source)
    let isOwn = record.source == FileSystem.absolute(source)
    guard let before, let now, now.size == record.size, now.modified == before.modified, !isOwn || now.modified == record.modified
    else { throw changed }
  }

  private func hash(of path: String) throws(StoreError) -> String {
    var hash = ContentHash()
    do throws(SystemError) {
      try FileSystem.readPieces(path) { hash.add($0) }
    } catch {
      throw StoreError(error, reading: source)
    }
    return hash.hex
  }

  /// Makes the entry visible. Returns false if another process added the same file in the meantime. The rename changes the
  /// modification time of the directory of the first two digits, which invalidates cached listings of it.
  private func takePlace(_ folder: String) throws(StoreError) -> Bool {
    for _ in 0..<8 {
      do throws(SystemError) {
        try FileSystem.makeDirectories(Path.parent(of: folder))
        try FileSystem.move(aside, to: folder)
        return true
      } catch {
        // The ID's directory may be removed, or the entry may appear, between the two calls.
        guard error.isOccupied || error.isMissing else { throw StoreError(error, store: store.path) }
      }
      if store.whole(record) != nil { return false }
      try setAside(folder)
    }
    throw StoreError(.other, "the store \(store.path): \(folder) keeps changing")
  }

  /// Moves a damaged entry out of the way.
  private func setAside(_ folder: String) throws(StoreError) {
    guard FileSystem.status(folder) != nil else { return }
    let old = aside + "-old"
    try changing { () throws(SystemError) in try FileSystem.move(folder, to: old) }
    _ = try? FileSystem.removeTree(old)
  }

  private func changing(_ body: () throws(SystemError) -> Void) throws(StoreError) {
    do throws(SystemError) { try body() } catch { throw StoreError(error, store: store.path) }
  }
}

internal import Bytes
internal import ObjectFiles
internal import SymbolIndex
internal import SymbolModel
internal import System

extension DebugStore {
  /// How contents come into the store.
  public enum AddingMode: Hashable, Sendable {
    /// They become the store's own: blocks or the file itself are shared where the file system can, else copied.
    case copy
    /// They stay where they are, and the store remembers the path.
    case link
    /// Only the index that is made of them is kept; this many threads make one.
    case index(jobs: Int)
  }

  /// What became of a file under one of its IDs.
  public enum AddingOutcome: Sendable {
    /// It is in the store now.
    case added(Entry)
    /// It was there before.
    case present(Entry)
  }

  /// Adds a file under the IDs of all its slices; slices without an ID are left out. Empty when it is no object file that debug
  /// information is looked up in, or has no ID. Throws when it cannot be read or the store cannot be changed; what was added
  /// before stays.
  func add(_ path: String, _ mode: AddingMode, _ memory: CloneMemory) throws(StoreError) -> [AddingOutcome] {
    let candidate = try StoreCandidate(reading: path)
    return try add(candidate, mode, memory)
  }

  /// Adds what was read of a file.
  func add(_ candidate: StoreCandidate, _ mode: AddingMode, _ memory: CloneMemory) throws(StoreError) -> [AddingOutcome] {
    if case .index(let jobs) = mode { return try addIndexes(of: candidate, jobs: jobs) }
    var outcomes: [AddingOutcome] = []
    var own: Entry?
    for record in candidate.records {
      if let known = whole(record) {
        own = own ?? known
        outcomes.append(.present(known))
        continue
      }
      let contents = mode == .link ? StagedEntry.Contents.link : .file(memory, twin: own)
      let outcome = try StagedEntry(store: self, record, from: candidate.path, contents).commit()
      if case .added(let entry) = outcome { own = own ?? entry }
      outcomes.append(outcome)
    }
    return outcomes
  }

  /// The entry of a record that is in the store already, with its contents as they should be; nil when there is none.
  func whole(_ record: StoreRecord) -> Entry? {
    guard let entry = Self.entry(in: Path.join(folder(of: record.id), record.key)) else { return nil }
    guard let status = FileSystem.status(entry.path), status.kind == .file, status.size == entry.record.size else { return nil }
    if entry.record.contents == .index, (try? SymbolIndex(path: entry.path, fingerprint: nil)) == nil { return nil }
    return entry
  }
}

/// A file that may be added, known by its headers.
struct StoreCandidate: Sendable {
  /// The path of the contents.
  let path: String
  /// One record an ID, without what the store decides.
  var records: [StoreRecord] = []

  /// Reads the headers. `source` and `modified` stand for the file's own where it comes from an archive. Throws when the file
  /// cannot be read, is no object file or is damaged.
  init(reading path: String, source: String? = nil, modified: Int64? = nil) throws(StoreError) {
    self.path = path
    let memory: MappedMemory
    do throws(SystemError) { memory = try MappedMemory(path: path) } catch { throw StoreError(error, reading: path) }
    let bytes = ByteSlice(memory)
    let slices: [ObjectFile]
    do throws(ObjectFileError) {
      slices = try ObjectFile.read(bytes, path: path)
    } catch {
      throw error.isForeign
        ? StoreError(.foreign, "\(source ?? path): no debug file: \(error)")
        : StoreError(.unreadable, "\(source ?? path): damaged: \(error)")
    }
    let key = Self.key(of: bytes)
    let origin = source ?? FileSystem.absolute(path)
    let name = DebugFile.imageNames(ofPath: origin)[0]
    let date = modified ?? FileSystem.status(path)?.modified ?? 0
    for slice in slices where slice.kind != .object {
      guard let id = slice.id, !records.contains(where: { $0.id == id }) else { continue }
      records.append(
        StoreRecord(
          slice, id: id, key: key, name: name, place: .stored(Path.lastComponent(of: origin)), size: bytes.count, modified: date,
          source: origin))
    }
    guard !records.isEmpty, source == nil else { return }
    let bundle = BundleFacts(around: origin)
    let system = SystemBuild(around: origin)
    for position in records.indices { (records[position].bundle, records[position].system) = (bundle, system) }
  }

  /// A hash of the size and of 64 kB from either end.
  private static func key(of bytes: ByteSlice) -> String {
    let part = min(bytes.count, 1 << 16)
    var hash = ContentHash(seed: UInt64(bytes.count))
    for start in [0, bytes.count - part] {
      if let piece = try? bytes.slice(at: start, count: part) { hash.add(piece) }
    }
    return hash.hex
  }
}

/// An entry that is put together aside and then takes its place by one rename.
struct StagedEntry {
  /// What is put into it.
  enum Contents {
    /// The file, from an entry of the store with the same contents where there is one.
    case file(CloneMemory, twin: DebugStore.Entry?)
    /// Its path.
    case link
    /// The parts of an index of it.
    case index([[UInt8]])
  }

  private let store: DebugStore
  private let record: StoreRecord
  private let source: String
  private let contents: Contents
  private let shard: String
  private let aside: String

  /// Nothing is written yet. `source` is the file's path.
  init(store: DebugStore, _ record: StoreRecord, from source: String, _ contents: Contents) {
    self.store = store
    self.record = record
    self.source = source
    self.contents = contents
    shard = Path.join(store.path, DebugStore.shard(of: record.id))
    aside = Path.join(shard, DebugStore.asidePrefix + String(UInt64.random(in: 0 ... .max), radix: 16))
  }

  /// Writes everything and makes it visible. On an error nothing of it is left.
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
    if case .link = contents {
      record.place = .linked(FileSystem.absolute(source))
    } else if case .stored(let wanted) = record.place {
      let name = wanted == DebugStore.infoName ? wanted + ".file" : wanted
      record.place = .stored(name)
      record.hash = try place(at: Path.join(aside, name), record)
    }
    let text = Array(record.json.utf8)
    try changing { () throws(SystemError) in try FileSystem.writeNew(Path.join(aside, DebugStore.infoName), text) }
    let folder = Path.join(store.folder(of: record.id), record.key)
    if try takePlace(folder) { return .added(DebugStore.Entry(folder: folder, record: record)) }
    _ = try? FileSystem.removeTree(aside)
    return .present(store.whole(record) ?? DebugStore.Entry(folder: folder, record: record))
  }

  /// Puts the contents into the entry; their hash. What is shared is read for it too: it may be changed under its other name.
  private func place(at target: String, _ record: StoreRecord) throws(StoreError) -> String {
    switch contents {
    case .file(let memory, let twin): return try share(at: target, record, memory, twin)
    case .index(let parts):
      try changing { () throws(SystemError) in
        try FileSystem.write(new: target) { (put) throws(SystemError) in for part in parts { try put(part) } }
      }
      return try hash(of: target)
    case .link: return ""
    }
  }

  private func share(
    at target: String, _ record: StoreRecord, _ memory: CloneMemory, _ twin: DebugStore.Entry?
  ) throws(StoreError) -> String {
    if let twin, case .stored = twin.record.place, let hash = twin.record.hash, FileSystem.hardLink(twin.path, to: target) {
      return hash
    }
    if FileSystem.clone(source, to: target, memory: memory) || FileSystem.hardLink(source, to: target) {
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
    guard size == record.size else { throw StoreError(.unreadable, "\(source): it changed while it was read") }
    FileSystem.setModified(target, record.modified)
    return hash.hex
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

  /// Makes the entry visible; false when another process added the same file in the meantime. The rename changes the folder of
  /// the first two digits, which tells everybody who remembers a listing of it.
  private func takePlace(_ folder: String) throws(StoreError) -> Bool {
    for _ in 0..<8 {
      do throws(SystemError) {
        try FileSystem.makeDirectories(Path.parent(of: folder))
        try FileSystem.move(aside, to: folder)
        return true
      } catch {
        // The ID's folder may be removed, or the entry appear, between the two calls.
        guard error.isOccupied || error.isMissing else { throw StoreError(error, store: store.path) }
      }
      if store.whole(record) != nil { return false }
      try setAside(folder)
    }
    throw StoreError(.other, "the store \(store.path): \(folder) keeps changing")
  }

  /// Takes a damaged entry out of the way.
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

internal import SymbolIndex
internal import System

extension DebugStore {
  /// The way in which contents are added to the store.
  package enum AddingMode: Hashable, Sendable {
    /// The store gets its own copy; it shares blocks or hard-links the file if the file system allows it.
    case copy
    /// They stay at their path, which the store records.
    case link
    /// Only an index of them is stored; this many threads build one.
    case index(jobs: Int)
  }

  /// The result of adding a file under one of its IDs.
  package enum AddingOutcome: Sendable {
    /// It was added.
    case added(Entry)
    /// It was already there.
    case present(Entry)
  }

  /// Adds a file under the IDs of all its slices, without slices that have no ID. Returns nothing if it is not an object file
  /// with debug information, or has no ID. Throws if it cannot be read or the store cannot be changed; what was added before
  /// stays.
  func add(_ path: String, _ mode: AddingMode, _ memory: CloneMemory) throws(StoreError) -> [AddingOutcome] {
    let candidate = try StoreCandidate(reading: path)
    return try add(candidate, mode, memory)
  }

  /// Adds a file that was read.
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

  /// Returns the entry of a record that is already in the store, with intact contents, or nil if there is none.
  func whole(_ record: StoreRecord) -> Entry? {
    guard let entry = Self.entry(in: Path.join(folder(of: record.id), record.key)) else { return nil }
    guard let status = FileSystem.status(entry.path), status.kind == .file, status.size == entry.record.size else { return nil }
    if entry.record.contents == .index, (try? SymbolIndex(path: entry.path, fingerprint: nil))?.isWhole != true { return nil }
    return entry
  }
}

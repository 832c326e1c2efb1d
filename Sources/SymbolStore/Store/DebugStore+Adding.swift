internal import SymbolIndex
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

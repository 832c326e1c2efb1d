internal import Bytes
internal import DebugInfo
internal import ObjectFiles
public import SymbolIndex
internal import SymbolModel

extension DebugStore {
  /// Adds the indexes of a file's slices instead of the file. What the store has already, as a file or an index, is left alone;
  /// slices without an ID, or with nothing to index, are left out.
  func addIndexes(of candidate: StoreCandidate, jobs: Int) throws(StoreError) -> [AddingOutcome] {
    var outcomes: [AddingOutcome] = []
    var slices: [ObjectFile]?
    for record in candidate.records {
      var new = record.asIndex
      if let known = whole(record) ?? whole(new) {
        outcomes.append(.present(known))
        continue
      }
      if slices == nil { slices = try Self.slices(of: candidate) }
      guard let slice = slices?.first(where: { $0.id == record.id }) else { continue }
      guard let parts = try Self.index(of: slice, candidate, jobs: jobs) else { continue }
      new.size = parts.reduce(0) { $0 + $1.count }
      outcomes.append(try StagedEntry(store: self, new, from: candidate.path, .index(parts)).commit())
    }
    return outcomes
  }

  private static func slices(of candidate: StoreCandidate) throws(StoreError) -> [ObjectFile] {
    do throws(ObjectFileError) { return try ObjectFile.load(path: candidate.path) } catch { throw damaged(candidate, error) }
  }

  private static func index(of slice: ObjectFile, _ candidate: StoreCandidate, jobs: Int) throws(StoreError) -> [[UInt8]]? {
    do throws(ObjectFileError) { return try IndexBuilder.build([slice], jobs: jobs) } catch { throw damaged(candidate, error) }
  }

  private static func damaged(_ candidate: StoreCandidate, _ error: ObjectFileError) -> StoreError {
    StoreError(.unreadable, "\(candidate.records.first?.source ?? candidate.path): damaged: \(error)")
  }
}

/// An index that a store keeps in place of a debug file.
public struct StoredIndex: Sendable {
  /// The index file.
  public let path: String
  /// The index, open.
  public let index: SymbolIndex
  /// As `StoreRecord.quality` orders them.
  let quality: Int

  /// Opens the index of an entry. Throws when it cannot be used.
  init(_ entry: DebugStore.Entry) throws(SymbolIndex.Refusal) {
    path = entry.path
    quality = entry.record.quality
    index = try SymbolIndex(path: entry.path, fingerprint: nil)
  }

  /// What to say of an index that cannot be used, with what to do about it.
  static func words(for refusal: SymbolIndex.Refusal) -> String {
    switch refusal {
    case .otherVersion, .stale: "an index of another version of this program; add its debug file again (store add --index-only)"
    case .truncated: "an index that is cut off; add its debug file again (store add --index-only)"
    case .unreadable(let reason): reason
    }
  }
}

internal import Bytes
internal import DebugInfo
internal import ObjectFiles
package import SymbolIndex
internal import SymbolModel

extension DebugStore {
  /// Adds the indexes of a file's slices instead of the file. Skips what the store already has, as a file or an index, and slices
  /// without an ID or with nothing to index.
  func addIndexes(of candidate: StoreCandidate, jobs: Int) throws(StoreError) -> [AddingOutcome] {
    var outcomes: [AddingOutcome] = []
    var slices: [ObjectFile]?
    for record in candidate.records where ![.sourceMap, .sourceBundle].contains(record.contents) {
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

/// An index that a store keeps instead of a debug file.
package struct StoredIndex: Sendable {
  /// The index file.
  package let path: String
  /// The index, open.
  package let index: SymbolIndex
  /// The rank, as in `StoreRecord.quality`.
  let quality: Int
  /// Whether it was built from debug information, not only from symbols.
  package let holdsDebugInformation: Bool

  /// Opens the index of an entry. Throws if it cannot be used.
  init(_ entry: DebugStore.Entry) throws(SymbolIndex.Refusal) {
    path = entry.path
    quality = entry.record.quality
    holdsDebugInformation = (entry.record.indexed ?? entry.record.contents).rank >= .breakpad
    index = try SymbolIndex(path: entry.path, fingerprint: nil)
  }

  /// Returns the message for an unusable index, with the remedy.
  static func words(for refusal: SymbolIndex.Refusal) -> String {
    switch refusal {
    case .otherVersion, .stale: "an index of another version of this program; add its debug file again (store add --index-only)"
    case .damaged: "a damaged index; add its debug file again (store add --index-only)"
    case .truncated: "an index that is cut off; add its debug file again (store add --index-only)"
    case .unreadable(let reason): reason
    }
  }
}

internal import DebugInfo
internal import ObjectFiles
package import SymbolModel
internal import Workers

/// Builds indexes of files that were added to a store, in the user's cache, so that their first use finds them there.
package struct StoreIndexing: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable {
    /// The number of indexes that were built.
    package var built = 0
    /// Their size in bytes.
    package var size = 0
    /// Images whose index could not be built, with the reason.
    package var failures: [String] = []
  }

  /// The minimum size of a file that needs an index. Smaller ones are read as fast without one.
  static let minIndexedSize = 1_000_000
  /// The maximum size of indexes in bytes that one run builds: more would push each other out of the cache.
  static let maxBytes = 4_000_000_000

  private let searchPaths: SearchPaths
  private let jobs: Int
  private let policy = IndexPolicy.cached(builds: true)

  /// Builds indexes for files of `store`, with `jobs` threads.
  package init(_ store: DebugStore, jobs: Int) {
    var searchPaths = SearchPaths()
    searchPaths.store = store.path
    self.searchPaths = searchPaths
    self.jobs = jobs
  }

  /// Returns the IDs whose index is worth building: those of large files with debug information, each once, in order.
  package static func worthwhile(_ entries: [DebugStore.Entry]) -> [ImageID] {
    var seen: Set<ImageID> = []
    return entries.map(\.record).filter {
      $0.contents.rank >= .breakpad && $0.size >= minIndexedSize && seen.insert($0.id).inserted
    }.map(
      \.id)
  }

  /// Builds the indexes of images, from all files of the store for each, as a search finds them. Calls `progress` with the number
  /// of finished ones.
  package func build(_ ids: [ImageID], progress: (_ done: Int) -> Void = { _ in }) -> Outcome {
    var outcome = Outcome()
    var done = 0
    while done < ids.count, outcome.size < Self.maxBytes {
      progress(done)
      let batch = ids[done..<min(done + jobs, ids.count)].map { $0 }
      for result in Parallel.map(batch.count, jobs: jobs, { build(batch[$0], jobs: max(1, jobs / batch.count)) }) {
        switch result {
        case .success(let size?):
          outcome.built += 1
          outcome.size += size
        case .success(nil): break
        case .failure(let error): outcome.failures.append("no index: \(error)")
        }
      }
      done += batch.count
    }
    return outcome
  }

  /// Returns the size of the index, or nil if it existed already or there is nothing to build it from.
  private func build(_ id: ImageID, jobs: Int) -> Result<Int?, ObjectFileError> {
    guard case .found(let files) = SymbolFinder(searchPaths).find(ImageQuery(id: id)) else { return .success(nil) }
    do throws(ObjectFileError) {
      guard case .built(let size) = try policy.prepare(files, jobs: jobs) else { return .success(nil) }
      return .success(size)
    } catch {
      return .failure(error)
    }
  }
}

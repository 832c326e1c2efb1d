package import ObjectFiles
internal import SymbolIndex
internal import System

/// Whether indexes answer for images, and whether missing indexes are built.
package struct IndexPolicy: Sendable {
  private let cache: IndexCache?
  /// Whether missing indexes are built.
  package let builds: Bool

  /// Always use the debug files.
  package static let live = IndexPolicy(cache: nil, builds: false)

  /// Returns the policy of using indexes in the user's cache. `builds` also builds missing ones, which pays if an image is asked
  /// for repeatedly.
  package static func cached(builds: Bool) -> IndexPolicy { IndexPolicy(cache: .standard(), builds: builds) }

  /// Returns the policy of using indexes in a cache directory other than the user's.
  package static func cached(in folder: String, builds: Bool) -> IndexPolicy {
    IndexPolicy(cache: IndexCache(folder: Path.join(folder, "index-1"), budget: 8 << 30), builds: builds)
  }

  /// The directory of the user's cache that has the indexes, or nil if it is not known.
  package static var cacheFolder: String? { IndexCache.standard()?.folder }

  /// The result for an index.
  package enum Outcome: Sendable {
    /// It was built: its size in bytes.
    case built(size: Int)
    /// It existed already.
    case present
    /// The image cannot have one, for this reason.
    case impossible(String)
  }

  /// Makes sure that the index of an image is in the cache. Throws if a debug file is damaged or the cache cannot be written.
  package func prepare(_ files: [ObjectFile], jobs: Int) throws(ObjectFileError) -> Outcome {
    guard let cache else { return .impossible("neither XDG_CACHE_HOME nor HOME is set") }
    guard let id = files.lazy.compactMap(\.id).first else { return .impossible("the file has no ID") }
    let fingerprint = IndexBuilder.fingerprint(of: files)
    if let known = cache.find(id, fingerprint: fingerprint) {
      if known.isWhole { return .present }
      FileSystem.remove(known.path)
    }
    let built: [[UInt8]]?
    do throws(ObjectFileError) {
      built = try IndexBuilder.build(files, jobs: jobs)
    } catch {
      if case .changed = error.kind { return .impossible(IndexBuilder.changed) }
      if IndexBuilder.hasChanged(files) { return .impossible(IndexBuilder.changed) }
      throw error
    }
    if IndexBuilder.hasChanged(files) { return .impossible(IndexBuilder.changed) }
    guard let parts = built else {
      return .impossible(
        "the file has neither debug information nor symbols, it is damaged or incomplete, it is larger than 4 GB, "
          + "or several files with its ID have debug information")
    }
    do throws(SystemError) {
      _ = try cache.add(parts, of: id, fingerprint: fingerprint)
    } catch {
      throw ObjectFileError(.unreadable("\(error.path ?? cache.folder): \(error.message)"))
    }
    return .built(size: parts.reduce(0) { $0 + $1.count })
  }

  /// Returns an image opened from its index, which answers without the files, or nil if it has none.
  package func find(_ files: [ObjectFile]) -> DebugImage? {
    guard let cache, let id = files.lazy.compactMap(\.id).first else { return nil }
    return cache.find(id, fingerprint: IndexBuilder.fingerprint(of: files)).map {
      DebugImage(index: $0, files: files, isCached: true)
    }
  }

  /// Opens an image: from its index if there is one or it may be built, else from its files. If the index or its directory is
  /// unusable, the files still answer.
  package func has(_ files: [ObjectFile]) -> Bool {
    guard let cache, let id = files.lazy.compactMap(\.id).first else { return false }
    return cache.find(id, fingerprint: IndexBuilder.fingerprint(of: files)) != nil
  }

  /// Opens an image: from its index when there is one or it may be built, else from its files. Whatever is wrong with an index or
  /// its folder, the files still answer.
  package func open(_ files: [ObjectFile], jobs: Int) -> DebugImage {
    if let indexed = find(files) { return indexed }
    if builds, (try? prepare(files, jobs: jobs)) != nil, let indexed = find(files) { return indexed }
    return DebugImage(files: files, jobs: jobs)
  }
}

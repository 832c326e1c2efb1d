internal import Bytes
internal import SystemSymbols
internal import SymbolModel
internal import System

/// Adds the names of systems to a store: of shared caches, and of containers that were made elsewhere.
struct SystemIntake {
  let store: DebugStore
  /// The system that the user stated, which counts more than the path.
  let stated: StatedSystem
  /// The number of threads.
  let jobs: Int

  /// The outcome, and what is missing, as messages that name files.
  typealias Addition = (outcome: DebugStore.AddingOutcome, notes: [String])

  /// Adds a cache by its main file. A cache that is in the store complete is not read again; a partial one is replaced by one with
  /// more names. Throws if nothing of it can be read, or the store cannot be changed.
  func add(cache path: String, progress: (_ done: Int, _ total: Int) -> Void) throws(StoreError) -> Addition {
    let cache: SharedCache
    do throws(SharedCacheError) {
      cache = try SharedCache(path: path)
    } catch {
      throw StoreError(.unreadable, "\(path): \(error)")
    }
    guard let id = cache.header.id else { throw StoreError(.unreadable, "\(path): the shared cache has no UUID") }
    let system = stated.applied(to: SystemBuild(ofCacheAt: path), cache)
    let known = entries(of: id)
    if let whole = known.first(where: { isWhole($0, for: system) }) { return (.present(whole), []) }
    if known.isEmpty, let twin = twin(of: cache, system) {
      if !store.hasSystem(id) {
        do throws(SystemError) { try store.mark(id, twin: twin.record.id) } catch { throw StoreError(error, store: store.path) }
      }
      return (.present(twin), [])
    }
    let aside = AsidePath.new(in: store.path) + StoreRecord.containerSuffix
    defer { FileSystem.remove(aside) }
    let build = CacheBuild(cache, id: id, system: system, jobs: jobs)
    let result: CacheBuild.Result
    do throws(SystemError) {
      try FileSystem.makeDirectories(store.path)
      result = try build.write(to: aside, progress: progress)
    } catch {
      throw error.isOutOfMemory ? StoreError(.unreadable, "\(path): \(error)") : StoreError(error, store: store.path)
    }
    if cache.hasChanged { throw StoreError(.unreadable, "\(path): the cache changed while it was read; add it again") }
    var notes = cache.problems + result.problems.map { "\(path): \($0)" }
    guard result.names > 0 else {
      throw StoreError(.unreadable, ([("\(path): nothing could be added: no image has names")] + notes).joined(separator: "\n"))
    }
    if result.summary.gaps.isEmpty { notes = [] } else { notes.append("\(path): partial: \(result.summary.gaps)") }
    if system == nil { notes.append("\(path): the build of its system is unknown; state it with --os-build, for example 23B85") }
    if let better = known.first(where: {
      ($0.record.cache?.names ?? 0) >= result.names && ($0.record.system != nil || system == nil)
    }) {
      return (.present(better), notes)
    }
    let summary = StoreRecord.SystemDetails(
      images: result.images, names: result.names, gaps: result.summary.gaps.isEmpty ? nil : result.summary.gaps)
    let record = StoreRecord(
      result.summary, summary, key: Self.key(result.key, result.summary), size: result.size,
      modified: FileSystem.status(path)?.modified ?? 0, source: FileSystem.absolute(path))
    return (try commit(record, from: aside, .built, replacing: known), notes)
  }

  /// Adds a container. Throws if it is damaged, or the store cannot be changed.
  func add(container path: String) throws(StoreError) -> Addition {
    let container: SystemSymbolFile
    do throws(SystemSymbolFile.Refusal) {
      container = try SystemSymbolFile(path: path)
      try container.verify()
    } catch {
      throw StoreError(.unreadable, "\(path): \(error)")
    }
    var summary = container.summary
    stated.apply(to: &summary)
    let known = entries(of: summary.id)
    let gaps = summary.gaps.isEmpty ? nil : summary.gaps
    let record = StoreRecord(
      summary, StoreRecord.SystemDetails(images: container.namedImageCount, names: container.nameCount, gaps: gaps),
      key: Self.key(container.key, summary), size: container.size, modified: FileSystem.status(path)?.modified ?? 0,
      source: FileSystem.absolute(path))
    if let whole = known.first(where: {
      isWhole($0, for: record.system) && $0.record.key == record.key
        || $0.record.cache?.gaps == nil && $0.record.system != nil && $0.record.system == record.system
    }) {
      return (.present(whole), [])
    }
    let notes = summary.gaps.isEmpty ? [] : ["\(path): partial: \(summary.gaps)"]
    return (try commit(record, from: path, .file(CloneMemory(), twin: nil), replacing: known), notes)
  }

  /// Makes the entry visible, and removes those of the same cache that it replaces: with fewer names, or of an unknown system.
  private func commit(
    _ record: StoreRecord, from path: String, _ contents: StagedEntry.Contents, replacing known: [DebugStore.Entry]
  ) throws(StoreError) -> DebugStore.AddingOutcome {
    do throws(SystemError) {
      try store.mark(record.id)
    } catch {
      throw StoreError(error, store: store.path)
    }
    let outcome = try StagedEntry(store: store, record, from: path, contents).commit()
    guard case .added(let entry) = outcome else { return outcome }
    for old in known where old.folder != entry.folder && (old.record.cache?.names ?? 0) <= (record.cache?.names ?? 0) {
      try store.remove(old)
    }
    return outcome
  }

  /// Returns a complete cache in the store that has the same images at the same offsets, or nil: devices may have a customer and a
  /// development cache, whose main files differ in little more than their UUIDs.
  private func twin(of cache: SharedCache, _ system: SystemBuild?) -> DebugStore.Entry? {
    store.systems().first { entry in
      guard isWhole(entry, for: system), entry.record.architecture == cache.header.architecture,
        let container = try? SystemSymbolFile(path: entry.path)
      else { return false }
      return container.imageCount == cache.images.count && container.summary.base == cache.base
        && cache.images.indices.allSatisfy { position in
          guard let other = container.image(position), let id = other.id else { return false }
          let image = cache.images[position]
          return id == image.id && image.address == cache.base &+ other.offset && other.size == image.textSize
        }
    }
  }

  private func entries(of id: ImageID) -> [DebugStore.Entry] {
    store.entries(of: id).filter { entry in
      entry.record.contents == .system && (try? SystemSymbolFile(path: entry.path)) != nil
    }
  }

  /// Returns whether an entry is complete, and says as much of the system as is known now.
  private func isWhole(_ entry: DebugStore.Entry, for system: SystemBuild?) -> Bool {
    entry.record.cache?.gaps == nil && (system == nil || entry.record.system == system)
  }

  private static func key(_ number: UInt64, _ summary: CacheSummary) -> String {
    var hash = ContentHash(seed: number)
    hash.add(Array("\(summary.systemName) \(summary.systemVersion) \(summary.systemBuild)".utf8))
    return hash.hex
  }
}

extension StatedSystem {
  /// Returns the system of a cache: what the user stated, else what its path says; the version and name also from its header.
  func applied(to found: SystemBuild?, _ cache: SharedCache) -> SystemBuild? {
    guard let build = build ?? found?.build else { return nil }
    return SystemBuild(
      name: found?.name ?? cache.platformName, version: version ?? found?.version ?? cache.versionText ?? "", build: build)
  }

  /// Replaces what the user stated.
  func apply(to summary: inout CacheSummary) {
    if let build { summary.systemBuild = build }
    if let version { summary.systemVersion = version }
  }
}

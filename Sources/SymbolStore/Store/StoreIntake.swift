internal import Archives
internal import System
internal import Workers

/// Adds files, bundles and directories to a store.
package struct StoreIntake: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable {
    /// The added entries, in the order of the paths.
    package var added: [DebugStore.Entry] = []
    /// The number of files, counted once per ID, that were already there.
    package var present = 0
    /// The number of files that are not debug files, or have no ID.
    package var passedOver = 0
    /// Paths that the user named and that cannot be added, with the reason.
    package var failures: [String] = []
    /// Damaged files in the directories that the user named, with the reason.
    package var warnings: [String] = []
    /// The error that ended the run early, or nil.
    package var end: StoreError?
  }

  private let store: DebugStore
  private let mode: DebugStore.AddingMode
  private let jobs: Int
  private let stated: StatedSystem
  private let memory = CloneMemory()

  /// Adds to `store`, `jobs` files at a time. `system` is what the user says of the system of shared caches.
  package init(_ store: DebugStore, mode: DebugStore.AddingMode, jobs: Int, system stated: StatedSystem = StatedSystem()) {
    self.stated = stated
    self.store = store
    self.mode = mode
    self.jobs = jobs
  }

  private struct Item: Sendable {
    let path: String
    /// The directory that the user named, or nil for a file that the user named.
    let folder: String?
    var isNamed: Bool { folder == nil }
  }

  private enum Addition: Sendable {
    case done([DebugStore.AddingOutcome], notes: [String])
    case failed(StoreError)
  }

  /// Adds files, and all debug files in archives, directories and bundles. Stops if the store cannot be written; what was added
  /// until then stays. Calls `progress` with the number of finished files and of all files.
  package func add(_ paths: [String], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) -> Outcome {
    var outcome = Outcome()
    let (items, caches) = list(paths, &outcome)
    var fruitful = add(caches, &outcome, progress)
    var done = 0
    while done < items.count, outcome.end == nil {
      progress(done, items.count)
      let batch = items[done..<min(done + 64 * jobs, items.count)].map { $0 }
      let additions = Parallel.map(batch.count, jobs: jobs) { add(batch[$0]) }
      for (item, addition) in zip(batch, additions) {
        if note(addition, of: item, &outcome), let folder = item.folder { fruitful.insert(folder) }
      }
      done += batch.count
    }
    noteFruitless(paths, items, fruitful, &outcome)
    if !outcome.added.isEmpty { FileSystem.synchronize(store.path) }
    return outcome
  }

  private func list(_ paths: [String], _ outcome: inout Outcome) -> (items: [Item], caches: CacheList) {
    var items: [Item] = []
    var caches = CacheList()
    for path in paths {
      guard let status = FileSystem.status(path) else {
        outcome.failures.append("\(path): no such file or directory")
        continue
      }
      guard status.kind == .directory else {
        if !caches.take(path, below: nil) { items.append(Item(path: path, folder: nil)) }
        continue
      }
      let walk = FileWalk(path, status, recursive: true)
      items += walk.files.filter { !caches.take($0.path, below: path) }.map { Item(path: $0.path, folder: path) }
      if let failure = walk.firstFailure {
        let more = walk.failures > 1 ? ", and \(walk.failures - 1) more directories in \(path)" : ""
        outcome.failures.append("\(failure.path): \(failure.reason)\(more)")
      }
    }
    outcome.failures += caches.failures
    return (items, caches)
  }

  /// Reports the directories of which nothing is in the store now, unless something else was reported of them.
  private func noteFruitless(_ paths: [String], _ items: [Item], _ fruitful: Set<String>, _ outcome: inout Outcome) {
    guard outcome.end == nil else { return }
    for path in paths where !fruitful.contains(path) && FileSystem.status(path)?.kind == .directory {
      let reports = outcome.failures + outcome.warnings
      guard !outcome.failures.contains(where: { $0.hasPrefix(path) }) else { continue }
      let files = items.count { $0.folder == path }
      let count = files == 0 ? "it has no files" : files == 1 ? "its only file is not" : "none of its \(files) files is"
      let kinds = files == 0 ? "" : " a debug file with an ID, an archive or a shared cache"
      let damage = reports.contains { $0.hasPrefix(path) } ? " that can be read" : ""
      outcome.failures.append("\(path): nothing was added: \(count)\(kinds)\(files == 0 ? "" : damage)")
    }
  }

  /// Adds shared caches and containers, one after the other: all threads work on each. Returns the directories of which something
  /// is in the store now.
  private func add(
    _ caches: CacheList, _ outcome: inout Outcome, _ progress: (_ done: Int, _ total: Int) -> Void
  ) -> Set<String> {
    var fruitful: Set<String> = []
    let intake = SystemIntake(store: store, stated: stated, jobs: jobs)
    for (path, folder, isCache) in caches.mains.map({ ($0.path, $0.folder, true) })
      + caches.containers.map({ ($0.path, $0.folder, false) }) where outcome.end == nil
    {
      do throws(StoreError) {
        let addition = try isCache ? intake.add(cache: path, progress: progress) : intake.add(container: path)
        outcome.warnings += addition.notes
        switch addition.outcome {
        case .added(let entry): outcome.added.append(entry)
        case .present: outcome.present += 1
        }
        if let folder { fruitful.insert(folder) }
      } catch {
        switch error.kind {
        case .foreign, .unreadable: outcome.failures.append(error.description)
        case .readOnly, .full, .other: outcome.end = error
        }
      }
    }
    return fruitful
  }

  private func add(_ item: Item) -> Addition {
    do throws(StoreError) {
      return try isArchive(item) ? addArchive(item) : .done(store.add(item.path, mode, memory), notes: [])
    } catch {
      return .failed(error)
    }
  }

  private func isArchive(_ item: Item) -> Bool {
    if StoredSourceBundle.isNamed(item.path) { return false }
    if ArchiveWalk.isArchive(named: item.path) { return true }
    return item.isNamed ? PackedFile.isNamed(item.path) : PackedFile.isFound(item.path)
  }

  private func addArchive(_ item: Item) throws(StoreError) -> Addition {
    if mode == .link {
      throw StoreError(.unreadable, "\(item.path): files in an archive cannot be linked; add it without --link")
    }
    let intake = try ArchiveIntake(item.path, store: store)
    var results: [DebugStore.AddingOutcome] = []
    for candidate in intake.candidates { results += try store.add(candidate, mode, memory) }
    return .done(results, notes: intake.notes.map { "\(item.path): \($0)" })
  }

  private var isIndexing: Bool {
    if case .index = mode { return true }
    return false
  }

  /// Returns whether something of the item is in the store now.
  private func note(_ addition: Addition, of item: Item, _ outcome: inout Outcome) -> Bool {
    switch addition {
    case .done(let results, let notes):
      outcome.warnings += notes
      if results.isEmpty { outcome.passedOver += 1 }
      if results.isEmpty, item.isNamed {
        let isArchive = isArchive(item)
        let reason =
          isIndexing
          ? "it has no UUID or build ID, or nothing to index"
          : item.path.hasSuffix(".map")
            ? "the source map has no debug ID, so it could not be found"
            : isArchive ? "it contains no debug files with an ID" : "it has no UUID or build ID, so it could not be found"
        outcome.failures.append("\(item.path): \(reason)")
      }
      for case .added(let entry) in results { outcome.added.append(entry) }
      for case .present in results { outcome.present += 1 }
      return !results.isEmpty
    case .failed(let error):
      if error.kind == .foreign { outcome.passedOver += 1 }
      switch error.kind {
      case .foreign where !item.isNamed: break
      case .unreadable where !item.isNamed: outcome.warnings.append(error.description)
      case .foreign, .unreadable: outcome.failures.append(error.description)
      case .readOnly, .full, .other: outcome.end = outcome.end ?? error
      }
      return false
    }
  }
}

internal import ScanCache
internal import SymbolModel
package import System
internal import Workers

/// The entries of a store, from a cached listing. Parts of the store that changed since are read again first, so that the result
/// is that of the store itself. Used by one thread at a time.
package final class StoreListing {
  private let store: DebugStore
  private let cache: ScanCache?
  private let key: String
  private let jobs: Int
  /// The entries of parts that changed too recently to be cached.
  private var unremembered: [DebugStore.Entry] = []
  private var isFresh = false
  /// Whether the store has nothing: it is asked for the name of every image that has no debug file.
  private var isEmpty = false
  /// What could not be read and is missing in the answers.
  package let unread = UnreadFiles()

  /// Prepares a listing of `store`; reads nothing yet. `cacheFolder` is the user's cache for this program; without one, every
  /// directory of the store is read.
  package convenience init(_ store: DebugStore, cacheFolder: String?, jobs: Int) {
    self.init(store, cache: cacheFolder.flatMap { ScanCache(folder: $0) }, jobs: jobs)
  }

  /// Does the same with an open cache.
  init(_ store: DebugStore, cache: ScanCache?, jobs: Int) {
    self.store = store
    self.cache = cache
    key = FileSystem.absolute(store.path)
    self.jobs = jobs
  }

  /// Returns all entries, by ID and then the best contents first.
  package func entries() -> [DebugStore.Entry] {
    refresh()
    return answer {
      $0.entries(of: key)
    } where: { _ in
      true
    }
  }

  /// Returns the entries that match a query, by ID and then the best contents first.
  package func entries(matching query: DebugStore.Query) -> [DebugStore.Entry] {
    if let id = query.id {
      let found = store.entries(of: id, unread)
      if !found.isEmpty { return found }
    }
    refresh()
    return answer {
      $0.entries(of: key, pattern: query.pattern, prefix: query.folderPrefix)
    } where: {
      query.matches($0)
    }
  }

  /// Returns the entries whose image has a name, whatever its case.
  package func entries(named name: String) -> [DebugStore.Entry] {
    refresh()
    if isEmpty { return [] }
    let word = name.lowercased()
    return answer {
      $0.entries(of: key, named: word)
    } where: {
      $0.record.name.lowercased() == word
    }
  }

  /// Combines cached and uncached entries; reads everything again if the cache fails.
  private func answer(
    _ ask: (ScanCache) -> [ScanCache.Row]?, where fits: (DebugStore.Entry) -> Bool
  ) -> [DebugStore.Entry] {
    guard let cache else { return Self.ordered(unremembered.filter(fits)) }
    guard let rows = ask(cache) else { return store.allEntries(jobs: jobs, unread).filter(fits) }
    return Self.ordered((unremembered + decode(rows)).filter(fits))
  }

  /// Returns entries by ID, then the best contents first, each once.
  private static func ordered(_ entries: [DebugStore.Entry]) -> [DebugStore.Entry] {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.folder < $1.folder }
    let sorted = isSorted ? entries : entries.sorted { $0.folder < $1.folder }
    var result: [DebugStore.Entry] = []
    result.reserveCapacity(sorted.count)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].record.id == sorted[start].record.id { end += 1 }
      if end == start + 1 {
        result.append(sorted[start])
      } else {
        let group = sorted[start..<end]
        result += DebugStore.sorted(
          group.indices.filter { $0 == start || group[$0].folder != group[$0 - 1].folder }.map { group[$0] })
      }
      start = end
    }
    return result
  }

  private func decode(_ rows: [ScanCache.Row]) -> [DebugStore.Entry] {
    let batch = 2048
    let store = store
    return Parallel.map((rows.count + batch - 1) / batch, jobs: jobs) { part in
      rows[(part * batch)..<min((part + 1) * batch, rows.count)].compactMap { row in
        StoreRecord(parsing: row.record).map { DebugStore.Entry(folder: Path.join(store.path, row.folder), record: $0) }
      }
    }.flatMap { $0 }
  }

  // MARK: Remembering

  /// Reads the parts of the store that changed since they were cached.
  private func refresh() {
    guard !isFresh else { return }
    isFresh = true
    let (now, store, unread) = (Clock.now, store, unread)
    let known = cache?.shards(of: key) ?? [:]
    let shards = store.shards(unread)
    isEmpty = shards.isEmpty && unread.failures.isEmpty
    let times = shards.map { FileSystem.status(Path.join(store.path, $0))?.modified ?? now }
    let changed = shards.indices.filter { known[shards[$0]] != times[$0] }
    let read = Parallel.map(changed.count, jobs: jobs) { store.entries(ofShard: shards[changed[$0]], unread) }
    let isWhole = unread.failures.isEmpty
    var news: [(name: String, modified: Int64?, entries: [ScanCache.StoreEntry])] = []
    for (position, entries) in zip(changed, read) {
      // The directory might change again without a later time.
      let isCertain = isWhole && cache != nil && times[position] < now - ScanCache.uncertainty
      if !isCertain { unremembered += entries }
      if isCertain || known[shards[position]] != nil {
        news.append((shards[position], isCertain ? times[position] : nil, isCertain ? entries.map(row) : []))
      }
    }
    guard isWhole || !shards.isEmpty else { return }
    for gone in Set(known.keys).subtracting(shards).sorted() { news.append((gone, nil, [])) }
    cache?.save(news, of: key)
    checkSaved(news, read: zip(changed, read).map { (shards[$0.0], $0.1) })
  }

  /// Keeps for this run what could not be cached.
  private func checkSaved(
    _ news: [(name: String, modified: Int64?, entries: [ScanCache.StoreEntry])], read: [(String, [DebugStore.Entry])]
  ) {
    let saved = cache?.shards(of: key) ?? [:]
    let missing = Set(news.filter { $0.modified != nil && saved[$0.name] != $0.modified }.map(\.name))
    for (shard, entries) in read where missing.contains(shard) { unremembered += entries }
  }

  private func row(_ entry: DebugStore.Entry) -> ScanCache.StoreEntry {
    let folder = String(Substring(entry.folder.utf8.dropFirst(store.path.utf8.count + (store.path.hasSuffix("/") ? 0 : 1))))
    return ScanCache.StoreEntry(
      folder: folder, name: entry.record.name.lowercased(), words: DebugStore.Query.words(of: entry.record),
      record: entry.record.json)
  }
}

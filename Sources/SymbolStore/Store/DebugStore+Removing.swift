internal import System
internal import Workers

extension DebugStore {
  /// Removes an entry from the store and deletes it, with the contents if they are the store's own. It disappears at once.
  package func remove(_ entry: Entry) throws(StoreError) {
    let folder = Path.parent(of: entry.folder)
    let aside = AsidePath.new(in: Path.parent(of: folder))
    do throws(SystemError) {
      try FileSystem.move(entry.folder, to: aside)
    } catch {
      if error.isMissing { return }
      throw StoreError(error, store: path)
    }
    _ = try? FileSystem.removeDirectory(folder)
    do throws(SystemError) { try FileSystem.removeTree(aside) } catch { throw StoreError(error, store: path) }
  }

  /// Returns the leftovers of killed processes: temporary files and directories of more than a day ago, directories of IDs without
  /// an entry, and marks of systems without one.
  package func leftovers(jobs: Int) -> [String] {
    let shards = shards()
    let limit = Clock.now - 86_400 * 1_000_000_000
    let unpacked = ((try? FileSystem.names(in: path)) ?? []).filter { AsidePath.matches($0) }.map { Path.join(path, $0) }
    let old = unpacked.filter { (FileSystem.status($0)?.modified ?? limit) < limit }
    return old + oldMarkers(before: limit)
      + Parallel.map(shards.count, jobs: jobs) { position in
        let shard = Path.join(path, shards[position])
        return ((try? FileSystem.names(in: shard)) ?? []).map { Path.join(shard, $0) }.filter { folder in
          guard let status = FileSystem.status(folder), status.kind == .directory, status.modified < limit else { return false }
          return AsidePath.matches(folder)
            || (try? FileSystem.names(in: folder))?.isEmpty == true
        }
      }.flatMap { $0 }
  }

  /// Deletes what `leftovers` found. If an entry appears in an empty directory in the meantime, it stays.
  package func remove(leftovers: [String]) throws(StoreError) {
    for folder in leftovers {
      do throws(SystemError) {
        if AsidePath.matches(folder) {
          try FileSystem.removeTree(folder)
        } else if Path.lastComponent(of: Path.parent(of: folder)) == Self.systemsName {
          FileSystem.remove(folder)
        } else {
          try FileSystem.removeDirectory(folder)
        }
      } catch {
        if !error.isMissing, !error.isOccupied { throw StoreError(error, store: path) }
      }
    }
  }
}

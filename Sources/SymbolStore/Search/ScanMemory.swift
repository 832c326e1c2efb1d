internal import ScanCache
internal import System

/// The cached headers of the files below one directory.
struct ScanMemory {
  private let cache: ScanCache?
  private let folder: String
  private let root: String
  private let known: [String: ScanCache.File]

  /// The cached headers of a single file.
  init(_ cache: ScanCache?, file path: String) {
    self.cache = cache
    folder = path
    let absolute = FileSystem.absolute(path)
    root = absolute
    known = cache?.file(absolute).map { [absolute: $0] } ?? [:]
  }

  /// Loads the cached headers, or nothing without a cache.
  init(_ cache: ScanCache?, folder: String) {
    self.cache = cache
    self.folder = folder
    let absolute = FileSystem.absolute(folder)
    root = absolute.utf8.count > 1 && absolute.hasSuffix("/") ? String(absolute.dropLast()) : absolute
    known = cache?.files(below: root) ?? [:]
  }

  /// Returns the headers of an unchanged file, or nil if they have to be read.
  func facts(of file: FileWalk.File) -> FileHeaders? {
    guard !known.isEmpty, let memory = known[key(of: file)], memory.size == Int64(file.status.size),
      memory.modified == file.status.modified, memory.inode == Int64(bitPattern: file.status.inode)
    else { return nil }
    return FileHeaders(encoded: memory.facts, path: file.path)
  }

  /// Caches what was read, and removes deleted files. A file that changed in the last seconds is not cached: it might change
  /// again without a later time.
  func save(_ read: [(file: FileWalk.File, facts: FileHeaders)], of walk: FileWalk? = nil) {
    guard let cache else { return }
    let limit = Clock.now - ScanCache.uncertainty
    let files = read.filter { $0.file.status.modified < limit }.compactMap { file, facts in
      facts.encoded.map {
        ScanCache.File(
          path: key(of: file), size: Int64(file.status.size), modified: file.status.modified,
          inode: Int64(bitPattern: file.status.inode), facts: $0)
      }
    }
    var gone: [String] = []
    if let walk, walk.failures == 0, known.count + files.count > walk.files.count {
      gone = Set(known.keys).subtracting(walk.files.map { key(of: $0) }).sorted()
    }
    cache.save(files, forgetting: gone)
  }

  /// Returns the absolute path.
  private func key(of file: FileWalk.File) -> String {
    if file.path == folder { return root }
    let rest = file.path.utf8.dropFirst(folder.utf8.count)
    return root + (rest.first == UInt8(ascii: "/") ? "" : "/") + String(Substring(rest))
  }
}

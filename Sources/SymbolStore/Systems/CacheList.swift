internal import SystemSymbols
internal import System

/// The shared caches among the files that the user wants to add, and the files that belong to them.
struct CacheList {
  /// A file, and the directory that the user named, or nil if the user named the file.
  struct File {
    let path: String
    let folder: String?
  }

  /// The main files of caches.
  private(set) var mains: [File] = []
  /// The containers of system symbols.
  private(set) var containers: [File] = []
  /// Files that look like caches and cannot be added, with the reason; among them subcaches without their main file.
  var failures: [String] {
    let known = Set(mains.map(\.path))
    return damaged
      + mainsOfParts.filter { !known.contains($0) && !known.contains($0 + ".development") && FileSystem.status($0) == nil }.map {
        "\($0): missing; other files of this shared cache are there, but only this one lists them"
      }
  }

  private var damaged: [String] = []
  private var mainsOfParts: [String] = []
  /// Files beside caches without names: the addresses of all images as text, and translations of Rosetta.
  private static let ignored = [".map", ".atlas", ".a2s", ".aot", ".t8xxx", ".t"]

  /// No files yet.
  init() {}

  /// Notes a file if it is part of a cache or is a container; returns false for other files. What the user named is recognized by
  /// its contents, other files by their names, since opening each file of a large directory takes long.
  mutating func take(_ path: String, below folder: String?) -> Bool {
    let hasName = CacheSearch.isCacheName(path)
    guard hasName || folder == nil || path.hasSuffix(".symcache") else { return false }
    let head = (try? FileSystem.beginning(of: path, limit: 16)) ?? []
    if SystemSymbolFile.isContainer(head: head) {
      containers.append(File(path: path, folder: folder))
    } else if hasName || CacheHeader.begins(head) {
      noteCache(File(path: path, folder: folder), isWhole: CacheHeader.begins(head))
    } else {
      return false
    }
    return true
  }

  private mutating func noteCache(_ file: File, isWhole: Bool) {
    let path = file.path
    if Self.ignored.contains(where: { path.hasSuffix($0) }) { return }
    guard CacheSearch.isMain(path) else {
      let main = CacheSearch.mainPath(of: path)
      if !mainsOfParts.contains(main) { mainsOfParts.append(main) }
      return
    }
    if isWhole {
      mains.append(file)
    } else {
      damaged.append("\(path): not a shared cache, although it has the name of one: it does not begin with dyld_v1")
    }
  }
}

internal import SymbolModel
internal import SystemSymbols
internal import System

/// The regular files below a directory, listed without opening them.
struct FileWalk {
  struct File: Sendable {
    /// The path, which begins with the given path of the directory.
    let path: String
    /// The status of the file, symbolic links followed.
    let status: FileSystem.Status
  }

  /// The files, in bytewise order of their paths' components.
  private(set) var files: [File] = []
  /// The first directory that cannot be read, or the first file of which nothing is known, with the reason.
  private(set) var firstFailure: SearchWarning?
  /// The number of those.
  private(set) var failures = 0
  /// The paths of dSYM bundles, in the same order as the files.
  private(set) var bundles: [String] = []

  /// The paths of files with the name of a shared cache's main file.
  private(set) var caches: [String] = []

  /// The first file with the name of a BCSymbolMap.
  private(set) var symbolMap: String?

  private var visited: Set<Inode> = []
  private let isRecursive: Bool
  private let permits: (@Sendable (String) -> Bool)?

  private struct Inode: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// Lists a directory and, if `recursive`, everything below it; dSYM bundles in it are always listed. Symbolic links are
  /// followed; a directory that is reached twice is listed once. Files and directories that `permits` rejects are skipped.
  init(_ folder: String, _ status: FileSystem.Status, recursive: Bool, permits: (@Sendable (String) -> Bool)? = nil) {
    isRecursive = recursive
    self.permits = permits
    list(folder, status, depth: recursive ? 64 : 0)
  }

  private mutating func existing(_ path: String) -> FileSystem.Status? {
    do throws(SystemError) { return try FileSystem.existing(path) } catch {
      note(error, path)
      return nil
    }
  }

  private mutating func note(_ error: SystemError, _ path: String) {
    failures += 1
    firstFailure = firstFailure ?? SearchWarning(error, path: path)
  }

  private mutating func list(_ folder: String, _ status: FileSystem.Status, depth: Int) {
    guard visited.insert(Inode(device: status.device, number: status.inode)).inserted else { return }
    if folder.hasSuffix(".dSYM") { bundles.append(folder) }
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.names(in: folder)
    } catch {
      return note(error, folder)
    }
    for name in names {
      let path = Path.join(folder, name)
      guard permits?(path) != false, let status = existing(path) else { continue }
      switch status.kind {
      case .directory where depth > 0: list(path, status, depth: depth - 1)
      case .directory where !isRecursive && name.hasSuffix(".dSYM"): list(path, status, depth: 8)
      case .file:
        files.append(File(path: path, status: status))
        if name.utf8.first == UInt8(ascii: "d"), CacheSearch.isCacheName(name), CacheSearch.isMain(name) { caches.append(path) }
        if symbolMap == nil, name.hasSuffix(BitcodeSymbolMap.suffix) { symbolMap = path }
      case .directory, .other: continue
      }
    }
  }
}

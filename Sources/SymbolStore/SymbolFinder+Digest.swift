internal import Bytes
internal import System

extension SymbolFinder {
  /// A number that changes when the search paths change, or the debug files in them: what was symbolicated earlier may then get other
  /// names. Directories that are laid out by IDs, and the store, are known by the times of their subdirectories. The directories of
  /// reports and the system's own directories are not looked at.
  package var contentsDigest: UInt64 {
    var hash = ContentHash()
    for path in searchPaths.symbols + searchPaths.pathVariable {
      if layout(of: path) == .plain { add(scan(path, recursive: true), to: &hash) }
      add(directory: path, to: &hash)
    }
    if let store = searchPaths.store { add(directory: store, to: &hash) }
    hash.add(Array("\(searchPaths.remote.servers.map(\.url)) \(searchPaths.remote.command ?? "")".utf8))
    hash.add(Array((searchPaths.debuginfodIsWanted ? "debuginfod" : "").utf8))
    return hash.value
  }

  private func add(_ scan: FolderScan, to hash: inout ContentHash) {
    for file in scan.files {
      let status = FileSystem.status(file.path)
      let id = file.id?.description ?? ""
      hash.add(Array("\(file.path)\n\(id)\n\(status?.size ?? 0)\n\(status?.modified ?? 0)\n".utf8))
    }
    for file in scan.damaged { hash.add(Array("\(file.path)\n\(file.reason)\n".utf8)) }
  }

  /// Adds the path of a directory and the times of its subdirectories.
  private func add(directory path: String, to hash: inout ContentHash) {
    hash.add(Array(path.utf8))
    guard layout(of: path) != .plain || path == searchPaths.store else { return }
    for name in (try? FileSystem.names(in: path)) ?? [] {
      guard let status = FileSystem.status(Path.join(path, name)) else { continue }
      hash.add(Array("\(name)\n\(status.modified)\n".utf8))
    }
  }
}

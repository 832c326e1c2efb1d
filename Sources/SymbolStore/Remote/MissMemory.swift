internal import Bytes
internal import SymbolModel
internal import Synchronization
internal import System

/// Which servers and commands did not have an ID, remembered in the user's cache for an hour: a file each, whose time counts. Old files
/// are removed once in a run.
final class MissMemory: Sendable {
  private let folder: String?
  private let isTidy = Mutex(false)

  /// How long an answer counts, in nanoseconds.
  private static let age: Int64 = 3_600_000_000_000

  /// Keeps the answers in the user's cache for this program, or nothing without one.
  init(cacheFolder: String?) { folder = cacheFolder.map { Path.join($0, "misses") } }

  /// Returns whether a source did not have an ID a short time ago.
  func has(_ id: ImageID, of source: String) -> Bool {
    guard let folder, let status = FileSystem.status(Path.join(folder, Self.name(id, source))) else { return false }
    return (0..<Self.age).contains(Clock.now - status.modified)
  }

  /// Remembers that a source does not have an ID. Without a writable cache nothing is remembered.
  func note(_ id: ImageID, of source: String) {
    guard let folder else { return }
    _ = try? FileSystem.makeDirectories(folder)
    _ = try? FileSystem.replace(Path.join(folder, Self.name(id, source)), with: [])
    if isTidy.withLock({ isTidy in
      defer { isTidy = true }; return isTidy
    }) {
      return
    }
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      let path = Path.join(folder, name)
      if Clock.now - (FileSystem.status(path)?.modified ?? 0) > Self.age { FileSystem.remove(path) }
    }
  }

  private static func name(_ id: ImageID, _ source: String) -> String {
    var hash = ContentHash()
    hash.add(Array("\(id.hex)\n\(source)".utf8))
    return hash.hex
  }
}

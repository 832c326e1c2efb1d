internal import Glibc
internal import Synchronization

/// Directories below `$TMPDIR`, or /tmp, that are removed when the process ends. Each is locked (flock(2)) as long as its process
/// lives, so that a later run removes those of processes that were killed.
package enum TemporaryDirectory {
  private static let prefix = "symbolicate-unpacked-"
  private static let made = Mutex<[String]>([])

  /// Creates an empty directory that only the user may read. Throws if the disk is full.
  package static func make() throws(SystemError) -> String {
    let parent = Environment.variable("TMPDIR") ?? "/tmp"
    removeLeftovers(in: parent)
    let path = Path.join(parent, prefix + String(UInt64.random(in: 0 ... .max), radix: 16))
    guard unsafe mkdir(path.fileName, 0o700) == 0 else { throw SystemError(errno, operation: "mkdir", path: path) }
    made.withLock { $0.append(path) }
    // The directory is open, and so locked, until the process ends.
    let lock = unsafe open(path.fileName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if lock >= 0 { _ = flock(lock, LOCK_EX | LOCK_NB) }
    return path
  }

  /// Removes all temporary directories.
  static func removeAll() {
    for path in made.withLock({ $0 }) { _ = try? FileSystem.removeTree(path) }
  }

  private static func removeLeftovers(in parent: String) {
    for name in (try? FileSystem.names(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let path = Path.join(parent, name)
      guard let folder = try? Descriptor(opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { continue }
      var record = stat()
      guard unsafe fstat(folder.number, &record) == 0, record.st_uid == geteuid(), flock(folder.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      _ = try? FileSystem.removeTree(path)
    }
  }
}

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
    // Another run may take a directory for one that was left, and remove it, until it is locked.
    for _ in 0..<attempts {
      let path = Path.join(parent, prefix + String(UInt64.random(in: 0 ... .max), radix: 16))
      guard unsafe mkdir(path.fileName, 0o700) == 0 else { throw SystemError(errno, operation: "mkdir", path: path) }
      guard lock(path) else { continue }
      made.withLock { $0.append(path) }
      return path
    }
    throw SystemError(EBUSY, operation: "mkdir", path: parent)
  }

  private static let attempts = 100

  /// Locks a new directory until the process ends. Returns false if it is gone, or if somebody is removing it.
  private static func lock(_ path: String) -> Bool {
    // Open, and so locked, until the process ends.
    let folder = unsafe open(path.fileName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return errno != ENOENT }
    // Where nothing can be locked, nothing is removed.
    let isTaken = flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    var (opened, there) = (stat(), stat())
    let isThere = unsafe fstat(folder, &opened) == 0 && stat(path.fileName, &there) == 0 && opened.st_ino == there.st_ino
    if isTaken || !isThere { close(folder) }
    return !isTaken && isThere
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

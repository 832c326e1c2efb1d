internal import Glibc
internal import Synchronization

/// The temporary names of files that are being written: `.symbolicate-`, 16 random hexadecimal digits, `.tmp`. The writer holds a
/// lock on the file (flock(2)); a file without a lock was left by a process that was killed.
enum StagingFile {
  private static let prefix = ".symbolicate-"
  private static let suffix = ".tmp"
  private static let cleaned = Mutex<Set<String>>([])

  /// Returns a path that nobody can guess.
  static func newPath(in directory: String) -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return Path.join(directory, prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits + suffix)
  }

  /// Creates and locks a file that must not exist (`O_EXCL`, which follows no symbolic link). Returns nil if it exists, or if
  /// another process removed it as a leftover before it was locked: then another name works.
  static func create(_ path: String) throws(SystemError) -> Descriptor? {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    } catch {
      if error.isOccupied { return nil }
      throw error
    }
    let isLocked = flock(file.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    var record = stat()
    guard isLocked, unsafe fstat(file.number, &record) == 0, record.st_nlink > 0 else { return nil }
    return file
  }

  /// Removes the files that killed processes left in a directory, once per run: regular files with such names that belong to the
  /// user and that nobody has locked.
  static func removeLeftovers(in directory: String) {
    guard cleaned.withLock({ $0.insert(directory).inserted }), let names = try? FileSystem.names(in: directory) else { return }
    for name in names where isName(name) {
      let path = Path.join(directory, name)
      guard let file = try? Descriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { continue }
      var record = stat()
      guard unsafe fstat(file.number, &record) == 0, (record.st_mode & S_IFMT) == S_IFREG, record.st_uid == geteuid(),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      FileSystem.remove(path)
    }
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count == prefix.utf8.count + 16 + suffix.utf8.count && name.hasPrefix(prefix) && name.hasSuffix(suffix)
  }
}

internal import Glibc

/// Writing files so that they appear complete or not at all.
extension FileSystem {
  /// Writes `bytes` to a temporary file and gives it the name `path`, so that `path` is either old or complete. A process that is
  /// killed while it writes leaves no file: the file has no name until it is complete (`O_TMPFILE` of open(2)). On file systems
  /// without this, and briefly while `path` is replaced, it has a name of `StagingFile`.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    try replace(path, withParts: [bytes])
  }

  /// Does the same for contents in several parts.
  package static func replace(_ path: String, withParts parts: [[UInt8]]) throws(SystemError) {
    let parent = Path.parent(of: path)
    let directory = parent.isEmpty ? "." : parent
    StagingFile.removeLeftovers(in: directory)
    guard let file = try? Descriptor(opening: directory, flags: O_WRONLY | namelessFile) else {
      return try replaceByName(path, in: directory, parts)
    }
    _ = flock(file.number, LOCK_EX | LOCK_NB)
    for part in parts { try write(part, to: file.number, path: path) }
    var failure = link(file.number, to: path)
    if failure == 0 { return }
    // Only rename(2) can replace an existing name, and it needs a temporary name first.
    while failure == EEXIST {
      let temporary = StagingFile.newPath(in: directory)
      failure = link(file.number, to: temporary)
      if failure == 0 { return try rename(temporary, over: path, holding: file) }
    }
    try replaceByName(path, in: directory, parts)
  }

  /// `__O_TMPFILE | O_DIRECTORY` of fcntl.h, a macro that Glibc's module does not have.
  private static var namelessFile: CInt { 0o20_000_000 | O_DIRECTORY }

  /// Gives an open file without a name a name (linkat(2)). Returns 0, or the error, which is EEXIST if the name is taken. A
  /// symbolic link with that name is not followed.
  private static func link(_ descriptor: CInt, to path: String) -> CInt {
    let source = "/proc/self/fd/\(descriptor)"
    return unsafe linkat(AT_FDCWD, source, AT_FDCWD, path.fileName, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  private static func replaceByName(_ path: String, in directory: String, _ parts: [[UInt8]]) throws(SystemError) {
    while true {
      let temporary = StagingFile.newPath(in: directory)
      guard let file = try StagingFile.create(temporary) else { continue }
      do throws(SystemError) {
        for part in parts { try write(part, to: file.number, path: path) }
      } catch {
        remove(temporary)
        throw error
      }
      return try rename(temporary, over: path, holding: file)
    }
  }

  /// `file` is open, and so locked, until the file has its name.
  private static func rename(_ temporary: String, over path: String, holding file: borrowing Descriptor) throws(SystemError) {
    guard unsafe Glibc.rename(temporary.fileName, path.fileName) == 0 else {
      let code = errno
      remove(temporary)
      throw SystemError(code, operation: "rename", path: path)
    }
  }
}

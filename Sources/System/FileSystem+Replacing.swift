internal import Glibc

/// Writing files so that they appear complete or not at all.
extension FileSystem {
  /// Writes `bytes` to a temporary file and renames it to `path`, so that `path` has either the old or the complete new contents.
  /// The temporary file has no name until it is complete (`O_TMPFILE` of open(2)), so that a process that is killed leaves
  /// nothing behind. On file systems without that feature the file is written as `path.PID.tmp`.
  public static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    try replace(path, withParts: [bytes])
  }

  /// Does the same for contents in several parts.
  public static func replace(_ path: String, withParts parts: [[UInt8]]) throws(SystemError) {
    let parent = Path.parent(of: path)
    guard let file = try? Descriptor(opening: parent.isEmpty ? "." : parent, flags: O_WRONLY | namelessFile) else {
      return try replaceByName(path, parts)
    }
    for part in parts { try write(part, to: file.number, path: path) }
    let failure = link(file.number, to: path)
    if failure == 0 { return }
    // Only rename(2) can replace an existing name, and it needs a temporary name first.
    let temporary = temporaryName(path)
    guard failure == EEXIST, link(file.number, to: temporary) == 0 else { return try replaceByName(path, parts) }
    try rename(temporary, over: path)
  }

  /// `__O_TMPFILE | O_DIRECTORY` of fcntl.h, a macro that Glibc's module does not have.
  private static var namelessFile: CInt { 0o20_000_000 | O_DIRECTORY }

  private static func temporaryName(_ path: String) -> String { path + ".\(getpid()).tmp" }

  /// Gives an unnamed open file a name (linkat(2)). Returns 0, or the error: EEXIST if the name exists.
  private static func link(_ descriptor: CInt, to path: String) -> CInt {
    unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  private static func replaceByName(_ path: String, _ parts: [[UInt8]]) throws(SystemError) {
    let temporary = temporaryName(path)
    do throws(SystemError) {
      let file = try Descriptor(opening: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC)
      for part in parts { try write(part, to: file.number, path: path) }
    } catch {
      remove(temporary)
      throw error
    }
    try rename(temporary, over: path)
  }

  private static func rename(_ temporary: String, over path: String) throws(SystemError) {
    guard unsafe Glibc.rename(temporary, path) == 0 else {
      let code = errno
      remove(temporary)
      throw SystemError(code, operation: "rename", path: path)
    }
  }
}

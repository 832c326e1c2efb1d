internal import Glibc

/// A file that is written aside and gets its name, and replaces another one of that name, when it is complete (`commit`), so that the
/// name is always that of a whole file. One that is never complete leaves nothing, even if the process is killed: until then it has no
/// name (`O_TMPFILE` of open(2)). On file systems without this, without /proc, and briefly while another file is replaced, it has one
/// of `StagingFile`.
struct StagedFile: ~Copyable {
  /// The path that the file gets.
  let path: String
  private let directory: String
  private let file: Descriptor
  /// The name until the file is complete, or nil if it has none.
  private let temporary: String?

  /// Creates the file, in the directory of `path`.
  init(for path: String) throws(SystemError) {
    let parent = Path.parent(of: path)
    directory = parent.isEmpty ? "." : parent
    self.path = path
    StagingFile.removeLeftovers(in: directory)
    if Self.canName, let nameless = try? Descriptor(opening: directory, flags: O_RDWR | Self.nameless) {
      file = nameless
      temporary = nil
    } else {
      var name = ""
      file = try Self.create(&name, in: directory)
      temporary = name
    }
  }

  /// Whether a file without a name can get one.
  private static let canName = FileSystem.status("/proc/self/fd") != nil

  private static func create(_ name: inout String, in directory: String) throws(SystemError) -> Descriptor {
    while true {
      name = StagingFile.newPath(in: directory)
      if let file = try StagingFile.create(name) { return file }
    }
  }

  deinit { if let temporary { FileSystem.remove(temporary) } }

  /// `__O_TMPFILE | O_DIRECTORY` of fcntl.h, a macro that Glibc's module does not have.
  static var nameless: CInt { 0o20_000_000 | O_DIRECTORY }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(SystemError) { try FileSystem.write(bytes, to: file.number, path: path) }

  /// Gives the file its name.
  func commit() throws(SystemError) {
    if let temporary { return try rename(temporary) }
    var failure = link(to: path)
    // Only rename(2) can replace an existing name, and it needs a temporary name first.
    // The lock says that the file of that name is no leftover.
    if failure == EEXIST { _ = flock(file.number, LOCK_EX | LOCK_NB) }
    while failure == EEXIST {
      let name = StagingFile.newPath(in: directory)
      failure = link(to: name)
      if failure == 0 { return try rename(name) }
    }
    if failure != 0 { try commitCopy() }
  }

  /// Does the same where the system gives no name to a file without one.
  private func commitCopy() throws(SystemError) {
    var name = ""
    let copy = try Self.create(&name, in: directory)
    var position: off_t = 0
    while true {
      let count = unsafe sendfile(copy.number, file.number, &position, 1 << 30)
      if count < 0, errno == EINTR { continue }
      if count == 0 { return try rename(name) }
      guard count > 0 else {
        let code = errno
        FileSystem.remove(name)
        throw SystemError(code, operation: "write", path: path)
      }
    }
  }

  /// Gives a file without a name a name (linkat(2)). Returns 0, or the error, which is EEXIST if the name is taken. A symbolic link with
  /// that name is not followed.
  private func link(to name: String) -> CInt {
    let source = "/proc/self/fd/\(file.number)"
    return unsafe linkat(AT_FDCWD, source, AT_FDCWD, name.fileName, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  /// The file is open, and so locked, until it has its name.
  private func rename(_ name: String) throws(SystemError) {
    guard unsafe Glibc.rename(name.fileName, path.fileName) == 0 else {
      let code = errno
      FileSystem.remove(name)
      throw SystemError(code, operation: "rename", path: path)
    }
  }
}

internal import Glibc

/// An open file descriptor, closed when the owner goes away.
struct Descriptor: ~Copyable {
  let number: CInt

  init(opening path: String, flags: CInt, mode: mode_t = 0o666) throws(SystemError) {
    var result: CInt
    repeat { result = unsafe open(path.fileName, flags | O_CLOEXEC, mode) } while result < 0 && errno == EINTR
    guard result >= 0 else { throw SystemError(errno, operation: "open", path: path) }
    number = result
  }

  private init(number: CInt) { self.number = number }

  deinit { _ = close(number) }

  /// Returns the number for another owner to close.
  consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Opens standard input once more (F_DUPFD_CLOEXEC).
  static func standardInput() throws(SystemError) -> Descriptor {
    let number = unsafe fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw SystemError(errno, operation: "dup", path: "-") }
    return Descriptor(number: number)
  }

  /// Opens a regular file or directory to read it, and waits for nothing: a pipe in its place, which nobody may ever write to, is an
  /// error. With `orPipe`, what the user named may be a pipe or device.
  static func reading(_ path: String, orPipe: Bool = false) throws(SystemError) -> Descriptor {
    var record = stat()
    return try reading(path, orPipe: orPipe, &record)
  }

  /// Does the same, and returns what the system says of the file.
  private static func reading(_ path: String, orPipe: Bool, _ record: inout stat) throws(SystemError) -> Descriptor {
    let file = try Descriptor(opening: path, flags: O_RDONLY | (orPipe ? 0 : O_NONBLOCK))
    guard unsafe fstat(file.number, &record) == 0 else { throw SystemError(errno, operation: "stat", path: path) }
    let kind = record.st_mode & S_IFMT
    guard orPipe || kind == S_IFREG || kind == S_IFDIR else {
      throw SystemError(SystemError.notAFile, operation: "open", path: path)
    }
    return file
  }

  /// Opens a file, as `reading`, and returns its size in bytes as well, 0 if it says none. Throws if it is a directory.
  static func sized(_ path: String, orPipe: Bool = false, _ size: inout Int) throws(SystemError) -> Descriptor {
    var record = stat()
    let file = try reading(path, orPipe: orPipe, &record)
    size = try Self.size(record, path)
    return file
  }

  /// Returns the size of the file in bytes, 0 if it says none. Throws if it is a directory.
  func size(_ path: String) throws(SystemError) -> Int {
    var record = stat()
    guard unsafe fstat(number, &record) == 0 else { throw SystemError(errno, operation: "stat", path: path) }
    return try Self.size(record, path)
  }

  private static func size(_ record: stat, _ path: String) throws(SystemError) -> Int {
    if (record.st_mode & S_IFMT) == S_IFDIR { throw SystemError(EISDIR, operation: "read", path: path) }
    return Int(record.st_size)
  }
}

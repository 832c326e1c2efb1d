internal import Glibc

/// Making, renaming and removing files and folders.
extension FileSystem {
  /// Makes one directory (mkdir(2)). Throws when it exists.
  public static func makeDirectory(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o777) == 0 else { throw SystemError(errno, operation: "mkdir", path: path) }
  }

  /// Gives a file or directory another name (rename(2)): at once, and over what has the name only where that is a file or an
  /// empty directory.
  public static func move(_ path: String, to target: String) throws(SystemError) {
    guard unsafe Glibc.rename(path, target) == 0 else { throw SystemError(errno, operation: "rename", path: path) }
  }

  /// Removes a file or symbolic link (unlink(2)).
  public static func removeFile(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) == 0 else { throw SystemError(errno, operation: "unlink", path: path) }
  }

  /// Removes an empty directory (rmdir(2)).
  public static func removeDirectory(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path) == 0 else { throw SystemError(errno, operation: "rmdir", path: path) }
  }

  /// Removes a directory with all below it, or a file. Symbolic links are removed, never followed.
  public static func removeTree(_ path: String) throws(SystemError) {
    var record = stat()
    guard unsafe lstat(path, &record) == 0 else { throw SystemError(errno, operation: "stat", path: path) }
    guard (record.st_mode & S_IFMT) == S_IFDIR else { return try removeFile(path) }
    for name in try names(in: path) { try removeTree(Path.join(path, name)) }
    try removeDirectory(path)
  }

  /// Writes a file that must not exist yet (open(2) with `O_EXCL`).
  public static func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL)
    try write(bytes, to: file.number, path: path)
  }

  /// Sets the times of last access and modification, in nanoseconds since 1970; now when nil (utimensat(2)). False when it may
  /// not be done.
  @discardableResult
  public static func setModified(_ path: String, _ time: Int64?) -> Bool {
    guard let time else { return unsafe utimensat(AT_FDCWD, path, nil, 0) == 0 }
    let stamp = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    let both = [stamp, stamp]
    return unsafe both.withUnsafeBufferPointer { unsafe utimensat(AT_FDCWD, path, $0.baseAddress, 0) } == 0
  }

  /// Waits until all that was written to the file system of a directory is on the disk (syncfs(2)). False when it cannot be
  /// said; nothing is lost by that unless the machine stops.
  @discardableResult
  public static func synchronize(_ directory: String) -> Bool {
    // Glibc's module leaves this function of Linux out.
    typealias Function = @convention(c) (CInt) -> CInt
    guard let folder = try? Descriptor(opening: directory, flags: O_RDONLY | O_DIRECTORY),
      let symbol = unsafe dlsym(nil, "syncfs")
    else { return false }
    return unsafe unsafeBitCast(symbol, to: Function.self)(folder.number) == 0
  }

  /// The bytes that a user may still write where a path lies (statvfs(3)); nil when the system does not say.
  public static func freeSpace(at path: String) -> Int? {
    var record = statvfs()
    guard unsafe statvfs(path, &record) == 0 else { return nil }
    return Int(clamping: UInt64(record.f_bavail).multipliedReportingOverflow(by: UInt64(record.f_frsize)).partialValue)
  }

  /// The path from the root (getcwd(3)); `.` and `..` inside it stay.
  public static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let buffer = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(buffer) }
    let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let folder = unsafe String(cString: buffer)
    return relative == "." ? folder : Path.join(folder, relative)
  }
}

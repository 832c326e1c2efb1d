internal import Glibc

/// Creating, renaming and removing files and directories.
extension FileSystem {
  /// Creates a directory (mkdir(2)). Throws if it exists.
  package static func makeDirectory(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path.fileName, 0o777) == 0 else { throw SystemError(errno, operation: "mkdir", path: path) }
  }

  /// Renames a file or directory in one step (rename(2)). Replaces an existing file or empty directory with that name.
  package static func move(_ path: String, to target: String) throws(SystemError) {
    guard unsafe Glibc.rename(path.fileName, target.fileName) == 0 else {
      throw SystemError(errno, operation: "rename", path: path)
    }
  }

  /// Removes a file or symbolic link (unlink(2)).
  package static func removeFile(_ path: String) throws(SystemError) {
    guard unsafe unlink(path.fileName) == 0 else { throw SystemError(errno, operation: "unlink", path: path) }
  }

  /// Removes an empty directory (rmdir(2)).
  package static func removeDirectory(_ path: String) throws(SystemError) {
    guard unsafe rmdir(path.fileName) == 0 else { throw SystemError(errno, operation: "rmdir", path: path) }
  }

  /// Removes a directory recursively, or a file. Symbolic links are removed, never followed.
  package static func removeTree(_ path: String) throws(SystemError) {
    var record = stat()
    guard unsafe lstat(path.fileName, &record) == 0 else { throw SystemError(errno, operation: "stat", path: path) }
    guard (record.st_mode & S_IFMT) == S_IFDIR else { return try removeFile(path) }
    for name in try names(in: path) { try removeTree(Path.join(path, name)) }
    try removeDirectory(path)
  }

  /// Writes a file that must not exist yet (open(2) with `O_EXCL`).
  package static func writeNew(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL)
    try write(bytes, to: file.number, path: path)
  }

  /// Appends to a file, which is made if it does not exist (open(2) with `O_APPEND`).
  package static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_APPEND)
    try write(bytes, to: file.number, path: path)
  }

  /// Sets the access and modification times in nanoseconds since 1970, or to the current time if nil (utimensat(2)). Returns
  /// false if this is not permitted.
  @discardableResult
  package static func setModified(_ path: String, _ time: Int64?) -> Bool {
    guard let time else { return unsafe utimensat(AT_FDCWD, path.fileName, nil, 0) == 0 }
    let stamp = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    let both = [stamp, stamp]
    return unsafe both.withUnsafeBufferPointer { unsafe utimensat(AT_FDCWD, path.fileName, $0.baseAddress, 0) } == 0
  }

  /// Waits until everything written to the file system of a directory is on the disk (syncfs(2)). Returns false if the system
  /// cannot confirm it; this matters only if the machine crashes.
  @discardableResult
  package static func synchronize(_ directory: String) -> Bool {
    // Glibc's module does not have this function of Linux.
    typealias Function = @convention(c) (CInt) -> CInt
    guard let folder = try? Descriptor(opening: directory, flags: O_RDONLY | O_DIRECTORY),
      let symbol = unsafe dlsym(nil, "syncfs")
    else { return false }
    return unsafe unsafeBitCast(symbol, to: Function.self)(folder.number) == 0
  }

  /// Returns the number of bytes that a user may still write to the file system of a path (statvfs(3)), or nil if the system does
  /// not say.
  package static func freeSpace(at path: String) -> Int? {
    var record = statvfs()
    guard unsafe statvfs(path.fileName, &record) == 0 else { return nil }
    return Int(clamping: UInt64(record.f_bavail).multipliedReportingOverflow(by: UInt64(record.f_frsize)).partialValue)
  }

  /// Returns the absolute path (getcwd(3)). `.` and `..` inside it stay.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = currentFolder else { return path }
    let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return relative == "." ? folder : Path.join(folder, relative)
  }

  /// The current directory, or nil if the system does not say. In memory of this function: where the C library gets none, it says nothing.
  private static var currentFolder: String? {
    let short = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String? in
      unsafe getcwd(buffer.baseAddress, buffer.count).map { unsafe String(fileName: $0) }
    }
    if let short { return short }
    guard errno == ERANGE || errno == ENAMETOOLONG, let long = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(long) }
    return unsafe String(fileName: long)
  }
}

internal import Glibc

extension FileSystem {
  /// Returns the absolute path of a file without symbolic links, `.` and `..` (realpath(3)), or nil if it does not exist or is
  /// not accessible.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path.fileName, nil) else {
      let error = SystemError(errno, operation: "realpath", path: path)
      // Who may read the status of a file may read its path: a refusal is then the system's failure, not a wall.
      if error.isRefusal, status(path) != nil { PassedOver.add(error) } else { PassedOver.note(error) }
      return nil
    }
    defer { unsafe free(resolved) }
    return unsafe String(fileName: resolved)
  }
}

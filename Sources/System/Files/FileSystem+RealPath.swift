internal import Glibc

extension FileSystem {
  /// Returns the absolute path of a file without symbolic links, `.` and `..` (realpath(3)), or nil if it does not exist or is
  /// not accessible.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path.fileName, nil) else {
      PassedOver.note(SystemError(errno, operation: "realpath", path: path))
      return nil
    }
    defer { unsafe free(resolved) }
    return unsafe String(fileName: resolved)
  }
}

internal import Glibc

extension FileSystem {
  /// The absolute path of what `path` leads to, without symbolic links, `.` and `..` (realpath(3)); nil when there is nothing or
  /// it may not be seen.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

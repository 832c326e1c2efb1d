internal import Glibc

/// Who may change a file.
extension FileSystem {
  /// What is known of the owner of a file.
  package struct Ownership: Sendable {
    /// Whether the file is the user's own.
    package let isOwn: Bool
    /// Whether everybody may write it.
    package let isWritableByAll: Bool
  }

  /// Returns who may change a file, symbolic links followed (stat(2)), or nil if it does not exist or is not accessible.
  package static func ownership(_ path: String) -> Ownership? {
    var record = stat()
    guard unsafe stat(path.fileName, &record) == 0 else { return nil }
    return Ownership(isOwn: record.st_uid == geteuid(), isWritableByAll: record.st_mode & S_IWOTH != 0)
  }
}

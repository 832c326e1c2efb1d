internal import Glibc

/// The meaning of an error for a caller that wants to change something.
extension SystemError {
  /// Whether the path cannot be written: a read-only file system, or no permission.
  public var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
  /// Whether the disk is full, or the user's quota is used up.
  public var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether the name exists already, or a directory is not empty.
  public var isOccupied: Bool { code == EEXIST || code == ENOTEMPTY }
  /// Whether the call timed out.
  public var isTimeout: Bool { code == ETIMEDOUT }
  /// Whether the input is larger than the limit.
  public var isTooLarge: Bool { code == EFBIG }
  /// Whether the file does not exist.
  public var isMissing: Bool { code == ENOENT }
}

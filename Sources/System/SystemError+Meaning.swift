internal import Glibc

/// What an error means to somebody who wanted to change something.
extension SystemError {
  /// Whether the place may not be written to: a read-only file system, or no permission.
  public var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
  /// Whether there is no room left, or none that the user may take.
  public var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether there is something of that name already, or a directory that is not empty.
  public var isOccupied: Bool { code == EEXIST || code == ENOTEMPTY }
  /// Whether something was waited for in vain.
  public var isTimeout: Bool { code == ETIMEDOUT }
  /// Whether there is nothing of that name.
  public var isMissing: Bool { code == ENOENT }
}

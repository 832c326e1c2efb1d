internal import Glibc

/// The meaning of an error for a caller that wants to change something.
extension SystemError {
  /// Whether the path cannot be written: a read-only file system, or no permission.
  package var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }
  /// Whether the disk is full, or the user's quota is used up.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether the name exists already, or a directory is not empty.
  package var isOccupied: Bool { code == EEXIST || code == ENOTEMPTY }
  /// Whether the call timed out.
  package var isTimeout: Bool { code == ETIMEDOUT }
  /// Whether the input is larger than the limit.
  package var isTooLarge: Bool { code == EFBIG }
  /// Whether the system failed, and the file may be fine: the same call may succeed later.
  package var isPassing: Bool {
    [EIO, ENOMEM, EMFILE, ENFILE, EAGAIN, EINTR, EBUSY, ESTALE, ETIMEDOUT, ENOBUFS, ENOTCONN, EHOSTDOWN].contains(code)
  }
  /// Whether the file may not be read (EACCES, EPERM).
  var isRefusal: Bool { code == EACCES || code == EPERM }
  /// Whether the file does not exist.
  package var isMissing: Bool { code == ENOENT }
}

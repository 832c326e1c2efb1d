internal import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: Int32
  /// The operation that failed, for example `open`.
  package let operation: String
  /// The file, or nil if the call was not about one.
  package let path: String?

  /// Records a failed call.
  package init(_ code: Int32, operation: String, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The C library's text for the error, for example `No such file or directory`.
  package var message: String {
    switch code {
    case ENOMEM: "out of memory"
    case Self.notAFile: "not a regular file"
    default: unsafe String(cString: strerror(code))
    }
  }

  /// The code for a pipe, socket or device in the place of a file, for which the system has none.
  static let notAFile: Int32 = 0

  /// The failure of an allocation (ENOMEM).
  package static let outOfMemory = SystemError(ENOMEM, operation: "allocate")

  /// Whether there was no memory left, or none that a limit permits.
  package var isOutOfMemory: Bool { code == ENOMEM }

  /// Whether the reader of the pipe went away (EPIPE).
  package var isBrokenPipe: Bool { code == EPIPE }

  /// The message without the path: the caller knows how the user named the file.
  package var description: String { message }
}

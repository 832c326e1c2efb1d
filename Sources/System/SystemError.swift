internal import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32
  /// The operation that failed, for example `open`.
  public let operation: String
  /// The file, or nil if the call was not about one.
  public let path: String?

  /// Records a failed call.
  public init(_ code: Int32, operation: String, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The C library's text for the error, for example `No such file or directory`.
  public var message: String { code == ENOMEM ? "out of memory" : unsafe String(cString: strerror(code)) }

  /// The failure of an allocation (ENOMEM).
  public static let outOfMemory = SystemError(ENOMEM, operation: "allocate")

  /// Whether there was no memory left, or none that a limit permits.
  public var isOutOfMemory: Bool { code == ENOMEM }

  /// Whether the reader of the pipe went away (EPIPE).
  public var isBrokenPipe: Bool { code == EPIPE }

  /// The message without the path: the caller knows how the user named the file.
  public var description: String { message }
}

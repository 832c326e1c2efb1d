internal import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32
  /// What was tried, for example `open`.
  public let operation: String
  /// The file, when the call was about one.
  public let path: String?

  /// Records a failed call.
  public init(_ code: Int32, operation: String, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The C library's words for the error, for example `No such file or directory`.
  public var message: String { unsafe String(cString: strerror(code)) }

  /// Whether a pipe was written to whose reader went away (EPIPE).
  public var isBrokenPipe: Bool { code == EPIPE }

  /// The message; the path is left to the caller, who knows how the user named it.
  public var description: String { message }
}

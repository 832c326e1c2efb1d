internal import Glibc

/// An open file descriptor, closed when the owner goes away.
struct Descriptor: ~Copyable {
  let number: CInt

  init(opening path: String, flags: CInt, mode: mode_t = 0o666) throws(SystemError) {
    var result: CInt
    repeat { result = unsafe open(path.fileName, flags | O_CLOEXEC, mode) } while result < 0 && errno == EINTR
    guard result >= 0 else { throw SystemError(errno, operation: "open", path: path) }
    number = result
  }

  deinit { _ = close(number) }
}

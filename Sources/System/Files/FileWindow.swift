internal import Glibc

/// A file, pipe or standard input that is read once from front to back, of which only a window is in memory.
package struct FileWindow: ~Copyable {
  /// The bytes of the window, from the first one that was not dropped.
  package private(set) var bytes: [UInt8] = []
  /// Whether the window ends where the file ends.
  package private(set) var isAtEnd = false
  private let path: String
  /// The descriptor, which the window closes; negative if all bytes are there.
  private let number: CInt
  /// The number of bytes that the file had when it was opened, 0 if it says none.
  private let size: Int
  /// The least number of bytes of a window, unless the file ends before.
  private let step: Int
  /// The number of bytes that were read so far.
  private var taken = 0

  /// The largest window: more is an error (EFBIG).
  private static let limit = 1 << 32

  /// Opens a file, or standard input for the path `-`, and reads its first `step` bytes. With `orPipe`, for what the user named, the file
  /// may be a pipe or device.
  package static func open(_ path: String, orPipe: Bool = false, step: Int = 1 << 23) throws(SystemError) -> FileWindow {
    let file = try descriptor(path, orPipe: orPipe)
    let size = try file.size(path)
    var window = FileWindow(path, file.release(), size: size, step: step)
    try window.readOn(dropping: 0)
    return window
  }

  private init(_ path: String, _ number: CInt, size: Int, step: Int) {
    self.path = path
    self.number = number
    self.size = size
    self.step = step
  }

  /// Makes a window of bytes that are all there.
  package init(whole bytes: [UInt8]) {
    self.bytes = bytes
    isAtEnd = true
    path = ""
    number = -1
    size = bytes.count
    step = max(bytes.count, 1)
  }

  deinit { if number >= 0 { _ = close(number) } }

  private static func descriptor(_ path: String, orPipe: Bool) throws(SystemError) -> Descriptor {
    if path == "-" { return try Descriptor.standardInput() }
    return try Descriptor.reading(path, orPipe: orPipe)
  }

  /// Drops the first `count` bytes and reads on. Afterwards the window has a step of bytes, or twice the bytes that stay if that is more. If
  /// more than eight steps stay, it reads the rest of the file.
  package mutating func readOn(dropping count: Int) throws(SystemError) {
    bytes.removeFirst(count)
    if bytes.count > 8 * step { return try readRest() }
    let wanted = max(step, 2 * bytes.count)
    bytes.reserveCapacity(min(wanted, bytes.count + max(size - taken, 0) + 1))
    try fill(to: wanted)
  }

  /// Reads the rest of the file.
  package mutating func readRest() throws(SystemError) {
    let rest = max(size - taken, 0)
    guard bytes.count + rest <= Self.limit else { throw SystemError(EFBIG, operation: "read", path: path) }
    bytes.reserveCapacity(bytes.count + rest + 1)
    try fill(to: .max)
  }

  private mutating func fill(to wanted: Int) throws(SystemError) {
    while bytes.count < wanted, !isAtEnd {
      let room = min(wanted - bytes.count, max(bytes.capacity - bytes.count, min(step, 1 << 16)))
      let got = try FileSystem.append(to: &bytes, from: number, room: room, path: path)
      taken += got
      isAtEnd = got == 0
      guard bytes.count <= Self.limit else { throw SystemError(EFBIG, operation: "read", path: path) }
    }
  }
}

internal import Glibc
internal import Synchronization

/// A file that grows piece by piece. Pieces are collected and written 64 KB at a time; `flush` writes the rest.
package final class GrowingFile: Sendable {
  /// Where pieces go.
  private enum Target: ~Copyable, Sendable {
    /// A file that is there already.
    case open(Descriptor)
    /// A file that takes its place in the end.
    case staged(StagedFile)
  }

  /// The path in messages, and the path that the file gets in the end.
  package let path: String
  /// The time of the last modification when a file to add to was opened, in nanoseconds since 1970, by the clock of the file system. 0
  /// for any other file.
  package let opened: Int64
  private let target: Target
  private let pending = Mutex<[UInt8]>([])
  private static let limit = 1 << 16

  /// Whether another process adds to the file as well (flock(2)).
  package let isShared: Bool

  /// Opens a file to add to it; it is created if it does not exist, and its first `length` bytes are kept. A file that another
  /// process has opened this way is not changed, and a symbolic link is not followed.
  package init(appendingTo path: String, keeping length: Int) throws(SystemError) {
    let file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW)
    self.path = path
    isShared = flock(file.number, LOCK_EX | LOCK_NB) != 0
    if !isShared, ftruncate(file.number, length) != 0 { throw SystemError(errno, operation: "ftruncate", path: path) }
    var record = stat()
    opened = unsafe fstat(file.number, &record) == 0 ? FileSystem.modified(record) : 0
    target = .open(file)
  }

  /// Creates a file that gets its name, and replaces another one of that name, when it is complete (`finish`). A file that never
  /// is leaves nothing.
  package init(replacing path: String) throws(SystemError) {
    let file = try StagedFile(for: path)
    self.path = path
    isShared = false
    opened = 0
    target = .staged(file)
  }

  /// Opens a device or pipe, which takes pieces as they come.
  package init(device path: String) throws(SystemError) {
    self.path = path
    isShared = false
    opened = 0
    target = .open(try Descriptor(opening: path, flags: O_WRONLY))
  }

  /// Adds a piece.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try pending.withLock { pending throws(SystemError) in
      guard bytes.count < Self.limit else {
        try write(&pending)
        return try write(bytes)
      }
      pending += bytes
      if pending.count >= Self.limit { try write(&pending) }
    }
  }

  /// Writes what was added so far.
  package func flush() throws(SystemError) { try pending.withLock { pending throws(SystemError) in try write(&pending) } }

  private func write(_ pending: inout [UInt8]) throws(SystemError) {
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    switch target {
    case .open(let file): try FileSystem.write(bytes, to: file.number, path: path)
    case .staged(let file): try file.write(bytes)
    }
  }

  /// Writes the rest and gives the file its name, if it has none yet. Call it once.
  package func finish() throws(SystemError) {
    try flush()
    switch target {
    case .open: break
    case .staged(let file): try file.commit()
    }
  }
}

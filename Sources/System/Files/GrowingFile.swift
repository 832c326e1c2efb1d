internal import Glibc
internal import Synchronization

/// A file that grows piece by piece. Pieces are collected and written 64 KB at a time; `flush` writes the rest.
package final class GrowingFile: Sendable {
  /// The path in messages, and the path that the file gets in the end.
  package let path: String
  /// The time of the last modification when the file was opened, in nanoseconds since 1970, by the clock of the file system.
  package let opened: Int64
  private let file: Descriptor
  /// The name until the file is complete, or nil if it has its own from the beginning.
  private let temporary: String?
  private let pending = Mutex<[UInt8]>([])
  private static let limit = 1 << 16

  /// Whether another process adds to the file as well (flock(2)).
  package let isShared: Bool

  /// Opens a file to add to it; it is created if it does not exist, and its first `length` bytes are kept. A file that another
  /// process has opened this way is not changed.
  package init(appendingTo path: String, keeping length: Int) throws(SystemError) {
    file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_APPEND)
    self.path = path
    temporary = nil
    isShared = flock(file.number, LOCK_EX | LOCK_NB) != 0
    if !isShared, ftruncate(file.number, length) != 0 { throw SystemError(errno, operation: "ftruncate", path: path) }
    opened = Self.modified(file)
  }

  /// Creates a file that gets its name, and replaces another one of that name, when it is complete (`finish`). A file that never
  /// is leaves nothing.
  package init(replacing path: String) throws(SystemError) {
    let parent = Path.parent(of: path)
    let directory = parent.isEmpty ? "." : parent
    StagingFile.removeLeftovers(in: directory)
    var name = ""
    file = try Self.create(&name, in: directory)
    self.path = path
    temporary = name
    isShared = false
    opened = Self.modified(file)
  }

  private static func create(_ name: inout String, in directory: String) throws(SystemError) -> Descriptor {
    while true {
      name = StagingFile.newPath(in: directory)
      if let file = try StagingFile.create(name) { return file }
    }
  }

  private static func modified(_ file: borrowing Descriptor) -> Int64 {
    var record = stat()
    return unsafe fstat(file.number, &record) == 0 ? FileSystem.modified(record) : 0
  }

  deinit { if let temporary { FileSystem.remove(temporary) } }

  /// Adds a piece.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try pending.withLock { pending throws(SystemError) in
      pending += bytes
      if pending.count >= Self.limit { try write(&pending) }
    }
  }

  /// Writes what was added so far.
  package func flush() throws(SystemError) { try pending.withLock { pending throws(SystemError) in try write(&pending) } }

  private func write(_ pending: inout [UInt8]) throws(SystemError) {
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    try FileSystem.write(bytes, to: file.number, path: path)
  }

  /// Writes the rest and gives the file its name. Call it once, for a file that replaces another one.
  package func finish() throws(SystemError) {
    try flush()
    guard let temporary else { return }
    guard unsafe rename(temporary.fileName, path.fileName) == 0 else { throw SystemError(errno, operation: "rename", path: path) }
  }
}

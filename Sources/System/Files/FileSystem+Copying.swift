internal import Glibc
internal import Synchronization

/// Remembers, for the files of one run, whether cloning is worth another attempt.
package final class CloneMemory: Sendable {
  private let isHopeless = Atomic<Bool>(false)

  /// No attempt was made yet.
  package init() {}

  /// Whether no attempt has failed yet.
  var mayTry: Bool { !isHopeless.load(ordering: .relaxed) }

  /// Notes that the file system cannot clone files.
  func giveUp() { isHopeless.store(true, ordering: .relaxed) }
}

/// Copying and linking of files.
extension FileSystem {
  /// Makes `target`, which must not exist, share the blocks of `source` (ioctl_ficlone(2)). Returns false, and leaves no file, if
  /// the file system cannot do that. After the first failure, `memory` avoids further attempts.
  package static func clone(_ source: String, to target: String, memory: CloneMemory) -> Bool {
    guard memory.mayTry else { return false }
    guard let from = try? Descriptor.reading(source),
      let onto = try? Descriptor(opening: target, flags: O_WRONLY | O_CREAT | O_EXCL)
    else { return false }
    // _IOW(0x94, 9, int) of linux/fs.h.
    if ioctl(onto.number, 0x4004_9409, from.number) == 0 { return true }
    if errno != ENOSPC, errno != EINTR { memory.giveUp() }
    _ = unsafe unlink(target.fileName)
    return false
  }

  /// Gives `source` the second name `target`, which must not exist (link(2)). Returns false if the system refuses: another file
  /// system, another owner.
  package static func hardLink(_ source: String, to target: String) -> Bool { unsafe link(source.fileName, target.fileName) == 0 }

  /// Copies the contents of `source` to `target`, which must not exist, and passes every piece to `noting`. Returns the number of
  /// bytes. Leaves no file if it throws.
  package static func copy(
    _ source: String, to target: String, noting: ([UInt8]) -> Void
  ) throws(SystemError) -> Int {
    let from = try Descriptor.reading(source)
    let onto = try Descriptor(opening: target, flags: O_WRONLY | O_CREAT | O_EXCL)
    var total = 0
    do throws(SystemError) {
      while true {
        let piece = try readAvailable(from: from.number, limit: 1 << 20)
        if piece.isEmpty { return total }
        try write(piece, to: onto.number, path: target)
        noting(piece)
        total += piece.count
      }
    } catch {
      _ = unsafe unlink(target.fileName)
      throw error
    }
  }

  /// Reads a file from front to back in pieces of at most 1 MB.
  package static func readPieces(_ path: String, noting: ([UInt8]) -> Void) throws(SystemError) {
    let file = try Descriptor.reading(path)
    while true {
      let piece = try readAvailable(from: file.number, limit: 1 << 20)
      if piece.isEmpty { return }
      noting(piece)
    }
  }

  /// Creates a file and writes it piece by piece. Throws if the file exists, the disk is full, and so on.
  package static func write(
    new path: String, _ body: (_ put: (borrowing [UInt8]) throws(SystemError) -> Void) throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL)
    let number = file.number
    do throws(SystemError) {
      try body { (piece) throws(SystemError) in try write(piece, to: number, path: path) }
    } catch {
      _ = unsafe unlink(path.fileName)
      throw error
    }
  }
}

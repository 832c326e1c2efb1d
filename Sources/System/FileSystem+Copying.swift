internal import Glibc
internal import Synchronization

/// Remembers, for the files of one run, whether sharing blocks is worth another attempt.
public final class CloneMemory: Sendable {
  private let isHopeless = Atomic<Bool>(false)

  /// Nothing was tried yet.
  public init() {}

  /// Whether no attempt failed yet.
  var mayTry: Bool { !isHopeless.load(ordering: .relaxed) }

  /// Notes that the file system cannot do it.
  func giveUp() { isHopeless.store(true, ordering: .relaxed) }
}

/// Giving a file's contents a second place.
extension FileSystem {
  /// Makes `target`, which must not exist, share the blocks of `source` (ioctl_ficlone(2)). False when the file system cannot;
  /// nothing is left then. After the first time that a file system could not, `memory` saves further attempts.
  public static func clone(_ source: String, to target: String, memory: CloneMemory) -> Bool {
    guard memory.mayTry else { return false }
    guard let from = try? Descriptor(opening: source, flags: O_RDONLY),
      let onto = try? Descriptor(opening: target, flags: O_WRONLY | O_CREAT | O_EXCL)
    else { return false }
    // _IOW(0x94, 9, int) of linux/fs.h.
    if ioctl(onto.number, 0x4004_9409, from.number) == 0 { return true }
    if errno != ENOSPC, errno != EINTR { memory.giveUp() }
    _ = unsafe unlink(target)
    return false
  }

  /// Gives `source` the second name `target`, which must not exist (link(2)). False when the system refuses: another file
  /// system, another owner.
  public static func hardLink(_ source: String, to target: String) -> Bool { unsafe link(source, target) == 0 }

  /// Copies the contents of `source` to `target`, which must not exist, and hands every piece to `noting`. The number of bytes.
  /// On an error nothing is left.
  public static func copy(
    _ source: String, to target: String, noting: ([UInt8]) -> Void
  ) throws(SystemError) -> Int {
    let from = try Descriptor(opening: source, flags: O_RDONLY)
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
      _ = unsafe unlink(target)
      throw error
    }
  }

  /// The pieces of a file, front to back, each at most 1 MB.
  public static func readPieces(_ path: String, noting: ([UInt8]) -> Void) throws(SystemError) {
    let file = try Descriptor(opening: path, flags: O_RDONLY)
    while true {
      let piece = try readAvailable(from: file.number, limit: 1 << 20)
      if piece.isEmpty { return }
      noting(piece)
    }
  }

  /// A file that is written piece by piece, which must not have existed. Throws on a full disk and the like.
  public static func write(
    new path: String, _ body: (_ put: (borrowing [UInt8]) throws(SystemError) -> Void) throws(SystemError) -> Void
  ) throws(SystemError) {
    let file = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_EXCL)
    let number = file.number
    do throws(SystemError) {
      try body { (piece) throws(SystemError) in try write(piece, to: number, path: path) }
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }
}

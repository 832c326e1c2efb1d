internal import Glibc
internal import Synchronization

/// Bytes that wait on the disk, in a file without a name below `$TMPDIR`, or /tmp, which vanishes with this value and with the process.
package final class SpoolFile: Sendable {
  private let file: Descriptor
  private static let piece = 1 << 20

  /// Creates an empty file. Throws if the file system has no files without names.
  package init() throws(SystemError) {
    let folder = Environment.variable("TMPDIR") ?? "/tmp"
    file = try Descriptor(opening: folder, flags: O_RDWR | StagedFile.nameless, mode: 0o600)
  }

  /// Adds bytes, all or none.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    let end = lseek(file.number, 0, SEEK_END)
    do throws(SystemError) { try FileSystem.write(bytes, to: file.number) } catch {
      _ = ftruncate(file.number, end)
      throw error
    }
  }

  /// Passes on the bytes from the first to the last, in pieces.
  package func read<Failure: Error>(_ take: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    lseek(file.number, 0, SEEK_SET)
    while let piece = try? FileSystem.readAvailable(from: file.number, limit: Self.piece), !piece.isEmpty { try take(piece) }
  }
}

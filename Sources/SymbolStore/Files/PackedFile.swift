internal import Archives
internal import System

/// Files that hold debug files: archives, and debug files that are compressed by themselves (`Electron.sym.gz`, `Electron.sy_`).
enum PackedFile {
  /// Returns whether a file that the user named is one, by its name or by its first bytes.
  static func isNamed(_ path: String) -> Bool {
    ArchiveWalk.isArchive(named: path) || isCompressed(path) || begins(path, ArchiveWalk.isZip)
  }

  /// Returns whether a file in a directory is one that is read there, by its name. To look into others, they would have to be
  /// decompressed.
  static func isFound(_ path: String) -> Bool { ArchiveWalk.isZip(named: path) || isCompressed(named: path) }

  /// Returns whether a name is that of a compressed debug file. The last letter of `.sy_` says that it is in a cab file, as on servers
  /// for Windows.
  static func isCompressed(named path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".sy_")
      || CompressedFile.shortened(name).map { $0.hasSuffix(".sym") || $0.hasSuffix(".debug") } ?? false
  }

  /// Returns whether a file begins as a compressed file or a cab file does.
  static func isCompressed(_ path: String) -> Bool {
    begins(path) { head in
      !ArchiveWalk.isZip(head: head) && (CompressedFile.isPacked(head: head) || ArchiveWalk.isArchive(head: head))
    }
  }

  private static func begins(_ path: String, _ test: ([UInt8]) -> Bool) -> Bool {
    (try? FileSystem.beginning(of: path, limit: 8)).map(test) ?? false
  }
}

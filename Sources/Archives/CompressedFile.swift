internal import System

/// One file that is compressed by itself (`crash.ips.gz`), with gzip, zstd, xz or bzip2.
package final class CompressedFile {
  private let reader: ArchiveReader
  private let sizeLimit: Int
  private let fileSize: Int
  private var read = 0

  /// Opens a file. What it expands to may take a hundred times its own size, but at least `minLimit` bytes. Throws if it is
  /// unreadable.
  package init(path: String, minLimit: Int = 1 << 30) throws(ArchiveError) {
    guard let status = FileSystem.status(path), status.kind == .file else { throw ArchiveError(.unreadable("no such file")) }
    fileSize = status.size
    sizeLimit = max(minLimit, status.size.multipliedReportingOverflow(by: 100).partialValue)
    do throws(ArchiveError) {
      reader = try ArchiveReader(path: path, isSingle: true)
    } catch {
      guard case .unreadable(let reason) = error.kind else { throw error }
      throw ArchiveError(.damaged(reason))
    }
    guard try reader.next() != nil else { throw ArchiveError(.damaged("it is empty")) }
  }

  /// Returns whether a file's name is that of a compressed file that is no archive.
  package static func isCompressed(named name: String) -> Bool { shortened(name) != nil }

  /// Returns a name without the suffix of the compression, or nil if it has none, is that of an archive, or is nothing else.
  package static func shortened(_ name: String) -> String? {
    guard !ArchiveWalk.isArchive(named: name), let suffix = suffixes.first(where: { name.lowercased().hasSuffix($0) }),
      name.utf8.count > suffix.utf8.count, !name.hasSuffix("/" + suffix)
    else { return nil }
    return String(name.dropLast(suffix.count))
  }

  /// Returns the name of the file inside if the one at a path is compressed by itself, whatever it is called.
  static func onlyName(in path: String) -> String? {
    let name = Path.lastComponent(of: path)
    guard !ArchiveWalk.isArchive(named: name), let head = try? FileSystem.beginning(of: path, limit: 8), isPacked(head: head),
      !ArchiveWalk.isZip(head: head)
    else { return nil }
    return shortened(name) ?? name
  }

  private static let suffixes = [".gz", ".zst", ".xz", ".bz2"]

  /// Returns whether a file begins as a compressed file or an archive does, whatever its name: zip, gzip, zstd, xz, bzip2.
  package static func isPacked(head: [UInt8]) -> Bool {
    [[0x50, 0x4b, 3, 4], [0x1f, 0x8b, 8], [0x28, 0xb5, 0x2f, 0xfd], [0xfd, 0x37, 0x7a, 0x58, 0x5a], [0x42, 0x5a, 0x68]].contains {
      head.starts(with: $0 as [UInt8])
    }
  }

  /// Returns the next bytes, at least `count` unless the file ends before.
  package func next(_ count: Int) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try reader.read(limit: min(count - bytes.count, 1 << 20))
      if piece.isEmpty { break }
      read += piece.count
      if read > sizeLimit { throw ArchiveError(.bomb(bytes: sizeLimit, archive: fileSize)) }
      bytes += piece
    }
    return bytes
  }
}

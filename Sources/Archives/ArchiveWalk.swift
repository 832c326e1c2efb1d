internal import System

/// Walks over the regular files of an archive, and rejects hostile archives: names that point outside, two files with the same
/// name, files that expand far too much. Links are skipped, and nested archives are not opened. Nothing is ever written under a
/// name from the archive. A file that is compressed by itself (`Electron.sym.gz`) is an archive of one file.
///
/// The front of the module `Archives`. In: the path of a zip, cab or tar file. Out: one `Member` after the other, whose bytes are read
/// or written to a path of the caller's; or an `ArchiveError`. `ArchiveReader` is the fence around libarchive.
package final class ArchiveWalk {
  /// One regular file.
  package struct Member: Sendable {
    /// The position among all entries, from 0.
    package let index: Int
    /// The name, with `/` between directories, without `.` and empty components.
    package let name: String
    /// The size that the archive records, or nil if it records none.
    package let size: Int?
    /// The time of modification, in seconds since 1970.
    package let modified: Int64
  }

  /// The maximum number of entries in an archive.
  package static let entryLimit = 1_000_000

  /// The number of links that were skipped.
  package private(set) var links = 0
  /// The names of nested archives, which were not opened.
  package private(set) var nested: [String] = []

  private let reader: ArchiveReader
  private let archiveSize: Int
  private let sizeLimit: Int
  private var index = -1
  private var stated = 0
  private var read = 0
  private var names: Set<String> = []
  private var current = ""
  /// The name of the only file if it is compressed by itself.
  private let onlyName: String?

  /// Opens an archive. All its files together may take a hundred times its own size, but at least `minLimit` bytes.
  package init(path: String, minLimit: Int = 1 << 30) throws(ArchiveError) {
    guard let status = FileSystem.status(path), status.kind == .file else { throw ArchiveError(.unreadable("no such file")) }
    archiveSize = status.size
    sizeLimit = max(minLimit, status.size.multipliedReportingOverflow(by: 100).partialValue)
    onlyName = CompressedFile.onlyName(in: path)
    reader = try ArchiveReader(path: path, isSingle: onlyName != nil)
  }

  /// Whether unread files can be skipped without cost: true for zip files, false for compressed tar files. Known after the first
  /// file.
  package var isSeekable: Bool { reader.isSeekable }

  /// Returns whether a file's name is that of a supported archive.
  package static func isArchive(named name: String) -> Bool {
    isZip(named: name) || tarSuffixes.contains { name.lowercased().hasSuffix($0) }
  }

  /// Returns whether a file's name is that of a zip file, such as an app that was exported for iOS (`.ipa`).
  package static func isZip(named name: String) -> Bool {
    let lower = name.lowercased()
    return zipSuffixes.contains { lower.hasSuffix($0) }
  }

  /// Returns whether a file begins as a zip file does.
  package static func isZip(head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4b, 3, 4]) }

  /// Returns whether a file begins as a zip, cab or tar file does. The mark of a tar file is 257 bytes after its beginning.
  package static func isArchive(head: [UInt8]) -> Bool {
    isZip(head: head) || head.starts(with: "MSCF".utf8) || head.dropFirst(257).starts(with: "ustar".utf8)
  }

  private static let zipSuffixes = [".zip", ".ipa"]

  private static let tarSuffixes = [
    ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst", ".tar.xz", ".txz", ".tar.bz2", ".tbz2",
  ]

  /// Returns the next regular file, or nil at the end.
  package func next() throws(ArchiveError) -> Member? {
    while let entry = try reader.next() {
      index += 1
      guard index < Self.entryLimit else { throw ArchiveError(.tooManyEntries) }
      let name = try Self.checked(onlyName ?? entry.name ?? "")
      switch entry.kind {
      case .folder, .other: continue
      case .link:
        links += 1
        continue
      case .file: break
      }
      guard names.insert(name).inserted else { throw ArchiveError(.duplicate(name)) }
      if entry.isEncrypted { throw ArchiveError(.encrypted(name)) }
      stated = stated.addingReportingOverflow(entry.size ?? 0).partialValue
      if stated > sizeLimit || stated < 0 { throw ArchiveError(.bomb(bytes: sizeLimit, archive: archiveSize)) }
      if Self.isArchive(named: name) {
        nested.append(name)
        continue
      }
      current = name
      return Member(index: index, name: name, size: entry.size, modified: entry.modified)
    }
    return nil
  }

  /// Returns the next bytes of the file, at most `limit`, or none at its end.
  package func read(limit: Int) throws(ArchiveError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(ArchiveError) {
      bytes = try reader.read(limit: limit)
    } catch {
      guard case .damaged(let reason) = error.kind else { throw error }
      throw ArchiveError(.damaged("'\(current)' in it cannot be unpacked: \(reason)"))
    }
    read += bytes.count
    if read > sizeLimit { throw ArchiveError(.bomb(bytes: sizeLimit, archive: archiveSize)) }
    return bytes
  }

  /// Returns the first bytes of the file, at most `count`.
  package func head(_ count: Int) throws(ArchiveError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try read(limit: min(count - bytes.count, 1 << 20))
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Writes the rest of the file, after `head`, to a new file at `path`. Leaves no file if it throws.
  package func write(to path: String, after head: [UInt8], noting: ([UInt8]) -> Void = { _ in }) throws(ArchiveError) {
    var failure: ArchiveError?
    do throws(SystemError) {
      try FileSystem.write(new: path) { (put) throws(SystemError) in
        var piece = head
        while !piece.isEmpty {
          try put(piece)
          noting(piece)
          do throws(ArchiveError) {
            piece = try read(limit: 1 << 20)
          } catch {
            failure = error
            throw SystemError(0, operation: "read", path: path)
          }
        }
      }
    } catch {
      throw failure ?? ArchiveError(.unwritable("\(path): \(error.message)"))
    }
  }

  /// Returns the normalized name. Throws if it points outside the archive.
  static func checked(_ name: String) throws(ArchiveError) -> String {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).map { String(Substring($0)) }
    // Windows separators and drives count too, wherever the archive is extracted. File systems treat names as bytes: a combining
    // accent after a separator does not hide the separator.
    let strict = name.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let isDrive = strict.first.map { $0.count == 2 && $0.last == UInt8(ascii: ":") } ?? false
    let isUp = strict.contains { $0.elementsEqual("..".utf8) }
    if name.utf8.first == UInt8(ascii: "/") || name.utf8.first == UInt8(ascii: "\\") || isDrive || isUp {
      throw ArchiveError(.escapes(name))
    }
    return parts.filter { $0 != "." }.joined(separator: "/")
  }
}

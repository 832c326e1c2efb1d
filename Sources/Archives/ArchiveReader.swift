internal import CArchive

/// Reads a zip or tar file from front to back through libarchive. Used by one thread at a time.
@safe final class ArchiveReader {
  /// One entry as the archive describes it.
  struct Entry {
    /// The kind of entry.
    enum Kind { case file, folder, link, other }

    /// The name, or nil if it cannot be read.
    let name: String?
    /// The size in bytes, or nil if it is not recorded.
    let size: Int?
    /// The time of modification, in seconds since 1970.
    let modified: Int64
    /// The kind of entry.
    let kind: Kind
    /// Whether the entry is encrypted.
    let isEncrypted: Bool
  }

  private let handle: OpaquePointer
  private let path: String

  /// Opens an archive, or, with `isSingle`, a compressed file as an archive of one entry. Throws if it is neither or the library is
  /// not installed.
  init(path: String, isSingle: Bool = false) throws(ArchiveError) {
    self.path = path
    var message = [CChar](repeating: 0, count: 256)
    guard let opened = unsafe symbolicate_archive_open(path.fileName, isSingle ? 1 : 0, &message, message.count) else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw ArchiveError(.unreadable(String(decoding: text, as: UTF8.self)))
    }
    unsafe handle = opened
  }

  deinit { unsafe symbolicate_archive_close(handle) }

  /// Whether unread entries can be skipped without cost; known after the first entry.
  var isSeekable: Bool { unsafe symbolicate_archive_is_seekable(handle) != 0 }

  /// Returns the next entry, or nil at the end.
  func next() throws(ArchiveError) -> Entry? {
    var entry = unsafe symbolicate_entry()
    switch unsafe symbolicate_archive_next(handle, &entry) {
    case 0: return nil
    case 1: return unsafe Self.entry(entry)
    default: throw failure
    }
  }

  private static func entry(_ entry: symbolicate_entry) -> Entry {
    let kind: Entry.Kind =
      switch unsafe entry.kind {
      case SYMBOLICATE_ENTRY_FILE: .file
      case SYMBOLICATE_ENTRY_FOLDER: .folder
      case SYMBOLICATE_ENTRY_LINK: .link
      default: .other
      }
    return unsafe Entry(
      name: entry.name.map { unsafe String(cString: $0) }, size: entry.size < 0 ? nil : Int(entry.size), modified: entry.modified,
      kind: kind, isEncrypted: entry.is_encrypted != 0)
  }

  /// Returns the next bytes of the entry, at most `limit`, or none at its end.
  func read(limit: Int) throws(ArchiveError) -> [UInt8] {
    var count: Int64 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      count = unsafe symbolicate_archive_read(handle, buffer.baseAddress, limit)
      filled = Int(max(count, 0))
    }
    guard count >= 0 else { throw failure }
    return bytes
  }

  private var failure: ArchiveError { unsafe ArchiveError(.damaged(String(cString: symbolicate_archive_error(handle)))) }
}

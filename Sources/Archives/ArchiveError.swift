/// An archive that is unreadable or rejected.
package struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package enum Kind: Hashable, Sendable {
    /// It cannot be opened.
    case unreadable(String)
    /// It is damaged.
    case damaged(String)
    /// An entry's name points outside the directory that the archive would be extracted into.
    case escapes(String)
    /// Two files have the same name.
    case duplicate(String)
    /// The files are much larger than the archive.
    case bomb(bytes: Int, archive: Int)
    /// There are too many entries.
    case tooManyEntries
    /// An entry is encrypted.
    case encrypted(String)
    /// The extracted file cannot be written.
    case unwritable(String)
  }

  /// The reason.
  package let kind: Kind

  /// Records the reason.
  package init(_ kind: Kind) { self.kind = kind }

  /// One clause without the archive's name.
  package var description: String {
    switch kind {
    case .unreadable(let reason): "not a readable archive: \(reason)"
    case .damaged(let reason): "damaged: \(reason)"
    case .escapes(let name): "refused: the name '\(name)' in it points outside the archive"
    case .duplicate(let name): "refused: two files in it have the name '\(name)'"
    case .bomb(let bytes, let archive):
      "refused: its files would take more than \(Self.megabytes(bytes)), although the archive has only \(Self.megabytes(archive))"
    case .tooManyEntries: "refused: it has more than \(ArchiveWalk.entryLimit) entries"
    case .encrypted(let name): "'\(name)' in it is encrypted"
    case .unwritable(let reason): reason
    }
  }

  private static func megabytes(_ bytes: Int) -> String { bytes < 1_000_000 ? "\(bytes) bytes" : "\(bytes / 1_000_000) MB" }
}

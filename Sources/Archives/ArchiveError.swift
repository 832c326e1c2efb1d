/// An archive that cannot be read, or that nobody should unpack.
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is the matter.
  public enum Kind: Hashable, Sendable {
    /// It cannot be opened.
    case unreadable(String)
    /// It is damaged.
    case damaged(String)
    /// An entry's name leads out of the folder that the archive would be unpacked into.
    case escapes(String)
    /// Two files have one name.
    case duplicate(String)
    /// Its files are much larger than itself.
    case bomb(bytes: Int, archive: Int)
    /// It has more entries than any archive should.
    case tooManyEntries
    /// A password is needed.
    case encrypted(String)
    /// What was unpacked cannot be written.
    case unwritable(String)
  }

  /// What is the matter.
  public let kind: Kind

  /// Records what is the matter.
  public init(_ kind: Kind) { self.kind = kind }

  /// One clause without the archive's name.
  public var description: String {
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

/// The position of a file inside an archive.
struct ArchiveMember: Hashable, Sendable {
  /// The archive's path.
  let archive: String
  /// The file's position among the archive's entries, from 0.
  let index: Int
  /// The name inside.
  let name: String
  /// The size that the archive records, or nil if it records none.
  let size: Int?
  /// Whether other files can be skipped without cost.
  let isSeekable: Bool
}

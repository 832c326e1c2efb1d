/// Where a file of an archive is.
struct ArchiveMember: Hashable, Sendable {
  /// The archive's path.
  let archive: String
  /// The file's place among the archive's entries, from 0.
  let index: Int
  /// The name inside.
  let name: String
  /// The size that the archive states; nil when it does not.
  let size: Int?
  /// Whether other files can be passed over at no cost.
  let isSeekable: Bool
}

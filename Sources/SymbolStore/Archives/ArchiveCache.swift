internal import Archives
internal import Bytes
internal import System

/// Files of archives, extracted into the user's cache on demand and kept there: one directory per archive, named by its path,
/// size, time and inode. The least recently used ones are removed when all of them together get too large.
struct ArchiveCache: Sendable {
  /// The maximum size of extracted files, apart from those of the current archive.
  static let sizeLimit = 10_000_000_000

  private let folder: String

  /// Uses the extracted files in the user's cache for this program.
  init(cacheFolder: String) { folder = Path.join(cacheFolder, "archives") }

  /// Returns the path of the extracted file of `member`. Extracts it first if necessary, together with all of `others` if the
  /// archive can only be read from front to back. Throws if the archive is damaged or rejected, or the cache cannot be written.
  func path(of member: ArchiveMember, others: [ArchiveMember]) throws(ArchiveError) -> String {
    let place = Path.join(folder, Self.key(of: member.archive))
    let path = Self.path(of: member, in: place)
    if let status = FileSystem.status(path), status.kind == .file, member.size == nil || member.size == status.size {
      FileSystem.setModified(place, nil)
      return path
    }
    do throws(SystemError) {
      try FileSystem.makeDirectories(place)
    } catch {
      throw ArchiveError(.unwritable("it cannot be unpacked into \(place): \(error.message)"))
    }
    let wanted =
      member.isSeekable ? [member] : others.filter { FileSystem.status(Self.path(of: $0, in: place)) == nil } + [member]
    try unpack(wanted, of: member.archive, into: place)
    trim(keeping: place)
    guard FileSystem.status(path) != nil else { throw ArchiveError(.damaged("it changed while it was read")) }
    return path
  }

  private func unpack(_ members: [ArchiveMember], of archive: String, into place: String) throws(ArchiveError) {
    let walk = try ArchiveWalk(path: archive)
    var open = Dictionary(members.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    while !open.isEmpty, let found = try walk.next() {
      guard let member = open.removeValue(forKey: found.index) else { continue }
      let aside = AsidePath.new(in: place)
      try walk.write(to: aside, after: try walk.head(1 << 16))
      do throws(SystemError) {
        try FileSystem.move(aside, to: Self.path(of: member, in: place))
      } catch {
        throw ArchiveError(.unwritable("it cannot be unpacked into \(place): \(error.message)"))
      }
    }
  }

  /// Returns the path of the extracted file. The position among the entries distinguishes files with the same name; the name is
  /// for people.
  private static func path(of member: ArchiveMember, in place: String) -> String {
    Path.join(place, "\(member.index)-" + Path.lastComponent(of: member.name).prefix(60))
  }

  private static func key(of archive: String) -> String {
    var hash = ContentHash()
    hash.add(Array(FileSystem.absolute(archive).utf8))
    if let status = FileSystem.status(archive) {
      for number in [UInt64(status.size), UInt64(bitPattern: status.modified), status.device, status.inode] { hash.add(number) }
    }
    return hash.hex
  }

  /// Removes the least recently used directories until the rest is small enough.
  private func trim(keeping current: String) {
    var folders: [(path: String, modified: Int64, size: Int)] = []
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      let path = Path.join(folder, name)
      guard path != current, let status = FileSystem.status(path), status.kind == .directory else { continue }
      let files = ((try? FileSystem.names(in: path)) ?? []).compactMap { FileSystem.status(Path.join(path, $0))?.size }
      folders.append((path, status.modified, files.reduce(0, +)))
    }
    var total = folders.reduce(0) { $0 + $1.size }
    for folder in folders.sorted(by: { $0.modified < $1.modified }) where total > Self.sizeLimit {
      guard (try? FileSystem.removeTree(folder.path)) != nil else { continue }
      total -= folder.size
    }
  }
}

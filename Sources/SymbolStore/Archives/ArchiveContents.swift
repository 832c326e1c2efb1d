internal import Archives
internal import ObjectFiles

/// The debug files in an archive, read from their headers.
struct ArchiveContents: Sendable {
  /// The slices, in the order of the archive. Their paths are the archive's path, a slash and the name inside.
  var files: [DebugFile] = []
  /// What was skipped, one clause each.
  var notes: [String] = []

  init() {}

  /// Reads the beginning of every file in the archive. Throws if the archive is unreadable or rejected.
  init(reading archive: String) throws(ArchiveError) {
    let walk = try ArchiveWalk(path: archive)
    while let member = try walk.next() {
      let magic = try walk.head(4)
      guard ObjectFile.isObjectFile(head: magic) else {
        if PackedFile.isCompressed(named: member.name) { notes.append(Self.note(ofCompressed: member.name)) }
        continue
      }
      let head = try magic + walk.head(ObjectFile.headSize - magic.count)
      let place = ArchiveMember(
        archive: archive, index: member.index, name: member.name, size: member.size, isSeekable: walk.isSeekable)
      files += try Self.slices(head, of: walk, path: archive + "/" + member.name).map { DebugFile($0, in: place) }
    }
    notes += Self.notes(of: walk)
  }

  /// Says that a debug file is compressed twice.
  static func note(ofCompressed name: String) -> String { "compressed files in it are not opened: \(name)" }

  /// Returns what a walk skipped.
  static func notes(of walk: ArchiveWalk) -> [String] {
    var notes: [String] = []
    if walk.links > 0 { notes.append("\(walk.links) link\(walk.links == 1 ? "" : "s") in it skipped") }
    if let first = walk.nested.first {
      let more = walk.nested.count > 1 ? " and \(walk.nested.count - 1) more" : ""
      notes.append("nested archives are not opened: \(first)\(more)")
    }
    return notes
  }

  /// Returns the slices of a member, without damaged ones. Of a fat file, reads on to the beginning of each slice.
  private static func slices(_ head: [UInt8], of walk: ArchiveWalk, path: String) throws(ArchiveError) -> [ObjectFile] {
    guard let offsets = ObjectFile.sliceOffsets(head: head) else {
      return (try? ObjectFile.read(head: head, path: path)) ?? []
    }
    var window = head[...]
    var start = 0
    var slices: [ObjectFile] = []
    for offset in offsets where offset >= start {
      while start + window.count < offset {
        start += window.count
        window = try walk.read(limit: 1 << 20)[...]
        if window.isEmpty { return slices }
      }
      window = window.dropFirst(offset - start)
      start = offset
      if window.count < ObjectFile.headSize { window += try walk.head(ObjectFile.headSize - window.count) }
      slices += (try? ObjectFile.read(head: Array(window), path: path)) ?? []
    }
    return slices
  }
}

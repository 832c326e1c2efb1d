internal import Archives
internal import Bytes
internal import ObjectFiles
internal import System

/// The debug files of an archive on their way into a store: extracted into a temporary directory inside the store's file system,
/// so that they need not be copied again. Removed when the owner goes away.
final class ArchiveIntake {
  /// The files with IDs, in the order of the archive.
  private(set) var candidates: [StoreCandidate] = []
  /// What was skipped or is damaged, one clause each.
  private(set) var notes: [String] = []

  private let folder: String
  private let archive: String
  /// What the path of a file in it begins with where its source is recorded.
  private let prefix: String
  private var lists: [String: [UInt8]] = [:]

  /// Extracts every debug file from an archive. Throws if the archive is unreadable or rejected, or if the store cannot be
  /// written.
  init(_ archive: String, store: DebugStore) throws(StoreError) {
    self.archive = archive
    prefix = FileSystem.absolute(archive) + "/"
    folder = AsidePath.new(in: store.path)
    do throws(SystemError) {
      try FileSystem.makeDirectories(folder)
    } catch {
      throw StoreError(error, store: store.path)
    }
    do throws(ArchiveError) {
      try unpack()
    } catch {
      if case .unwritable(let reason) = error.kind { throw Self.unwritable(reason, store) }
      throw StoreError(.unreadable, "\(archive): \(error)")
    }
  }

  deinit { _ = try? FileSystem.removeTree(folder) }

  private static func unwritable(_ reason: String, _ store: DebugStore) -> StoreError {
    let isFull = FileSystem.freeSpace(at: store.path).map { $0 < 1 << 20 } ?? false
    return StoreError(isFull ? .full : .other, isFull ? "the disk of the store \(store.path) is full: \(reason)" : reason)
  }

  private func unpack() throws(ArchiveError) {
    let walk = try ArchiveWalk(path: archive)
    while let member = try walk.next() {
      if member.name.hasSuffix("Info.plist"), member.size ?? 0 <= 1 << 20 {
        lists[member.name] = try walk.head(1 << 20)
        continue
      }
      let magic = try walk.head(4)
      if ObjectFile.isObjectFile(head: magic) {
        try take(member, magic, of: walk)
      } else if PackedFile.isCompressed(named: member.name) {
        notes.append(ArchiveContents.note(ofCompressed: member.name))
      }
    }
    notes += ArchiveContents.notes(of: walk)
    // The property lists of a bundle may come after its files.
    for position in candidates.indices { addFacts(to: &candidates[position]) }
  }

  private func take(_ member: ArchiveWalk.Member, _ magic: [UInt8], of walk: ArchiveWalk) throws(ArchiveError) {
    let path = Path.join(folder, String(member.index))
    var hash = ContentHash()
    var rest: [UInt8] = []
    // Pieces of one size, as `verify` reads them.
    try walk.write(to: path, after: magic) { piece in
      rest += piece
      while rest.count >= 1 << 20 {
        hash.add(Array(rest[..<(1 << 20)]))
        rest.removeFirst(1 << 20)
      }
    }
    if !rest.isEmpty { hash.add(rest) }
    let date = member.modified.multipliedReportingOverflow(by: 1_000_000_000)
    let modified = date.overflow ? 0 : date.partialValue
    FileSystem.setModified(path, modified)
    do throws(StoreError) {
      var candidate = try StoreCandidate(
        reading: path, source: prefix + member.name, modified: modified)
      for position in candidate.records.indices { candidate.records[position].hash = hash.hex }
      if !candidate.records.isEmpty { candidates.append(candidate) }
    } catch {
      if error.kind != .foreign { notes.append("\(member.name) in it is damaged") }
    }
  }

  private func addFacts(to candidate: inout StoreCandidate) {
    guard let record = candidate.records.first else { return }
    let name = String(Substring(record.source.utf8.dropFirst(prefix.utf8.count)))
    let facts = BundleInfo.lists(around: name).lazy.compactMap { self.lists[$0] }.map { BundleInfo(propertyList: $0) }
    let bundle = facts.first { !$0.isEmpty } ?? BundleInfo()
    let system = SystemBuild(around: name)
    for position in candidate.records.indices {
      candidate.records[position].bundle = bundle
      candidate.records[position].system = system
    }
  }
}

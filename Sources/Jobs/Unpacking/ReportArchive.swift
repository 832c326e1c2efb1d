internal import Archives
internal import ObjectFiles
internal import System

/// The reports of an archive, unpacked into a temporary directory under numbers.
///
/// In: the path of a zip or tar file. Out: its text and JSON files, each with its name inside the archive. Object files and other
/// binary files stay packed. `ArchiveWalk` rejects hostile archives and limits their size.
struct ReportArchive {
  /// One unpacked file.
  struct Member {
    /// The name inside the archive, with `/` between directories.
    let name: String
    /// The path of the unpacked file.
    let file: String
  }

  /// The files that may be reports, in the order of their names.
  private(set) var members: [Member] = []
  /// The number of other files.
  private(set) var others = 0
  /// Whether object files are among the others.
  private(set) var holdsDebugFiles = false
  /// What was not opened, as one clause, or nil if there is nothing to report.
  private(set) var note: String?

  /// The number of reports in it that another one repeats.
  private(set) var copies = 0

  /// Unpacks an archive. `noting` gets the number of its files so far and of those that are unpacked. Throws if it is unreadable or
  /// rejected, or if the temporary directory cannot be written.
  init(unpacking path: String, noting: (_ files: Int, _ unpacked: Int) -> Void = { _, _ in }) throws(ArchiveError) {
    let walk = try ArchiveWalk(path: path)
    var folder: String?
    var incidents = IncidentCopies()
    while let member = try walk.next() {
      noting(members.count + others, members.count)
      let isOfSystem = SystemDiagnostics.holds(member.name)
      if isOfSystem, !SystemDiagnostics.mayBeReport(member.name) {
        others += 1
        continue
      }
      let head = try walk.head(IncidentCopies.beginningSize)
      if isOfSystem, incidents.isCopy(head) {
        copies += 1
        continue
      }
      guard Self.mayBeReport(member.name, head) else {
        if ObjectFile.isObjectFile(head: head) { holdsDebugFiles = true }
        others += 1
        continue
      }
      if folder == nil { folder = try Self.makeFolder() }
      let file = Path.join(folder ?? "", String(members.count))
      try walk.write(to: file, after: head)
      members.append(Member(name: member.name, file: file))
    }
    members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    if copies > 0 { note = "\(copies == 1 ? "1 report is" : "\(copies) reports are") there more than once" }
    if let nested = walk.nested.first, !members.contains(where: { SystemDiagnostics.holds($0.name) }) {
      let more = walk.nested.count > 1 ? " and \(walk.nested.count - 1) more" : ""
      note = "archives inside an archive are not opened: \(nested)\(more)"
      others += walk.nested.count
    }
  }

  private static func makeFolder() throws(ArchiveError) -> String {
    do throws(SystemError) {
      return try TemporaryDirectory.make()
    } catch {
      throw ArchiveError(.unwritable("it cannot be unpacked: \(error.message)"))
    }
  }

  /// Returns whether a file with these first bytes may be a report: text, JSON, PLCrashReporter's format, or one of these compressed.
  private static func mayBeReport(_ name: String, _ head: [UInt8]) -> Bool {
    if CompressedFile.isCompressed(named: name) { return CompressedFile.isPacked(head: head) }
    return !head.isEmpty && (!head.contains(0) || head.starts(with: "plcrash".utf8))
  }

  // MARK: What an archive is

  /// Returns whether a file is an archive, by its name or, whatever its name, by its first bytes.
  static func isArchive(_ path: String, byContent: Bool) -> Bool {
    if ArchiveWalk.isArchive(named: path) { return true }
    guard byContent, !CompressedFile.isCompressed(named: path), let head = try? FileSystem.beginning(of: path, limit: 4) else {
      return false
    }
    return head.starts(with: [0x50, 0x4b, 3, 4])
  }

  /// Returns whether the first file of an archive that is a report or an object file is a report. `isReport` recognizes one. Stops
  /// after 200 other files. Throws if the archive is unreadable or rejected before.
  static func beginsWithReport(_ path: String, _ isReport: ([UInt8]) -> Bool) throws(ArchiveError) -> Bool {
    let walk = try ArchiveWalk(path: path)
    var timeout = 200
    while timeout > 0, let member = try walk.next() {
      timeout -= 1
      let head = try walk.head(4096)
      if ObjectFile.isObjectFile(head: head) { return false }
      guard mayBeReport(member.name, head) else { continue }
      if CompressedFile.isCompressed(named: member.name) { return true }
      guard (member.size ?? 0) <= 1 << 24 else { continue }
      if isReport(head + (try walk.head(1 << 24))) { return true }
    }
    return false
  }
}

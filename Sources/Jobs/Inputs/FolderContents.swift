internal import Archives
internal import Reports
internal import SymbolStore
internal import System

/// The kind of contents of a directory that the user named.
package enum FolderContents: Sendable {
  case reports
  /// Debug files and no report.
  case debugFiles

  /// Searches a directory or archive until the first report is found. Returns nil for anything else. Bundles of debug files are not
  /// searched. A directory with neither counts as one of reports, an archive with neither as one of debug files.
  package init?(of path: String) {
    guard let status = FileSystem.status(path) else { return nil }
    guard status.kind != .file else {
      self.init(ofArchive: path, isAlone: false)
      return
    }
    guard status.kind == .directory else { return nil }
    var look = Look()
    look.read(path, status, depth: 64)
    self = look.sawDebugFile && !look.sawReport ? .debugFiles : .reports
  }

  /// Searches an archive until the first report or object file is found. Returns nil for anything else. With `isAlone`, an
  /// unreadable archive counts as one of reports, otherwise as one of debug files.
  package init?(ofArchive path: String, isAlone: Bool) {
    guard FileSystem.status(path)?.kind == .file, ReportArchive.isArchive(path, byContent: true) else { return nil }
    do throws(ArchiveError) {
      self = try Self.beginsWithReport(path) ? .reports : .debugFiles
    } catch {
      self = isAlone ? .reports : .debugFiles
    }
  }

  private static func beginsWithReport(_ archive: String) throws(ArchiveError) -> Bool {
    try ReportArchive.beginsWithReport(archive) { (try? ReportDocument(reading: $0)) != nil }
  }

  private struct Look {
    var sawDebugFile = false
    var sawReport = false
    private var visited: Set<[UInt64]> = []
    /// The number of further files that are read completely.
    private var timeout = 200

    /// Checks everything in a directory, recursively.
    mutating func read(_ folder: String, _ status: FileSystem.Status, depth: Int) {
      guard depth > 0, visited.insert([status.device, status.inode]).inserted else { return }
      for name in (try? FileSystem.names(in: folder)) ?? [] where !sawReport {
        let path = Path.join(folder, name)
        guard let status = FileSystem.status(path) else { continue }
        if status.kind == .file, ArchiveWalk.isArchive(named: name) {
          if (try? FolderContents.beginsWithReport(path)) == true { sawReport = true } else { sawDebugFile = true }
        } else if ResultBundle.isBundle(path) {
          sawReport = true
        } else if DebugFile.isNamed(by: path) {
          sawDebugFile = true
        } else if status.kind == .directory {
          read(path, status, depth: depth - 1)
        } else if status.kind == .file {
          readFile(path)
        }
      }
    }

    /// Checks one file; a damaged report counts as a report. After too many files of other kinds, the search ends, and the
    /// directory is read for reports.
    private mutating func readFile(_ path: String) {
      let isCompressed = CompressedFile.isCompressed(named: path)
      let input = ReportInput(path: path, outputName: "", isNamed: false, isCompressed: isCompressed)
      guard timeout > 0 else {
        sawReport = true
        return
      }
      switch InputReading(of: input) {
      case .document, .failed: sawReport = true
      case .skipped: timeout -= 1
      }
    }
  }
}

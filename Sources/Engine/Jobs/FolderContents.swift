internal import SymbolStore
internal import System

/// What a folder that the user named is for.
public enum FolderContents: Sendable {
  /// It is read for reports.
  case reports
  /// It holds debug files and no report.
  case debugFiles

  /// Looks below a folder until the first report is found. Returns nil for what is not a folder. Bundles of debug files are not
  /// looked into. A folder with neither counts as one of reports.
  public init?(of path: String) {
    guard let status = FileSystem.status(path), status.kind == .directory else { return nil }
    var look = Look()
    look.read(path, status, depth: 64)
    self = look.sawDebugFile && !look.sawReport ? .debugFiles : .reports
  }

  private struct Look {
    var sawDebugFile = false
    var sawReport = false
    private var visited: Set<[UInt64]> = []
    /// How many more files are read whole.
    private var patience = 200

    /// Looks at everything in a folder and below it.
    mutating func read(_ folder: String, _ status: FileSystem.Status, depth: Int) {
      guard depth > 0, visited.insert([status.device, status.inode]).inserted else { return }
      for name in (try? FileSystem.names(in: folder)) ?? [] where !sawReport {
        let path = Path.join(folder, name)
        guard let status = FileSystem.status(path) else { continue }
        if DebugFile.isNamed(by: path) {
          sawDebugFile = true
        } else if status.kind == .directory {
          read(path, status, depth: depth - 1)
        } else if status.kind == .file {
          readFile(path)
        }
      }
    }

    /// Looks at one file; a damaged report is one, too. Among many that are none, nobody can tell at a fair price, and the folder is read for reports.
    private mutating func readFile(_ path: String) {
      let input = ReportInput(path: path, outputName: "", isNamed: false)
      guard patience > 0 else {
        sawReport = true
        return
      }
      switch InputReading(of: input) {
      case .document, .failed: sawReport = true
      case .skipped: patience -= 1
      }
    }
  }
}

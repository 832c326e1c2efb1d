internal import Jobs
internal import SymbolStore

/// The operands of a command line, sorted into reports and debug files, which count as `--symbols`. Accesses the disk.
struct SortedOperands {
  /// Reports, directories of reports, `-` for standard input, and paths that do not exist; in order.
  private(set) var reports: [String] = []
  /// Debug files, bundles and archives of them, and directories with debug files and without reports; in order.
  private(set) var debugFiles: [String] = []

  /// Sorts operands. Reads the files of a directory until one is a report.
  init(_ operands: [String]) {
    for operand in operands {
      if Self.isDebugFile(operand, isAlone: operands.count == 1) { debugFiles.append(operand) } else { reports.append(operand) }
    }
  }

  /// Returns whether an operand is debug files. An archive is opened. One that is unreadable counts as debug files unless it is the
  /// only operand.
  private static func isDebugFile(_ operand: String, isAlone: Bool) -> Bool {
    guard operand != "-" else { return false }
    guard DebugFile.isNamed(by: operand) else { return FolderContents(of: operand) == .debugFiles }
    return FolderContents(ofArchive: operand, isAlone: isAlone) != .reports
  }
}

internal import Engine
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
      let isDebugFile = operand != "-" && (DebugFile.isNamed(by: operand) || FolderContents(of: operand) == .debugFiles)
      if isDebugFile { debugFiles.append(operand) } else { reports.append(operand) }
    }
  }
}

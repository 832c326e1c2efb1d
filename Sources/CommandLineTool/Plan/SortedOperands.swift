internal import Engine
internal import SymbolStore

/// The operands of a command line, sorted into reports and what counts as `--symbols`. Looks at the disk.
struct SortedOperands {
  /// Reports, folders of reports, `-` for standard input, and what is not there; in order.
  private(set) var reports: [String] = []
  /// Debug files, bundles and archives of them, and folders with debug files and without reports; in order.
  private(set) var debugFiles: [String] = []

  /// Sorts operands. Of a folder files are read until one is a report.
  init(_ operands: [String]) {
    for operand in operands {
      let isDebugFile = operand != "-" && (DebugFile.isNamed(by: operand) || FolderContents(of: operand) == .debugFiles)
      if isDebugFile { debugFiles.append(operand) } else { reports.append(operand) }
    }
  }
}

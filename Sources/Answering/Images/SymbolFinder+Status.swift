internal import CrashModel
internal import ObjectFiles
internal import SymbolModel
internal import SymbolStore

extension SymbolFinder {
  /// Returns what is reported of an image for which these files were found. Files without debug information do not replace the
  /// debug file: that of an ELF file always exists somewhere, that of a Mach-O file if it is the app's (`ImageSymbols.status(for:)`).
  func status(of files: [ObjectFile], for image: BinaryImage) -> ImageStatus {
    let paths = files.map(\.path)
    let isELF = files.contains { $0.container == .elf }
    guard let best = files.max(by: { $0.contentRank < $1.contentRank }), best.contentRank < .dwarf else {
      return ImageStatus(.found, debugFiles: paths)
    }
    let contents = best.contentRank == .symbols ? "symbols" : "exported symbols"
    let advice = isELF ? expectedDebugFile(of: best.id ?? image.id) : "no dSYM with its UUID was found; name one with -s PATH"
    return ImageStatus(.symbols, debugFiles: paths, reason: "\(best.path) has only \(contents); \(advice)")
  }

  /// Returns the path at which the debug file of an ELF file is expected.
  private func expectedDebugFile(of id: ImageID?) -> String {
    guard let id else { return "it has no build ID by which its debug file could be found; --image NAME=PATH names one" }
    let paths = standardPaths(of: id).joined(separator: ", ")
    let servers = places.debuginfodIsWanted ? "" : ", or --debuginfod"
    return "no debug file with build ID \(id) was found: not \(paths); use -s PATH\(servers)"
  }
}

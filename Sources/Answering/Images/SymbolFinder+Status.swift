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
    guard let best = files.max(by: { $0.contentRank < $1.contentRank }), best.contentRank < .breakpad else {
      return ImageStatus(.found, debugFiles: paths)
    }
    return ImageStatus(
      .symbols, debugFiles: paths,
      reason: .stripped(
        path: best.path, hasSymbols: best.contentRank == .symbols,
        isELF ? expectedDebugFile(of: best.id ?? image.id) : .dSYM))
  }

  private func expectedDebugFile(of id: ImageID?) -> ImageReason.ExpectedFile {
    id.map { ImageReason.ExpectedFile.buildID($0, paths: standardPaths(of: $0), servers: searchPaths.debuginfodIsWanted) }
      ?? .unknown
  }
}

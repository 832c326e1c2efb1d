internal import Bytes

/// MiniDebugInfo: an ELF file inside `.gnu_debugdata`, compressed with xz, that holds the symbols that stripping removed (GDB's
/// manual, "Debugging information in a special section").
extension ObjectFile {
  /// Whether the file has such symbols; to read them takes their decompression.
  package var hasMiniDebugInfo: Bool { container == .elf && miniDebugSection != nil }

  /// Returns the file inside, or nil if there is none or it cannot be read. Decompresses it on each call.
  func miniDebugFile() -> ObjectFile? {
    guard container == .elf, let section = miniDebugSection, let packed = try? storedContents(of: section),
      let contents = try? packed.inflateXZ(limit: Self.largestMiniDebugInfo),
      let file = try? ELFReader.read(ByteSlice(contents), path: path), file.is64Bit == is64Bit, file.isBigEndian == isBigEndian
    else { return nil }
    return file
  }

  private var miniDebugSection: Section? { sections.first { $0.name == ".gnu_debugdata" && $0.hasContents && $0.size > 0 } }

  /// The maximum number of decompressed bytes: far more than the symbols of any program.
  private static let largestMiniDebugInfo = 256 << 20
}

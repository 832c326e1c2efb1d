internal import Bytes

/// MiniDebugInfo: an ELF file inside `.gnu_debugdata`, packed with xz, that holds the symbols which stripping took away (GDB's
/// manual, "Debugging information in a special section").
extension ObjectFile {
  /// Whether the file carries symbols that way.
  var hasMiniDebugInfo: Bool { container == .elf && miniDebugSection != nil }

  /// The file inside; nil when there is none or it cannot be read. Costs its unpacking.
  func miniDebugFile() -> ObjectFile? {
    guard container == .elf, let section = miniDebugSection, let packed = try? storedContents(of: section),
      let contents = try? packed.inflateXZ(limit: Self.largestMiniDebugInfo),
      let file = try? ELFReader.read(ByteSlice(contents), path: path), file.is64Bit == is64Bit, file.isBigEndian == isBigEndian
    else { return nil }
    return file
  }

  private var miniDebugSection: Section? { sections.first { $0.name == ".gnu_debugdata" && $0.hasContents && $0.size > 0 } }

  /// So many bytes are unpacked at most: far more than the symbols of any program.
  private static let largestMiniDebugInfo = 256 << 20
}

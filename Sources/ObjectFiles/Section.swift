package import SymbolModel

/// One section of an object file.
package struct Section: Sendable {
  /// The storage of the contents.
  package enum Compression: Sendable {
    /// Uncompressed.
    case none
    /// After an ELF compression header (`SHF_COMPRESSED`: `ch_type` 1 zlib, 2 zstd).
    case elfHeader
    /// The old GNU form: `ZLIB`, eight bytes of size, a zlib stream (`.zdebug_*`, `__zdebug_*`).
    case gnu
  }

  /// The name in the file.
  package let name: String
  /// The Mach-O segment; empty for ELF.
  package let segment: String
  /// The link-time address; 0 for sections that are not loaded.
  package let address: LinkAddress
  /// The size in memory, or of the stored bytes if they are compressed.
  package let size: UInt64
  /// The offset of the stored bytes in the slice.
  package let fileOffset: UInt64
  /// Whether bytes are stored (not `SHT_NOBITS`, not a zero-fill or stripped section).
  package let hasContents: Bool
  /// Whether the section holds instructions.
  package let isCode: Bool
  /// The storage of the bytes.
  package let compression: Compression

  /// The part of a DWARF section's name after `debug_`, with Mach-O's truncated names completed, or nil for other sections.
  package var debugName: String? {
    guard let mark = Self.debugPrefixes.first(where: { name.hasPrefix($0) }) else { return nil }
    let rest = String(name.dropFirst(mark.count))
    return rest == "str_offs" ? "str_offsets" : rest
  }

  private static let debugPrefixes = ["__debug_", ".debug_", ".zdebug_", "__zdebug_"]
}

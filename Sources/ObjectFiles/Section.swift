public import SymbolModel

/// One section of an object file.
public struct Section: Sendable {
  /// The storage of the contents.
  public enum Compression: Sendable {
    /// Uncompressed.
    case none
    /// After an ELF compression header (`SHF_COMPRESSED`: `ch_type` 1 zlib, 2 zstd).
    case elfHeader
    /// The old GNU form: `ZLIB`, eight bytes of size, a zlib stream (`.zdebug_*`, `__zdebug_*`).
    case gnu
  }

  /// The name in the file.
  public let name: String
  /// The Mach-O segment; empty for ELF.
  public let segment: String
  /// The link-time address; 0 for sections that are not loaded.
  public let address: LinkAddress
  /// The size in memory, or of the stored bytes if they are compressed.
  public let size: UInt64
  /// The offset of the stored bytes in the slice.
  public let fileOffset: UInt64
  /// Whether bytes are stored (not `SHT_NOBITS`, not a zero-fill or stripped section).
  public let hasContents: Bool
  /// Whether the section holds instructions.
  public let isCode: Bool
  /// The storage of the bytes.
  public let compression: Compression

  /// The part of a DWARF section's name after `debug_`, with Mach-O's truncated names completed, or nil for other sections.
  public var debugName: String? {
    guard let mark = Self.debugPrefixes.first(where: { name.hasPrefix($0) }) else { return nil }
    let rest = String(name.dropFirst(mark.count))
    return rest == "str_offs" ? "str_offsets" : rest
  }

  private static let debugPrefixes = ["__debug_", ".debug_", ".zdebug_", "__zdebug_"]
}

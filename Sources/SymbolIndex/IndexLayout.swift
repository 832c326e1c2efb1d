/// The layout of an index file, version 5. Everything is little-endian; offsets and counts are those of the header.
///
///     header           128 bytes, see `IndexHeader`
///     block starts     u32 per block: the image offset of its first segment, ascending
///     block offsets    u32 per block: the start of its bytes among the segment bytes
///     functions        12 bytes each: linkage name, name, enclosing scopes (string offset + 1, or 0)
///     scope offsets    u32 per eight scopes: the start of the first one's bytes among the scope bytes
///     scopes           packed, see `ScopeCoding`
///     function starts  u32 each, ascending: the starts of the ranges of functions
///     symbols          12 bytes each, ascending: start, end, name (string offset + 1)
///     files            u32 each: string offset + 1
///     strings          zero-terminated UTF-8
///     segments         packed, see `SegmentCoding`
///     checksums        u32 for every 256 bytes of everything before them, including the header: CRC-32, see `IndexChecks`
///
/// An image offset is a distance in bytes from the image's text base: images of 4 GB and more have no index.
///
/// Example: `main` at 0x400 calls `f`, which is inlined at 0x408 (line 12 of a.c, called from line 3 of b.c) and ends at 0x410:
/// segments (0x400, scope 1, b.c, 2), (0x408, scope 2, a.c, 12), (0x410, scope 1, b.c, 4), (0x420, nothing);
/// scopes 1 = (main, 0, no call), 2 = (f, inside 1, called from b.c line 3).
enum IndexLayout {
  /// The first eight bytes: a name and the version of the layout. Other versions are rejected and rebuilt.
  static let magic: UInt64 = 0x0500_7864_696d_7973  // "symidx", 0, 5

  /// The number of segments in each block but the last.
  static let blockSize = 16

  static let functionSize = 12

  /// The number of scopes that share one entry of the scope offsets.
  static let scopeBlock = 8
  static let symbolSize = 12
}

/// The header of an index file.
struct IndexHeader: Equatable {
  static let size = 128

  /// The fingerprint of the files that the index was built from, which changes if one of them changes.
  var fingerprint: UInt64 = 0
  var textBase: UInt64 = 0
  var totalSize: UInt64 = 0
  var segmentCount: UInt32 = 0
  var blockCount: UInt32 = 0
  var functionCount: UInt32 = 0
  var scopeCount: UInt32 = 0
  var functionStartCount: UInt32 = 0
  var symbolCount: UInt32 = 0
  var fileCount: UInt32 = 0
  var stringSize: UInt32 = 0
  var segmentSize: UInt32 = 0
  var scopeSize: UInt32 = 0
  /// 1 if the image is an ELF file, whose symbols name parts and copies of functions.
  var flags: UInt32 = 0

  /// The offset of each section in the file, and the end of the file.
  struct Sections {
    let starts = IndexHeader.size
    let places: Int
    let functions: Int
    let scopePlaces: Int
    let scopes: Int
    let functionStarts: Int
    let symbols: Int
    let files: Int
    let strings: Int
    let segments: Int
    let checksums: Int
    let end: Int

    fileprivate init(_ header: IndexHeader) {
      places = starts + 4 * Int(header.blockCount)
      functions = places + 4 * Int(header.blockCount)
      scopePlaces = functions + IndexLayout.functionSize * Int(header.functionCount)
      scopes = scopePlaces + 4 * ((Int(header.scopeCount) + IndexLayout.scopeBlock - 1) / IndexLayout.scopeBlock)
      functionStarts = scopes + Int(header.scopeSize)
      symbols = functionStarts + 4 * Int(header.functionStartCount)
      files = symbols + IndexLayout.symbolSize * Int(header.symbolCount)
      strings = files + 4 * Int(header.fileCount)
      segments = strings + Int(header.stringSize)
      checksums = segments + Int(header.segmentSize)
      end = checksums + 4 * IndexChecks.blockCount(checksums)
    }
  }

  /// The offset of each section.
  var sections: Sections { Sections(self) }

  /// The header's bytes, followed by their checksum.
  var bytes: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(Self.size)
    for value in [IndexLayout.magic, fingerprint, textBase, totalSize] { out.append(littleEndian: value) }
    for value in counts { out.append(littleEndian: value) }
    out += [UInt8](repeating: 0, count: Self.size - 8 - out.count)
    out.append(littleEndian: Self.checksum(out))
    return out
  }

  var counts: [UInt32] {
    [
      segmentCount, blockCount, functionCount, scopeCount, functionStartCount, symbolCount, fileCount, stringSize, segmentSize,
      flags, scopeSize,
    ]
  }

  /// FNV-1a, 64 bits.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}

extension [UInt8] {
  /// Appends an integer, least significant byte first.
  mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  /// Appends an unsigned LEB128 number.
  mutating func append(uleb value: UInt32) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

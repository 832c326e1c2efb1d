import Bytes
import DebugInfo
import ObjectFiles
import SymbolModel
import TestSupport

@testable import SymbolIndex

/// Index files: as they are, where checksums find damage, and with checksums made anew, where the bounds have to hold.
enum IndexBody {
  /// Small indexes of files with debug information, and of a symbol table.
  static func seeds() throws -> [[UInt8]] {
    let names = ["split-gcc/main.dwo", "symtab/shop", "clang-dwarf5/shop", "gcc-dwarf4/shop", "clang-dwarf5/libpaykit.so"]
    return try names.compactMap { name in
      let files = try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/" + name))
      return (try? IndexBuilder.build(files, jobs: 1)).map { Array($0.joined()) }
    }
  }

  @Sendable static func make() throws -> FuzzTarget.Body {
    let scratch = try ScratchFile("x.symidx")
    return { bytes in
      try read(try scratch.path(of: bytes))
      if let mended = mended(bytes) { try read(try scratch.path(of: mended)) }
    }
  }

  private static func read(_ path: String) throws {
    guard let index = try? SymbolIndex(path: path, fingerprint: nil) else { return }
    _ = index.isWhole
    for position in 0..<UInt32(clamping: min(index.functionCount, 40)) { _ = index.function(position) }
    for number in 0..<40 as Range<UInt32> { _ = (index.file(number), index.scope(number)) }
    for offset in stride(from: UInt32(0), to: 0x8000, by: 0x101) {
      _ = (index.symbol(at: offset), index.functionStart(of: offset))
      guard let segment = index.segment(at: offset) else { continue }
      try expect(segment.start <= offset, "the segment of \(offset) begins at \(segment.start)")
      _ = index.earlierSegment(before: segment)
    }
    let image = DebugImage(index: index)
    let addresses = (0..<200).map { LinkAddress(index.textBase.value &+ $0 &* 0x55) }
    try expect(image.resolve(addresses).count == addresses.count, "not every address has an answer")
  }

  /// Returns the index with the checksums that its contents should have, or nil if it is too short.
  private static func mended(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > IndexHeader.size else { return nil }
    let contents = (IndexHeader.size...bytes.count).first { $0 + 4 * IndexChecks.blockCount($0) == bytes.count }
    guard let contents else { return nil }
    var result = Array(bytes[..<contents])
    let hash = IndexHeader.checksum(result[..<(IndexHeader.size - 8)])
    for shift in 0..<8 { result[IndexHeader.size - 8 + shift] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * shift)) }
    return result + IndexChecks.table(of: [result])
  }
}

import Bytes
import Foundation
import SymbolModel
import SystemSymbols
import TestSupport

/// Names of Apple's systems: shared caches, and the containers made of them.
enum SystemBodies {
  /// A shared cache of one file. The names of an image are in order.
  @Sendable static func sharedCache() throws -> FuzzTarget.Body {
    let scratch = try ScratchFile("dyld_shared_cache_arm64e")
    return { bytes in
      guard let cache = try? SharedCache(path: try scratch.path(of: bytes)) else { return }
      for image in cache.images.prefix(8) {
        var last: UInt64 = 0
        var isAscending = true
        _ = try? cache.symbols(of: image) { offset, _, _ in
          isAscending = isAscending && offset >= last
          last = offset
        }
        try expect(isAscending, "the symbols of \(image.path) are not in order")
      }
    }
  }

  /// A container: as it is, where hashes find damage, and with hashes made anew.
  @Sendable static func container() throws -> FuzzTarget.Body {
    let scratch = try ScratchFile("x.symcache")
    return { bytes in
      try read(try scratch.path(of: bytes))
      if let mended = mended(bytes) { try read(try scratch.path(of: mended)) }
    }
  }

  private static func read(_ path: String) throws {
    guard let file = try? SystemSymbolFile(path: path) else { return }
    let isSound = (try? file.verify()) != nil
    _ = (file.namedImageCount, file.summary, file.key)
    for position in 0..<min(file.imageCount, 20) {
      _ = file.image(position).map { ($0.id.map(file.image(with:)), file.image(at: $0.offset)) }
    }
    for offset in stride(from: UInt64(0xf00), to: 0x3000, by: 0x31) {
      _ = file.isStub(offset)
      if let symbol = try? file.symbol(at: offset), isSound {
        try expect(symbol.start <= offset, "the symbol of \(offset) begins at \(symbol.start)")
      }
    }
    var count = 0
    try? file.forEach { _, _ in count += 1 }
  }

  /// Returns the container with the hashes that its contents should have, or nil if a part is outside.
  private static func mended(_ bytes: [UInt8]) -> [UInt8]? {
    let end = bytes.count - 512
    guard end > 16 else { return nil }
    var result = bytes
    func number(_ at: Int, _ size: Int) -> Int {
      Int(truncatingIfNeeded: result[at..<at + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    func put(_ hash: UInt64, at place: Int) {
      for shift in 0..<8 { result[place + shift] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * shift)) }
    }
    let directory = number(end + 40, 8)
    guard directory >= 16, directory < end else { return nil }
    let blocks = directory + 48 * number(end, 4) + 4 * number(end + 4, 4)
    for block in 0..<min(number(end + 8, 4), 16) where blocks + 32 * block + 32 <= end {
      let record = blocks + 32 * block
      let (position, size) = (number(record + 8, 8), number(record + 16, 4))
      guard position >= 0, position < end, size <= end - position else { continue }
      put(hash(result[position..<position + size]), at: record + 24)
    }
    put(hash(result[directory..<end]), at: end + 48)
    put(hash(result[end..<end + 504]), at: end + 504)
    return result
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = ContentHash()
    hash.add(Array(bytes))
    return hash.value
  }

  /// Containers with a few symbols from 0x1000 on.
  static var containers: [[UInt8]] { [3, 70, 300].compactMap(container) }

  private static func container(_ count: Int) -> [UInt8]? {
    guard let id = ImageID(parsing: "00112233445566778899aabbccddeeff") else { return nil }
    var summary = CacheSummary(id: id, architecture: Architecture("arm64e"))
    (summary.systemName, summary.systemVersion, summary.systemBuild, summary.base) = ("iOS", "26.1", "23B85", 0x1_8000_0000)
    summary.gaps = "2 images are damaged"
    var builder = SymbolBlockBuilder()
    for position in 0..<count {
      let name = position % 10 == 9 ? [] : Array("-[Class\(position / 20) method\(position)]".utf8)
      builder.add(UInt64(0x1000 + 16 * position), ByteSlice(name + [0]), 0..<name.count)
    }
    builder.stop(at: UInt64(0x1000 + 16 * count))
    builder.finish()
    var bytes = ContainerWriter.head
    var writer = ContainerWriter()
    for block in builder.blocks {
      writer.note(block)
      bytes += block.bytes
    }
    writer.note(ContainerImage(id: id, offset: 0x1000, size: UInt64(16 * count), path: "/usr/lib/lib.dylib", names: count))
    return bytes + writer.end(summary, stubs: [0x9000_0000..<0x9000_1000]).bytes
  }
}

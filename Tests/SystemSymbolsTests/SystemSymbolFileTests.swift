import Bytes
import Foundation
import SystemSymbols
import SymbolModel
import TestSupport
import Testing

/// Containers: what goes in comes out, by any address; damage is noticed.
@Suite struct SystemSymbolFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A container of symbols at multiples of 16 from 0x1000 on; every tenth has no name. Three images divide them.
  func make(_ count: Int, build: String = "23B85") throws -> String {
    let id = try #require(ImageID(parsing: "00112233445566778899aabbccddeeff"))
    var summary = CacheSummary(id: id, architecture: Architecture("arm64e"))
    (summary.systemName, summary.systemVersion, summary.systemBuild, summary.base) = ("iOS", "26.1", build, 0x1_8000_0000)
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
    for part in 0..<3 {
      let start = 0x1000 + 16 * (count / 3) * part
      writer.note(
        ContainerImage(
          id: ImageID(bytes: [UInt8](repeating: UInt8(9 - part), count: 16)), offset: UInt64(start - 0x10 * (part == 0 ? 1 : 0)),
          size: UInt64(16 * (count / 3)), path: "/usr/lib/lib\(part).dylib", names: count / 3))
    }
    bytes += writer.end(summary, stubs: [0x9000_0000..<0x9000_1000]).bytes
    return try folder.write(bytes, to: "a.symcache")
  }

  @Test(arguments: [3, 4095, 4096, 20_000]) func everySymbolIsFound(_ count: Int) throws {
    let container = try SystemSymbolFile(path: make(count))
    for position in stride(from: 0, to: count, by: max(1, count / 997)) {
      for distance in [0, 1, 15] as [UInt64] {
        let start = UInt64(0x1000 + 16 * position)
        let symbol = try container.symbol(at: start + distance)
        #expect(symbol?.name == (position % 10 == 9 ? nil : "-[Class\(position / 20) method\(position)]"))
        #expect(symbol.map { $0.start == start } ?? true)
      }
    }
    #expect(try container.symbol(at: 0xfff) == nil)
    #expect(try container.symbol(at: UInt64(0x1000 + 16 * count)) == nil, "the end of the last symbol is known")
    var seen = 0
    try container.forEach { _, name in seen += name == nil ? 0 : 1 }
    #expect(seen == (0..<count).count { $0 % 10 != 9 })
  }

  @Test func imagesAreFoundByUUIDAndOffset() throws {
    let container = try SystemSymbolFile(path: make(3000))
    let (known, unknown) = (ImageID(bytes: [UInt8](repeating: 8, count: 16)), ImageID(bytes: [UInt8](repeating: 6, count: 16)))
    #expect(container.image(with: try #require(known))?.path == "/usr/lib/lib1.dylib")
    #expect(container.image(with: try #require(unknown)) == nil)
    #expect(container.image(at: 0x1000 + 16 * 2500)?.path == "/usr/lib/lib2.dylib")
    #expect(container.image(at: 0) == nil)
    #expect(container.isStub(0x9000_0fff) && !container.isStub(0x9000_1000))
    #expect(container.summary.systemBuild == "23B85" && container.summary.gaps == "2 images are damaged")
  }

  @Test func copiesMayStateAnotherBuild() throws {
    let path = try make(500)
    let container = try SystemSymbolFile(path: path)
    var summary = container.summary
    summary.systemBuild = "24A1"
    var bytes: [UInt8] = []
    container.copy(with: summary) { bytes += $0 }
    let copy = try SystemSymbolFile(path: folder.write(bytes, to: "b.symcache"))
    #expect(copy.summary.systemBuild == "24A1" && copy.key != container.key)
    try copy.verify()
    #expect(try copy.symbol(at: 0x1000)?.name == "-[Class0 method0]")
  }

  @Test func equalContentsHaveEqualKeys() throws {
    let first = try SystemSymbolFile(path: make(5000)).key
    #expect(try SystemSymbolFile(path: make(5000)).key == first)
    #expect(try SystemSymbolFile(path: make(5001)).key != first)
  }

  @Test func prefixesAreRefused() throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: make(200))))
    for size in stride(from: 0, to: bytes.count, by: 37) {
      let path = try folder.write(Array(bytes[..<size]), to: "cut.symcache")
      #expect(throws: SystemSymbolFile.Refusal.self) { try SystemSymbolFile(path: path) }
    }
  }

  @Test func everyChangedByteIsNoticed() throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: make(300))))
    for position in stride(from: 8, to: bytes.count, by: 11) {
      var changed = bytes
      changed[position] ^= 0x10
      let path = try folder.write(changed, to: "changed.symcache")
      #expect(throws: SystemSymbolFile.Refusal.self, "byte \(position)") { try SystemSymbolFile(path: path).verify() }
    }
  }

  @Test func otherVersionsAndFilesAreNamed() throws {
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: make(3))))
    bytes[8] = 2
    let path = try folder.write(bytes, to: "c")
    #expect(throws: SystemSymbolFile.Refusal.otherVersion) { try SystemSymbolFile(path: path) }
    let text = try folder.write("hello", to: "d")
    #expect(throws: SystemSymbolFile.Refusal.foreign) { try SystemSymbolFile(path: text) }
  }

  @Test func symbolsThatDoNotAscendAreLeftOut() throws {
    var builder = SymbolBlockBuilder()
    let name = ByteSlice(Array("name".utf8))
    for offset in [10, 5, 10, 20] as [UInt64] { builder.add(offset, name, 0..<4) }
    builder.finish()
    #expect(builder.blocks.count == 1 && builder.blocks[0].first == 10)
  }
}

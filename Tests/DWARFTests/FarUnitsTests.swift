import Foundation
import ObjectFiles
import System
import TestSupport
import Testing

@testable import DWARF

/// Units so far apart that their headers and root entries are read one by one, instead of mapped.
@Suite struct FarUnitsTests {
  /// 1: a unit with its directory as a text of its own, and code.
  private static let abbreviations: [UInt8] = [1, 0x11, 0, 0x1b, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0, 0]

  /// The directory of the unit with a number, which is longer than what is read of a unit where the number is large.
  private static func directory(_ number: Int) -> String { "/" + String(repeating: "d", count: number) }

  /// A unit of DWARF 4 with 16 bytes of code, 20,000 bytes long.
  private static func unit(_ number: Int, code: UInt8 = 1, version: UInt16 = 4) -> [UInt8] {
    let low = ELFFile.bytes(UInt64(0x1000 + number * 16))
    let root = [code] + Array(directory(number).utf8) + [0] + low + ELFFile.bytes(UInt32(16))
    let rest = [UInt8](repeating: 0, count: 20_000 - 11 - root.count)
    return ELFFile.bytes(UInt32(19_996)) + ELFFile.bytes(version) + ELFFile.bytes(UInt32(0)) + [8] + root + rest
  }

  private static func entries(_ folder: TemporaryFolder, _ units: [[UInt8]]) throws -> DebugEntries {
    let elf = ELFFile([
      .init(".text", [UInt8](repeating: 0, count: 0x4000), flags: 6, address: 0x1000),
      .init(".debug_info", Array(units.joined())), .init(".debug_abbrev", abbreviations),
    ])
    let file = try #require(try ObjectFile.load(path: folder.write(elf.bytes, to: "far")).first)
    return DebugEntries(try DebugSections(file), zeroIsCode: false)
  }

  /// Roots end before, at and behind the end of what is read of each.
  @Test func rootsAreReadToTheirEnds() throws {
    let entries = try Self.entries(try TemporaryFolder(), (0..<400).map { Self.unit($0) })
    #expect(entries.damage == nil)
    for (number, unit) in entries.units.enumerated() {
      let low = UInt64(0x1000 + number * 16)
      #expect(unit.offset == number * 20_000 && unit.end == unit.offset + 20_000)
      #expect(unit.compilationDirectory == Self.directory(number))
      #expect(unit.ranges == [low..<low + 16])
    }
    #expect(entries.units.count == 400)
  }

  private static let damaged: [(third: [UInt8], damage: String, count: Int)] = [
    (unit(2, code: 9), "the unit at byte 40000 of .debug_info cannot be read", 3),
    (unit(2, version: 77), "the unit at byte 40000 of .debug_info has the unknown DWARF version 77", 2),
    (Array(unit(2).prefix(300)), "the unit at byte 40000 of .debug_info reaches past the end of the section", 3),
    (Array(unit(2).prefix(9)), "the units from byte 40000 of .debug_info on cannot be read", 2),
  ]

  @Test(arguments: damaged) func damageIsFound(third: [UInt8], damage: String, count: Int) throws {
    let entries = try Self.entries(try TemporaryFolder(), [Self.unit(0), Self.unit(1), third])
    #expect(entries.damage?.description == damage)
    #expect(entries.units.count == count)
    #expect(entries.units.prefix(2).map(\.compilationDirectory) == ["/", "/d"])
  }

  @Test func aPieceIsWhatIsMappedThere() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let path = try folder.write(bytes, to: "pieces")
    let memory = try MappedMemory(path: path, headSize: 1)
    let pieces = try #require(FilePieces(of: memory, longest: 64))
    for position in [0, 1, 4_095, 4_096, 40_000, 49_936] {
      let piece = try #require(unsafe pieces.read(at: memory.headSize + position, count: 64))
      #expect(unsafe Array(piece) == Array(bytes[position..<position + 64]))
    }
    #expect(unsafe pieces.read(at: memory.headSize + 49_937, count: 64) == nil, "the file ends before")
    #expect(unsafe pieces.read(at: memory.headSize - 1, count: 1) == nil && pieces.read(at: memory.headSize, count: 65) == nil)
    try FileManager.default.removeItem(atPath: path)
    _ = try folder.write(bytes, to: "pieces")
    #expect(FilePieces(of: memory, longest: 64) == nil, "it is another file now")
  }
}

import Foundation
import SystemSymbols
import System
import TestSupport
import Testing

/// Caches that do not hold together: each bound has a message, and damage in one image loses that image only.
@Suite struct CacheBoundsTests {
  func problem(_ copy: CacheCopy) -> String {
    do {
      let cache = try SharedCache(path: copy.main)
      return cache.problems.joined(separator: "\n") + CacheCopy.text(cache)
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [0x70, 0x97, 0x401, 0xffff_ffff] as [UInt32])
  func headersHavePossibleSizes(_ size: UInt32) throws {
    let copy = try CacheCopy("26")
    try copy.put(size, at: 0x10)
    #expect(problem(copy).hasPrefix("its header has \(size) bytes"))
  }

  @Test func mappingsAreCounted() throws {
    let copy = try CacheCopy("26")
    try copy.put(UInt32(21), at: 0x14)
    #expect(problem(copy).contains("21 mappings; no cache has more than 20"))
  }

  @Test func mappingsStayInsideTheirFileAndTheAddressSpace() throws {
    var copy = try CacheCopy("26")
    try copy.put(UInt64.max - 4, at: 0x228 + 8)
    #expect(problem(copy).contains("larger than the address space") || problem(copy).contains("no mappings"))
    copy = try CacheCopy("26")
    try copy.cut(".05.dyldlinkedit", to: 0x4010)
    #expect(problem(copy).contains("it is cut off: a mapping needs"))
    #expect(problem(copy).contains("problem\tits symbol table is outside the file"))
  }

  @Test func ofOverlappingMappingsTheFirstCounts() throws {
    let copy = try CacheCopy("16")
    // The second mapping of the subcache gets the address of the first of the main file.
    try copy.put(UInt64(0x1_8000_0000), at: 0x200 + 32, in: ".01")
    #expect(problem(copy).contains("mappings overlap those of other files"))
    #expect(problem(copy).contains("0x1000\talpha_public"))
  }

  @Test func imagesAreCounted() throws {
    let copy = try CacheCopy("26")
    try copy.put(UInt64(65_537), at: 0x90)
    #expect(problem(copy).contains("65537 images; no cache has more than 65536"))
    try copy.put(UInt64(60_000), at: 0x90)
    #expect(problem(copy).contains("its list of images is outside the file"))
  }

  @Test func subcachesAreCountedAndNamedWithCare() throws {
    let copy = try CacheCopy("26")
    let entries = Int(try copy.number(UInt32.self, at: 0x188))
    try copy.put(UInt64(0x2f2e_2e2f_2e2e_2e), at: entries + 24)
    #expect(problem(copy).contains("which no cache has"))
    try copy.put(UInt32(513), at: 0x18c)
    #expect(problem(copy).contains("its list of 513 subcaches is damaged"))
  }

  @Test func linksOutOfTheDirectoryAreNotFollowed() throws {
    let (copy, other) = (try CacheCopy("26"), try CacheCopy("26"))
    try copy.remove(".symbols")
    try FileManager.default.createSymbolicLink(atPath: copy.path(".symbols"), withDestinationPath: other.path(".symbols"))
    #expect(problem(copy).contains("a link that leads out of its directory is not followed"))
  }

  @Test func subcachesOfOtherCachesAreRefused() throws {
    let copy = try CacheCopy("26")
    try copy.put(UInt64(1), at: 0x58, in: ".symbols")
    #expect(problem(copy).contains("it belongs to another cache"))
  }

  @Test(arguments: [".symbols", ".05.dyldlinkedit"]) func compressedCopiesOfIPSWImagesAreNamed(_ suffix: String) throws {
    let copy = try CacheCopy("26")
    try Data("ZBM\u{9}0123456789ab".utf8).write(to: URL(fileURLWithPath: copy.path(suffix)))
    #expect(problem(copy).contains("IPSW images keep it compressed"))
  }

  @Test func commandsOfAnImageAreChecked() throws {
    let copy = try CacheCopy("26")
    let header = try copy.firstHeader()
    try copy.put(UInt32(6), at: header + 32 + 4)
    let text = problem(copy)
    #expect(text.contains("error\tits Mach-O header is damaged"))
    #expect(text.contains("0x1000\tbeta_public"), "the other images are still there")
  }

  @Test func imagesHaveTheirOwnUUID() throws {
    let copy = try CacheCopy("26")
    let header = try copy.firstHeader()
    let command = try #require(try copy.command(0x1b, from: header))
    try copy.put(UInt64(7), at: command + 8)
    #expect(problem(copy).contains("and the cache lists"))
  }

  @Test func symbolsAreCounted() throws {
    let copy = try CacheCopy("26")
    let header = try copy.firstHeader()
    let command = try #require(try copy.command(2, from: header))
    try copy.put(UInt32.max, at: command + 12)
    #expect(problem(copy).contains("error\tit counts 4294967295 symbols"))
    try copy.put(UInt32(4_000_000), at: command + 12)
    #expect(problem(copy).contains("problem\tits symbol table is outside the file"))
  }

  @Test func localSymbolsAreInsideTheirTable() throws {
    let copy = try CacheCopy("26")
    let entry = 0x4000 + 24
    // The second image's range covers the table again: it is rejected, since all ranges together are longer than the table.
    try copy.put(UInt32(0), at: entry + 16 + 8, in: ".symbols")
    try copy.put(UInt32(5), at: entry + 16 + 12, in: ".symbols")
    #expect(problem(copy).contains("images have local symbols outside the table, or those of others"))
    try copy.put(UInt32(1 << 30), at: 0x4000 + 4, in: ".symbols")
    #expect(problem(copy).contains("its table of local symbols is damaged"))
  }

  @Test func fileThatShrinksIsNoticed() throws {
    FileFaults.survive()
    let copy = try CacheCopy("26")
    let cache = try SharedCache(path: copy.main)
    try copy.cut(".symbols", to: 0x100)
    _ = CacheCopy.text(cache)
    #expect(cache.hasChanged)
  }

  @Test func randomDamageEndsInMessages() throws {
    var random = SeededGenerator(18)
    for layout in ["14", "26", "watch7k"] {
      let original = try CacheCopy(layout)
      let files = original.folder.files.filter { $0.hasPrefix("dyld") }
      for _ in 0..<SeededGenerator.rounds(60) {
        let copy = try CacheCopy(layout)
        let name = try #require(files.randomElement(using: &random))
        let suffix = String(name.dropFirst(URL(fileURLWithPath: original.main).lastPathComponent.count))
        let size = try Data(contentsOf: URL(fileURLWithPath: copy.path(suffix))).count
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let place =
            Bool.random(using: &random) ? Int.random(in: 0..<0x800, using: &random) : Int.random(in: 0..<size - 8, using: &random)
          try copy.put(
            UInt32.random(in: 0 ... .max, using: &random) >> UInt32.random(in: 0...31, using: &random), at: place, in: suffix)
        }
        #expect(!problem(copy).isEmpty)
      }
    }
  }
}

import Foundation
import SystemSymbols
import TestSupport
import Testing

/// The names of every image of caches in all layouts, as their maker lists them (Fixtures/SharedCaches/make-cache.py).
@Suite struct SharedCacheTests {
  @Test(arguments: ["14", "15", "16", "26", "27", "mac", "sim", "watch", "watch7k"])
  func everyLayoutHasAllNames(_ layout: String) throws {
    let copy = try CacheCopy(layout)
    #expect(try copy.text() == copy.expectation())
    #expect(try SharedCache(path: copy.main).problems == [])
  }

  @Test func filesWithoutNamesAreNotNeeded() throws {
    let copy = try CacheCopy("26")
    for suffix in [".02.dylddata", ".03.dyldreadonly", ".04"] { try copy.remove(suffix) }
    #expect(try copy.text() == copy.expectation())
    #expect(try SharedCache(path: copy.main).problems.count == 3)
    #expect(try !SharedCache(path: copy.main).lacksLocals)
  }

  @Test func withoutTheLocalSymbolsOnlyExportsHaveNames() throws {
    let copy = try CacheCopy("26")
    try copy.remove(".symbols")
    let cache = try SharedCache(path: copy.main)
    #expect(cache.lacksLocals)
    let text = CacheCopy.text(cache)
    #expect(text.contains("0x1000\talpha_public\n0x1040\t\n0x10c0\talpha_tail\n"))
    #expect(!text.contains("redacted"))
  }

  @Test func withoutLinkEditImagesAreLostOneByOne() throws {
    let copy = try CacheCopy("26")
    try copy.remove(".05.dyldlinkedit")
    let text = try copy.text()
    #expect(text.components(separatedBy: "error\tits symbols are in a file that is missing").count == 4)
  }

  @Test func stubIslandsAreKnown() throws {
    let copy = try CacheCopy("26")
    let cache = try SharedCache(path: copy.main)
    #expect(cache.stubs.count == 1)
    #expect(cache.stubs[0].lowerBound > cache.images[2].address)
  }

  @Test func exportsAreUsedWhereSymbolsAreMissing() throws {
    let copy = try CacheCopy("sim")
    let header = try copy.firstHeader()
    // The first image's LC_SYMTAB: no symbols.
    let command = try #require(try copy.command(2, from: header))
    try copy.put(UInt32(0), at: command + 12)
    let text = try copy.text()
    #expect(text.contains("0x1000\talpha_public\n0x1040\t\n0x10c0\talpha_tail\n"))
  }

  @Test func filesOfSystemsAreRecognizedByName() {
    #expect(CacheSearch.isMain("a/dyld_shared_cache_arm64e"))
    #expect(CacheSearch.isMain("a/dyld_shared_cache_arm64e.development"))
    #expect(!CacheSearch.isMain("a/dyld_shared_cache_arm64e.01"))
    #expect(CacheSearch.mainPath(of: "a.b/dyld_shared_cache_arm64e.26.dylddata") == "a.b/dyld_shared_cache_arm64e")
  }
}

extension CacheCopy {
  /// The position of a load command of the image whose header is at a position of the main file.
  func command(_ wanted: UInt32, from header: Int) throws -> Int? {
    var position = header + 32
    for _ in 0..<(try number(UInt32.self, at: header + 16)) {
      if try number(UInt32.self, at: position) == wanted { return position }
      position += Int(try number(UInt32.self, at: position + 4))
    }
    return nil
  }
}

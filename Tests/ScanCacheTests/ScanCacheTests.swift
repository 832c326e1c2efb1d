import Foundation
import ScanCache
import TestSupport
import Testing

/// The cache remembers, survives damage and sharing, and never fails a caller.
@Suite struct ScanCacheTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/cache/scans.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  static func file(_ path: String, _ facts: String = "x") -> ScanCache.File {
    ScanCache.File(path: path, size: 1, modified: 2, inode: 3, facts: Array(facts.utf8))
  }

  static func entry(_ folder: String, _ name: String) -> ScanCache.StoreEntry {
    ScanCache.StoreEntry(folder: folder, name: name, words: [name, "com.acme." + name], record: Array(folder.utf8))
  }

  @Test func filesAreRememberedByFolder() throws {
    let cache = try #require(ScanCache(path: path))
    cache.save(["/a/b/1", "/a/b/c/2", "/a/b0", "/a/bc/3", "/a/b/ä%_'"].map { Self.file($0) }, forgetting: [])
    #expect(Set(cache.files(below: "/a/b").keys) == ["/a/b/1", "/a/b/c/2", "/a/b/ä%_'"])
    cache.save([Self.file("/a/b/1", "y")], forgetting: ["/a/b/c/2"])
    let again = try #require(ScanCache(path: path))
    #expect(again.files(below: "/a/b").keys.sorted() == ["/a/b/1", "/a/b/ä%_'"])
    #expect(again.file("/a/b/1")?.facts == Array("y".utf8))
    #expect(again.file("/a/b/9") == nil)
  }

  @Test func partsOfStoresAreReplacedAsAWhole() throws {
    let cache = try #require(ScanCache(path: path))
    cache.save([("ab", 7, [Self.entry("ab/c/1", "shop"), Self.entry("ab/d/2", "paykit")]), ("cd", 8, [])], of: "/store")
    cache.save([("ab", 1, [Self.entry("ab/c/1", "other")])], of: "/store2")
    #expect(cache.shards(of: "/store") == ["ab": 7, "cd": 8])
    #expect(cache.entries(of: "/store", named: "shop")?.map(\.folder) == ["ab/c/1"])
    #expect(cache.entries(of: "/store", pattern: "\ncom.acme.paykit\n", prefix: nil)?.map(\.folder) == ["ab/d/2"])
    #expect(cache.entries(of: "/store", pattern: "\npay\n", prefix: "ab/c")?.map(\.folder) == ["ab/c/1"])
    cache.save([("ab", 9, [Self.entry("ab/d/2", "paykit")]), ("cd", nil, [])], of: "/store")
    #expect(cache.shards(of: "/store") == ["ab": 9])
    #expect(cache.entries(of: "/store")?.map(\.folder) == ["ab/d/2"])
  }

  @Test(arguments: ["", "not a database at all, but long enough to look at: ................................................"])
  func aFileThatIsNoDatabaseIsMadeAnew(text: String) throws {
    try folder.write(text, to: "cache/scans.sqlite")
    let cache = try #require(ScanCache(path: path))
    cache.save([Self.file("/a/1")], forgetting: [])
    #expect(ScanCache(path: path)?.files(below: "/a").count == 1)
  }

  @Test func damageInsideCostsOnlyWhatWasRemembered() throws {
    var generator = SeededGenerator(11)
    for _ in 0..<SeededGenerator.rounds(30) {
      do {
        let cache = try #require(ScanCache(path: path))
        cache.save((0..<500).map { Self.file("/a/\($0)", String(repeating: "f", count: 100)) }, forgetting: [])
      }
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      for _ in 0..<40 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator) }
      if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let cache = try #require(ScanCache(path: path))
      _ = cache.files(below: "/a")
      cache.save([Self.file("/b/1")], forgetting: [])
      // The first call that meets the damage makes the file anew, the next one works.
      cache.save([Self.file("/b/1")], forgetting: [])
      _ = cache.files(below: "/b")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  /// The format of tables in the header (SQLite's file format, 1.3), which SQLite refuses with another code than damage.
  @Test func anUnknownFormatIsDamage() throws {
    _ = try #require(ScanCache(path: path))
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[47] = 99
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let cache = try #require(ScanCache(path: path))
    cache.save([Self.file("/a/1")], forgetting: [])
    #expect(cache.files(below: "/a").count == 1)
  }

  @Test func aFolderThatCannotBeMadeMeansNoCache() {
    #expect(ScanCache(path: "/proc/nowhere/scans.sqlite") == nil)
  }

  @Test func severalConnectionsAtOnceLoseNothing() async throws {
    let path = path
    _ = try #require(ScanCache(path: path))
    // However slow the disk is, every writer gets its turn.
    let timeout = Int32.max
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<20 {
            ScanCache(path: path, timeout: timeout)?.save([Self.file("/w/\(writer)/\(round)")], forgetting: [])
          }
        }
      }
    }
    #expect(ScanCache(path: path)?.files(below: "/w").count == 80)
  }
}

import Foundation
import ObjectFiles
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// Folders and stores that are remembered give the same answers as when they are read, whatever changes in them.
@Suite struct RememberedScanTests {
  let folder: TemporaryFolder
  let id: ImageID

  init() throws {
    folder = try TemporaryFolder()
    id = try SymbolFinderTests.id(of: DebugStoreTests.dwarf)
    try folder.copy(FixtureFolder.path("Binaries/shop-cpp/out"), to: "dSYMs")
    try age(folder.path + "/dSYMs")
  }

  /// Makes everything below a folder look old enough to be remembered.
  func age(_ path: String, seconds: Double = 100) throws {
    let date = Date(timeIntervalSinceNow: -seconds)
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path + "/" + name)
    }
  }

  func paths(_ id: ImageID? = nil) -> [String]? {
    let finder = SymbolFinderTests.finder {
      $0.symbols = [folder.path + "/dSYMs"]
      $0.cacheFolder = folder.path + "/cache"
      $0.jobs = 2
    }
    return SymbolFinderTests.paths(finder.find(ImageQuery(id: id ?? self.id)))
  }

  @Test func theSecondRunOpensOnlyWhatIsFound() throws {
    let first = try #require(paths())
    #expect(paths() == first)
    // Whatever would have to be read again now cannot be: the answer comes from memory.
    let other = folder.path + "/dSYMs/ios-arm64/Shop"
    let attributes = try FileManager.default.attributesOfItem(atPath: other)
    let size = try #require(attributes[.size] as? Int)
    let handle = try #require(FileHandle(forWritingAtPath: other))
    try handle.write(contentsOf: Data(repeating: 0, count: size))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: try #require(attributes[.modificationDate])], ofItemAtPath: other)
    let lost = try SymbolFinderTests.id(of: FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop"))
    #expect(paths(lost)?.contains(other) == false, "remembered under its ID, and what is remembered is checked when it is opened")
    #expect(paths() == first)
  }

  @Test func changedNewAndRemovedFilesAreNoticed() throws {
    let before = try #require(paths())
    let file = try #require(before.first { $0.contains(".dSYM/") })
    try FileManager.default.removeItem(atPath: file)
    #expect(paths()?.contains(file) == false)
    try FileManager.default.copyItem(atPath: DebugStoreTests.dwarf, toPath: file)
    #expect(paths()?.contains(file) == true)
    try Data("no longer".utf8).write(to: URL(fileURLWithPath: file))
    #expect(paths()?.contains(file) == false)
  }

  @Test func deletingOrDamagingTheMemoryChangesNothing() throws {
    let before = paths()
    let memory = folder.path + "/cache/scans.sqlite"
    #expect(FileManager.default.fileExists(atPath: memory))
    try Data("damaged".utf8).write(to: URL(fileURLWithPath: memory))
    #expect(paths() == before)
    try FileManager.default.removeItem(atPath: folder.path + "/cache")
    #expect(paths() == before)
  }

  // MARK: Stores

  @Test func aListingSeesEveryChange() throws {
    let store = DebugStore(path: folder.path + "/store")
    func listed() -> [DebugStore.Entry] { StoreListing(store, cacheFolder: folder.path + "/cache", jobs: 2).entries() }
    func check(_ comment: Comment) {
      #expect(listed() == store.allEntries(jobs: 1), comment)
      #expect(listed() == store.allEntries(jobs: 1), comment)
    }
    check("no store")
    _ = StoreIntake(store, mode: .copy, jobs: 2).add([folder.path + "/dSYMs/ios-arm64"])
    check("changed just now")
    try age(folder.path + "/store")
    check("remembered")
    _ = StoreIntake(store, mode: .copy, jobs: 2).add([folder.path + "/dSYMs"])
    check("more was added")
    try age(folder.path + "/store", seconds: 50)
    check("remembered again")
    for entry in store.allEntries(jobs: 1).prefix(3) { try store.remove(entry) }
    check("some was removed")
    try age(folder.path + "/store", seconds: 40)
    check("remembered once more")
    let shard = try #require(FileManager.default.contentsOfDirectory(atPath: store.path).first)
    try FileManager.default.removeItem(atPath: store.path + "/" + shard)
    check("a part was taken away")
  }

  @Test func aStoreTellsNearMissesWithVersionAndDate() throws {
    let store = DebugStore(path: folder.path + "/store")
    let outcome = StoreIntake(store, mode: .copy, jobs: 2).add([folder.path + "/dSYMs/ios-arm64"])
    let date = try #require(outcome.added.first).record.modified
    for cache in [nil, folder.path + "/cache"] {
      let finder = SymbolFinderTests.finder {
        $0.store = store.path
        $0.cacheFolder = cache
      }
      let other = try #require(ImageID(parsing: "00112233445566778899aabbccddeeff"))
      guard case .mismatched(let files, _) = finder.find(ImageQuery(id: other, name: "PayKit")) else {
        Issue.record("no near miss")
        return
      }
      let day = String(ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(date) / 1e9)).prefix(10))
      #expect(files.first?.buildText == "version 1.0 (1), dated \(day)")
      #expect(files.first?.path.hasPrefix(store.path) == true)
    }
  }
}

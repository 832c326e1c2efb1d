import Foundation
import ObjectFiles
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// What a store keeps, finds and forgets.
@Suite struct DebugStoreTests {
  static let dSYM = FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop.dSYM")
  static let dwarf = dSYM + "/Contents/Resources/DWARF/Shop"
  static let binary = FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5/Shop")
  static let fat = FixtureFolder.path("Binaries/shop-cpp/out/macos-fat-dwarf5/Shop.dSYM")

  let folder: TemporaryFolder
  let store: DebugStore

  init() throws {
    folder = try TemporaryFolder()
    store = DebugStore(path: folder.path + "/store")
  }

  func add(_ paths: String..., mode: DebugStore.AddingMode = .copy) -> StoreIntake.Outcome {
    StoreIntake(store, mode: mode, jobs: 2).add(paths)
  }

  func find(_ query: DebugStore.Query, cache: String? = nil) -> [DebugStore.Entry] {
    StoreListing(store, cacheFolder: cache, jobs: 2).entries(matching: query)
  }

  @Test func aBundleIsAddedWithWhatItsPropertyListSays() throws {
    let outcome = add(Self.dSYM)
    #expect(outcome.added.count == 1 && outcome.present == 0 && outcome.failures.isEmpty && outcome.end == nil)
    let id = try SymbolFinderTests.id(of: Self.dwarf)
    let entry = try #require(store.entries(of: id).first)
    #expect(entry.record.name == "Shop" && entry.record.contents == .dwarf && entry.record.architecture?.name == "arm64")
    #expect(entry.record.bundle.versionText == "1.0 (1)")
    #expect(entry.path == store.folder(of: id) + "/" + entry.record.key + "/Shop")
    #expect(FileManager.default.contentsEqual(atPath: entry.path, andPath: Self.dwarf))
  }

  @Test func addingTwiceChangesNothing() throws {
    _ = add(Self.dSYM)
    let before = Files.below(store.path)
    let again = add(Self.dSYM)
    #expect(again.added.isEmpty && again.present == 1)
    let copy = try folder.copy(Self.dwarf, to: "elsewhere/Shop")
    let linked = add(copy, mode: .link)
    #expect(linked.added.isEmpty && linked.present == 1, "the same contents under another path")
    #expect(Files.below(store.path) == before)
  }

  @Test func twoFilesWithOneIDAreBothKeptAndTheBetterStandsFirst() throws {
    _ = add(Self.binary)
    _ = add(Self.dwarf)
    let entries = store.entries(of: try SymbolFinderTests.id(of: Self.dwarf))
    #expect(entries.map(\.record.contents) == [.dwarf, .symbols])
  }

  @Test func everySliceOfAFatFileIsFoundByItsID() throws {
    let outcome = add(Self.fat)
    let ids = try ObjectFile.load(path: Self.fat + "/Contents/Resources/DWARF/Shop").compactMap(\.id)
    #expect(ids.count > 1 && outcome.added.count == ids.count)
    for id in ids { #expect(store.entries(of: id).count == 1) }
    let inodes = Set(try outcome.added.map { try #require(Self.inode($0.path)) })
    #expect(inodes.count == 1, "the slices share one file")
    #expect(PrunePlan.size(outcome.added) == outcome.added[0].record.size)
  }

  static func inode(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.systemFileNumber] as? Int
  }

  @Test func linkedFilesStayWhereTheyAre() throws {
    let file = try folder.copy(Self.dwarf, to: "build/Shop")
    let outcome = add(file, mode: .link)
    #expect(outcome.added.map(\.path) == [file])
    #expect(Files.below(store.path).map { ($0 as NSString).lastPathComponent } == ["info.json"])
    try FileManager.default.removeItem(atPath: file)
    #expect(store.verify(jobs: 1).flaws.map(\.kind) == [.missing])
    let id = try SymbolFinderTests.id(of: Self.dwarf)
    let finder = SymbolFinderTests.finder { $0.store = store.path }
    guard case .absent = finder.find(ImageQuery(id: id)) else {
      Issue.record("a file that is gone was found")
      return
    }
    #expect(finder.warnings.first?.reason.contains("add it again") == true)
    let copy = try folder.copy(Self.dwarf, to: "again/Shop")
    #expect(add(copy).added.count == 1, "an entry whose file is gone is replaced")
    #expect(store.verify(jobs: 1).flaws.isEmpty)
  }

  @Test func theStoreIsSearchedAndABinaryCompletesItsDSYM() throws {
    _ = add(FixtureFolder.path("Binaries/shop-cpp/out/macos-arm64-dwarf5"))
    let id = try SymbolFinderTests.id(of: Self.dwarf)
    let paths = try #require(SymbolFinderTests.paths(SymbolFinderTests.finder { $0.store = store.path }.find(ImageQuery(id: id))))
    #expect(paths.count == 2 && paths.allSatisfy { $0.hasPrefix(store.path) })
  }

  @Test func whatHasNoIDOrIsNoDebugFileIsSaidOfNamedFilesOnly() throws {
    let object = FixtureFolder.path("Binaries/elf/out/split-gcc/main.dwo")
    let outcome = add(object, FixtureFolder.path("README.md"), "/nonexistent/x", FixtureFolder.path("Binaries/elf/out/split-gcc"))
    #expect(outcome.failures.count == 3)
    #expect(outcome.failures.contains { $0.hasSuffix("main.dwo: it has no UUID or build ID, so it could not be found") })
    #expect(outcome.failures.contains { $0.hasSuffix("README.md: not a debug file: neither Mach-O nor ELF") })
    #expect(outcome.added.count == 1)
  }

  @Test func findingGoesByIDDigitsNameAndIdentifier() throws {
    _ = add(FixtureFolder.path("Binaries/shop-cpp/out"))
    let id = try SymbolFinderTests.id(of: Self.dwarf)
    let byID = find(DebugStore.Query(id.description.lowercased()))
    #expect(!byID.isEmpty && byID.allSatisfy { $0.record.id == id })
    #expect(Set(find(DebugStore.Query(String(id.hex.prefix(12))))).isSuperset(of: byID))
    #expect(find(DebugStore.Query("paykit")).allSatisfy { $0.record.name == "PayKit" })
    let identifier = try #require(store.entries(of: id).first?.record.bundle.identifier)
    #expect(!find(DebugStore.Query(identifier)).isEmpty)
    #expect(find(DebugStore.Query("nix")).isEmpty)
  }

  @Test func removedEntriesAreGoneWithTheirFolders() throws {
    for entry in add(Self.dSYM).added { try store.remove(entry) }
    #expect(store.allEntries(jobs: 1).isEmpty && Files.below(store.path).isEmpty)
    #expect(add(Self.dSYM).added.count == 1)
  }

  @Test func verifyTellsDamagedMissingAndStaleFilesApart() throws {
    let paths = try ["a", "b", "c", "d"].map { try folder.copy(Self.dwarf, to: "\($0)/Shop") }
    // Different contents, one ID: bytes after the last section are nobody's.
    for (position, path) in paths.enumerated() {
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(repeating: UInt8(position), count: position + 1))
      try handle.close()
    }
    // A file of the store's own is known by its contents, one that stays where it was by its time.
    let entries = paths.enumerated().map { add($1, mode: $0 == 2 ? .link : .copy).added[0] }
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: entries[3].path)
    #expect(store.verify(jobs: 2).flaws.isEmpty)
    try FileManager.default.removeItem(atPath: entries[0].path)
    try Data("short".utf8).write(to: URL(fileURLWithPath: entries[1].path))
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 86_400)], ofItemAtPath: entries[2].path)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: entries[3].folder + "/info.json"))
    let result = store.verify(jobs: 2)
    #expect(result.entries == 4)
    let kinds = Dictionary(result.flaws.map { ($0.path, $0.kind) }, uniquingKeysWith: { first, _ in first })
    #expect(
      kinds == [entries[0].path: .missing, entries[1].path: .damaged, entries[2].path: .stale, entries[3].folder: .damaged])
  }

  @Test func manyWritersAtOnceEndWithOneEntryEach() throws {
    let store = store
    let outcomes = (0..<8).map { _ in StoreIntake(store, mode: .copy, jobs: 4) }.map { intake in
      Thread.concurrently { intake.add([FixtureFolder.path("Binaries/shop-cpp/out")]) }
    }.map { $0.wait() }
    let entries = store.allEntries(jobs: 2)
    #expect(outcomes.allSatisfy { $0.end == nil && $0.failures.isEmpty })
    #expect(outcomes.map(\.added.count).reduce(0, +) == entries.count)
    #expect(store.verify(jobs: 2).flaws.isEmpty)
    let names = FileManager.default.enumerator(atPath: store.path)?.compactMap { $0 as? String } ?? []
    #expect(!names.contains { $0.contains("/.aside-") }, "nothing is left beside the entries")
  }
}

extension Thread {
  /// A value that another thread makes.
  final class Pending<Value: Sendable>: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var value: Value?
    fileprivate func set(_ value: Value) {
      self.value = value
      done.signal()
    }
    func wait() -> Value {
      done.wait()
      guard let value else { preconditionFailure("signalled without a value") }
      return value
    }
  }

  static func concurrently<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Pending<Value> {
    let pending = Pending<Value>()
    Thread.detachNewThread { pending.set(body()) }
    return pending
  }
}

/// What `store prune` decides.
@Suite struct PrunePlanTests {
  static func entry(_ id: UInt8, name: String = "Shop", size: Int = 100, built: Int64, added: Int64) throws -> DebugStore.Entry {
    let folder = try TemporaryFolder()
    let store = DebugStore(path: folder.path)
    let added0 = StoreIntake(store, mode: .copy, jobs: 1).add([DebugStoreTests.dwarf]).added
    var record = try #require(added0.first).record
    record.id = try #require(ImageID(bytes: [id, 1, 2, 3]))
    (record.name, record.size, record.modified, record.added, record.key) = (name, size, built, added, "\(id)")
    return DebugStore.Entry(folder: "/store/\(id)", record: record)
  }

  static func removed(_ entries: [DebugStore.Entry], _ change: (inout PrunePlan.Limits) -> Void) -> [UInt8] {
    var limits = PrunePlan.Limits()
    change(&limits)
    return PrunePlan(entries, limits).removed.map { $0.entry.record.id.bytes[0] }
  }

  @Test func limits() throws {
    let entries = [
      try Self.entry(1, built: 10, added: 100), try Self.entry(2, built: 30, added: 90), try Self.entry(3, built: 20, added: 80),
      try Self.entry(4, name: "PayKit", built: 1, added: 70),
    ]
    #expect(Self.removed(entries) { $0.addedBefore = 90 } == [4, 3])
    #expect(Self.removed(entries) { $0.keepLast = 1 } == [3, 1], "the latest build by date stays, of every name")
    #expect(Self.removed(entries) { $0.maxSize = 250 } == [4, 3], "what was added first goes first")
    #expect(Self.removed(entries) { $0.maxSize = 400 } == [])
    #expect(Self.removed(entries) { ($0.addedBefore, $0.keepLast, $0.maxSize) = (75, 2, 100) } == [4, 1, 3])
  }
}

/// Facts from property lists and the names of folders.
@Suite struct BundleFactsTests {
  @Test func theOSBuildOfDeviceSupport() {
    let build = SystemBuild(around: "/x/iOS DeviceSupport/17.1 (21B74)/Symbols/System/Library/Frameworks/UIKit.framework/UIKit")
    #expect(build?.description == "iOS 17.1 (21B74)")
    #expect(SystemBuild(folderName: "iPhone14,5 17.1 (21B74)")?.description == "17.1 (21B74)")
    #expect(SystemBuild(folderName: "16.4.1 (20E252) arm64e")?.build == "20E252")
    #expect(SystemBuild(folderName: "Symbols (old)") == nil)
    #expect(SystemBuild(around: "/x/y/UIKit") == nil)
  }

  @Test func damagedPropertyListsDoNoHarm() throws {
    let facts = ["CFBundleVersion": "1187", "CFBundleShortVersionString": "4.2 & β", "CFBundleIdentifier": "com.acme.Shop"]
    var generator = SeededGenerator(5)
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let list = [UInt8](try PropertyListSerialization.data(fromPropertyList: facts, format: format, options: 0))
      let read = BundleInfo(propertyList: list)
      #expect(read.versionText == "4.2 & β (1187)" && read.identifier == "com.acme.Shop")
      for length in 0..<list.count { _ = BundleInfo(propertyList: Array(list[..<length])) }
      for _ in 0..<SeededGenerator.rounds(500) {
        var damaged = list
        for _ in 0..<3 { damaged[Int.random(in: 0..<list.count, using: &generator)] = .random(in: 0...255, using: &generator) }
        _ = BundleInfo(propertyList: damaged)
      }
    }
  }
}

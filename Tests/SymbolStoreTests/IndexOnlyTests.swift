import DebugInfo
import Foundation
import ObjectFiles
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// Stores that keep indexes in place of debug files.
@Suite struct IndexOnlyTests {
  let folder: TemporaryFolder
  let store: DebugStore

  init() throws {
    folder = try TemporaryFolder()
    store = DebugStore(path: folder.path + "/store")
  }

  func add(_ path: String, _ mode: DebugStore.AddingMode = .index(jobs: 2)) -> StoreIntake.Outcome {
    StoreIntake(store, mode: mode, jobs: 2).add([path])
  }

  func match(_ id: ImageID) -> (match: SymbolMatch, warnings: [SearchWarning]) {
    var places = SearchPaths()
    places.store = store.path
    let finder = SymbolFinder(places)
    return (finder.find(ImageQuery(id: id)), finder.warnings)
  }

  @Test func anIndexAnswersAsTheFileDoes() throws {
    let id = try SymbolFinderTests.id(of: DebugStoreTests.dwarf)
    let outcome = add(DebugStoreTests.dSYM)
    #expect(outcome.added.map(\.record.contents) == [.index] && outcome.failures.isEmpty && outcome.end == nil)
    guard case .indexed(let stored, let files) = match(id).match else {
      Issue.record("no index is found")
      return
    }
    #expect(files.isEmpty && stored.path.hasSuffix(".symidx"))
    let file = try ObjectFile.load(path: DebugStoreTests.dwarf)[0]
    let live = DebugImage(files: [file])
    let indexed = DebugImage(index: stored.index)
    let addresses = (0..<2000).map { LinkAddress(file.textBase.value + UInt64($0) * 4) }
    let expected = live.resolve(addresses)
    #expect(expected.contains { $0?.sources.last?.line != nil })
    #expect(indexed.resolve(addresses) == expected)
  }

  @Test func addingTwiceChangesNothingAndADebugFileAddedLaterWins() throws {
    let id = try SymbolFinderTests.id(of: DebugStoreTests.dwarf)
    _ = add(DebugStoreTests.dSYM)
    let again = add(DebugStoreTests.dSYM)
    #expect(again.added.isEmpty && again.present == 1)
    _ = add(DebugStoreTests.binary, .copy)
    guard case .indexed(_, let files) = match(id).match else {
      Issue.record("a binary with symbols only comes before the index")
      return
    }
    #expect(files.count == 1)
    #expect(add(DebugStoreTests.dSYM, .copy).added.count == 1)
    guard case .found(let found) = match(id).match else {
      Issue.record("the index comes before the debug file")
      return
    }
    #expect(found.first?.hasDWARF == true)
    #expect(store.entries(of: id).map(\.record.contents) == [.dwarf, .index, .symbols])
    #expect(add(DebugStoreTests.dSYM).added.isEmpty, "an index of what is there is not needed")
  }

  @Test func indexesOfAllSlicesAreKept() throws {
    #expect(add(DebugStoreTests.fat).added.count == 2)
    #expect(store.verify(jobs: 1).flaws.isEmpty)
    let sizes = store.allEntries(jobs: 1).map(\.record.size).reduce(0, +)
    #expect(PrunePlan.size(store.allEntries(jobs: 1)) == sizes, "every index counts")
  }

  @Test func anIndexOfAnotherVersionIsStaleAndADamagedOneIsDamaged() throws {
    let entries = [DebugStoreTests.dSYM, FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM")].flatMap {
      add($0).added
    }
    // The last byte of the first word is the version of the layout.
    try overwrite(entries[0].path, at: 7, with: 0xfe)
    let info = entries[0].folder + "/info.json"
    let record = try String(contentsOfFile: info, encoding: .utf8).replacing(/,"hash":"[0-9a-f]+"/, with: "")
    try Data(record.utf8).write(to: URL(fileURLWithPath: info))
    try overwrite(entries[1].path, at: 200, with: 0xfe)
    let flaws = store.verify(jobs: 1).flaws
    #expect(flaws.first { $0.path == entries[0].path }?.kind == .stale)
    #expect(flaws.first { $0.path == entries[0].path }?.reason.contains("another version") == true)
    #expect(flaws.first { $0.path == entries[1].path }?.kind == .damaged)
    let (match, warnings) = match(entries[0].record.id)
    if case .indexed = match { Issue.record("an index of another version is used") }
    #expect(warnings.contains { $0.path == entries[0].path && $0.reason.contains("add its debug file again") })
    #expect(add(DebugStoreTests.dSYM).added.count == 1, "the stale index is replaced")
    #expect(store.verify(jobs: 1).flaws.map(\.path) == [entries[1].path])
  }

  @Test func aFileWithNothingToIndexIsSaid() throws {
    let path = try folder.copy(FixtureFolder.path("README.md"), to: "notes")
    #expect(add(path).failures.count == 1)
  }

  private func overwrite(_ path: String, at offset: UInt64, with byte: UInt8) throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: [byte])
    try handle.close()
  }
}

import Foundation
import ObjectFiles
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// Debug files inside archives: searched in place, and added to stores.
@Suite struct ArchiveSearchTests {
  typealias Entry = ArchiveFile.Entry

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// Everything below a folder of fixtures, as entries below `root`.
  static func entries(_ fixture: String, below root: String = "builds") throws -> [Entry] {
    try FixtureFolder.files(below: fixture).map {
      Entry(root + $0.dropFirst(fixture.utf8.count), try bytes(FixtureFolder.path($0)))
    }
  }

  func finder(_ path: String) -> SymbolFinder {
    SymbolFinderTests.finder {
      $0.symbols = [path]
      $0.cacheFolder = folder.path + "/cache"
    }
  }

  func find(_ id: ImageID, in path: String) -> [ObjectFile]? {
    if case .found(let files) = finder(path).find(ImageQuery(id: id)) { return files }
    return nil
  }

  var unpacked: [String] { Files.below(folder.path + "/cache/archives") }

  @Test func onlyWhatIsNeededIsUnpackedFromAZipAndOnlyOnce() throws {
    let zip = try folder.write(ArchiveFile.zip(try Self.entries("Binaries/shop-cpp/out")), to: "dSYMs.zip")
    let id = try SymbolFinderTests.id(of: FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop"))
    let files = try #require(find(id, in: zip))
    #expect(files.map(\.contentRank) == [.dwarf, .symbols], "the binary completes its dSYM")
    #expect(unpacked.count == 2)
    let before = try unpacked.map { try #require(DebugStoreTests.inode(folder.path + "/cache/archives/" + $0)) }
    #expect(find(id, in: zip)?.map(\.path) == files.map(\.path))
    #expect(try unpacked.map { try #require(DebugStoreTests.inode(folder.path + "/cache/archives/" + $0)) } == before)
    #expect(find(id, in: folder.path)?.map(\.path) == files.map(\.path), "zip files in a folder are looked into")
  }

  @Test func everySliceOfEveryFixtureIsFoundInZipAndTar() throws {
    let entries = try ["elf", "shop-cpp", "shop-swift", "symbols-only"].flatMap {
      try Self.entries("Binaries/\($0)/out", below: $0)
    }
    let zip = try folder.write(ArchiveFile.zip(entries), to: "a.zip")
    let tar = try folder.write(ArchiveFile.tar(entries), to: "a.tar")
    var ids: Set<ImageID> = []
    for file in ["elf", "shop-cpp", "shop-swift", "symbols-only"].flatMap({ FixtureFolder.files(below: "Binaries/\($0)/out") }) {
      ids.formUnion(((try? ObjectFile.load(path: FixtureFolder.path(file))) ?? []).compactMap(\.id))
    }
    #expect(ids.count > 20)
    let (inZip, inTar) = (finder(zip), finder(tar))
    for id in ids {
      for finder in [inZip, inTar] { #expect(SymbolFinderTests.paths(finder.find(ImageQuery(id: id))) != nil, "\(id)") }
    }
  }

  @Test func aNearMissInAZipIsNamedByItsPlaceInside() throws {
    let zip = try folder.write(ArchiveFile.zip(try Self.entries("Binaries/shop-cpp/out/ios-arm64")), to: "dSYMs.zip")
    let other = try #require(ImageID(parsing: "00112233445566778899aabbccddeeff"))
    let finder = finder(zip)
    guard case .mismatched(let files, _) = finder.find(ImageQuery(id: other, name: "PayKit")) else {
      Issue.record("no near miss")
      return
    }
    #expect(files.first?.path == zip + "/builds/PayKit.framework.dSYM/Contents/Resources/DWARF/PayKit")
    #expect(finder.load(try #require(files.first))?.hasDWARF == true)
  }

  @Test func withoutACacheFolderThatIsSaid() throws {
    let zip = try folder.write(ArchiveFile.zip(try Self.entries("Binaries/shop-cpp/out/ios-arm64")), to: "dSYMs.zip")
    let id = try SymbolFinderTests.id(of: FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop"))
    let finder = SymbolFinderTests.finder { $0.symbols = [zip] }
    #expect(SymbolFinderTests.paths(finder.find(ImageQuery(id: id)))?.count == 2, "extracted for this run")
    #expect(finder.warnings.first?.reason.hasPrefix("there is no cache directory; extracted into ") == true)
  }

  // MARK: Stores

  @Test func anArchiveIsAddedWithVersionsAndHashes() throws {
    let store = DebugStore(path: folder.path + "/store")
    let entries = try Self.entries("Binaries/shop-cpp/out/ios-arm64").reversed()
    let zip = try folder.write(ArchiveFile.zip(Array(entries)), to: "dSYMs.zip")
    let outcome = StoreIntake(store, mode: .copy, jobs: 2).add([zip])
    #expect(outcome.failures.isEmpty && outcome.added.count == 4)
    let dwarf = try #require(outcome.added.first { $0.record.name == "PayKit" && $0.record.contents == .dwarf })
    #expect(dwarf.record.bundle.versionText == "1.0 (1)", "its property list comes after it in the archive")
    #expect(dwarf.record.hash != nil && dwarf.record.source.hasSuffix("/DWARF/PayKit"))
    #expect(store.verify(jobs: 1).flaws.isEmpty)
    let plain = StoreIntake(store, mode: .copy, jobs: 2).add([FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")])
    #expect(plain.added.isEmpty && plain.present == 4, "the same files outside the archive")
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.path) == ["4c"], "nothing is left beside the entries")
  }

  @Test(arguments: [
    ([Entry("../Shop", [])], "refused: the name '../Shop' in it points outside the archive"),
    ([Entry("/etc/Shop", [])], "refused: the name '/etc/Shop' in it points outside the archive"),
    ([Entry("x", []), Entry("x", [])], "refused: two files in it have the name 'x'"),
    (
      [Entry("a", [], statedSize: 4_000_000_000), Entry("b", [], statedSize: 4_000_000_000), Entry("c", [], statedSize: .max)],
      "refused: its files would take more than 1073 MB, although the archive has only "
    ),
  ])
  func aHostileArchiveAddsNothing(hostile: [Entry], reason: String) throws {
    let store = DebugStore(path: folder.path + "/store")
    let good = try Self.entries("Binaries/shop-cpp/out/ios-arm64")
    let zip = try folder.write(ArchiveFile.zip(good + hostile), to: "evil.zip")
    let outcome = StoreIntake(store, mode: .copy, jobs: 2).add([zip])
    #expect(outcome.failures.count == 1 && outcome.failures.first?.hasPrefix("\(zip): \(reason)") == true)
    #expect(outcome.added.isEmpty && Files.below(store.path).isEmpty)
    let finder = finder(zip)
    finder.readNamedPlaces()
    #expect(finder.warnings.count == 1 && finder.warnings.first?.reason.hasPrefix(reason) == true)
    #expect(unpacked.isEmpty)
  }

  @Test func linksAndArchivesInsideArePassedOverAndSaid() throws {
    let inner = ArchiveFile.zip(try Self.entries("Binaries/shop-swift/out"))
    let entries = [Entry("Shop", Array("/etc/passwd".utf8), isLink: true), Entry("inner.zip", inner)]
    let zip = try folder.write(ArchiveFile.zip(try Self.entries("Binaries/shop-cpp/out/ios-arm64") + entries), to: "a.zip")
    let finder = finder(zip)
    finder.readNamedPlaces()
    let said = ["1 link in it skipped", "nested archives are not opened: inner.zip"]
    #expect(finder.warnings.map(\.reason) == said)
    let outcome = StoreIntake(DebugStore(path: folder.path + "/store"), mode: .copy, jobs: 1).add([zip])
    #expect(outcome.added.count == 4 && outcome.warnings == said.map { "\(zip): \($0)" })
  }
}

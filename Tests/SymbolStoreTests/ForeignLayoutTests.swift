import Foundation
import ObjectFiles
import SymbolModel
import SymbolStore
import TestSupport
import Testing

/// Folders that other tools laid out by IDs are read in place.
@Suite struct ForeignLayoutTests {
  static let elf = FixtureFolder.path("Binaries/elf/out/gcc-dwarf5/shop")

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Where a tool keeps the file of an ID, from its folder on.
  static func place(_ layout: String, _ id: ImageID) -> String {
    let hex = id.hex
    let shard = "\(hex.prefix(2))/\(hex.dropFirst(2))"
    let upper = Array(hex.uppercased())
    switch layout {
    case "build-id": return ".build-id/\(shard).debug"
    case "inside build-id": return "\(shard).debug"
    case "debuginfod": return "\(hex)/debuginfo"
    case "Sentry": return "\(shard)/debuginfo"
    case "Sentry executable": return "\(shard)/executable"
    default:
      let starts = [0, 4, 8, 12, 16, 20]
      return starts.map { String(upper[$0..<($0 == 20 ? upper.count : $0 + 4)]) }.joined(separator: "/")
    }
  }

  func check(_ layout: String, _ file: String, _ id: ImageID) throws {
    let path = try folder.copy(file, to: "store/" + Self.place(layout, id))
    let root = folder.path + "/store"
    for (name, change) in [
      ("named", { $0.symbols = [root] }), ("store", { $0.store = root }), ("variable", { $0.pathVariable = [root] }),
    ] as [(String, (inout SearchPaths) -> Void)] {
      #expect(SymbolFinderTests.paths(SymbolFinderTests.finder(change).find(ImageQuery(id: id))) == [path], "\(layout), \(name)")
    }
    let finder = SymbolFinderTests.finder { $0.symbols = [root] }
    guard case .absent(let places) = finder.find(ImageQuery(id: try #require(ImageID(parsing: "00112233445566778899")))) else {
      Issue.record("something was found")
      return
    }
    #expect(places.first == "\(root) (by ID)", "\(layout) is not searched")
  }

  @Test(arguments: ["build-id", "inside build-id", "debuginfod", "Sentry", "Sentry executable"])
  func filesOfELFImages(layout: String) throws { try check(layout, Self.elf, try SymbolFinderTests.id(of: Self.elf)) }

  @Test(arguments: ["Sentry", "LLDB"]) func filesOfMachOImages(layout: String) throws {
    try check(layout, DebugStoreTests.dwarf, try SymbolFinderTests.id(of: DebugStoreTests.dwarf))
  }

  @Test func lldbsLinksLeadToFilesAndBundles() throws {
    let id = try SymbolFinderTests.id(of: DebugStoreTests.dwarf)
    for target in [DebugStoreTests.dwarf, DebugStoreTests.dSYM] {
      let place = folder.path + "/map/" + Self.place("LLDB", id)
      try FileManager.default.createDirectory(
        atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
      #expect(
        SymbolFinderTests.paths(SymbolFinderTests.finder { $0.symbols = [folder.path + "/map"] }.find(ImageQuery(id: id)))?.count
          == 1)
      try FileManager.default.removeItem(atPath: place)
    }
  }

  @Test func aMixedFolderIsStillSearched() throws {
    try folder.copy(Self.elf, to: "mixed/.build-id/aa/bb.debug")
    try folder.copy(DebugStoreTests.dSYM, to: "mixed/Shop.dSYM")
    let finder = SymbolFinderTests.finder { $0.symbols = [folder.path + "/mixed"] }
    for file in [Self.elf, DebugStoreTests.dwarf] {
      #expect(SymbolFinderTests.paths(finder.find(ImageQuery(id: try SymbolFinderTests.id(of: file))))?.count == 1)
    }
  }

  @Test(arguments: [["01", "02"], ["2025", "2026"], ["ab"], ["0011223344556677"]])
  func foldersThatOnlyLookLikeIDsAreSearched(names: [String]) throws {
    for name in names { try folder.copy(DebugStoreTests.dSYM, to: "builds/\(name)/Shop.dSYM") }
    let finder = SymbolFinderTests.finder { $0.symbols = [folder.path + "/builds"] }
    #expect(SymbolFinderTests.paths(finder.find(ImageQuery(id: try SymbolFinderTests.id(of: DebugStoreTests.dwarf))))?.count == 1)
  }

  @Test func aStoreOfOurOwnMayBeNamedAsAFolder() throws {
    let store = DebugStore(path: folder.path + "/store")
    let added = StoreIntake(store, mode: .copy, jobs: 1).add([DebugStoreTests.dSYM]).added
    let finder = SymbolFinderTests.finder { $0.symbols = [store.path] }
    #expect(SymbolFinderTests.paths(finder.find(ImageQuery(id: try #require(added.first).record.id))) == added.map(\.path))
  }

  @Test func systemLibrariesOfDeviceSupportAreFoundAndKnowTheirBuild() throws {
    let library = FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/PayKit.framework/PayKit")
    let root = "iOS DeviceSupport/iPhone14,5 17.1 (21B74)"
    try folder.copy(library, to: root + "/Symbols/System/Library/Frameworks/PayKit.framework/PayKit")
    let id = try SymbolFinderTests.id(of: library)
    let named = SymbolFinderTests.finder { $0.symbols = [folder.path + "/iOS DeviceSupport"] }
    #expect(SymbolFinderTests.paths(named.find(ImageQuery(id: id)))?.count == 1)
    let store = DebugStore(path: folder.path + "/store")
    let added = StoreIntake(store, mode: .copy, jobs: 1).add([folder.path + "/" + root]).added
    #expect(added.map(\.record.system?.description) == ["iOS 17.1 (21B74)"])
  }
}

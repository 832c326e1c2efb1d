import Foundation
import ObjectFiles
import SymbolModel
import SymbolStore
import TestSupport
import Testing

@Suite struct SymbolFinderTests {
  static let binaries = "Binaries/shop-cpp/out/macos-arm64-dwarf5/"
  static let dSYM = FixtureFolder.path(binaries + "Shop.dSYM")
  static let elf = FixtureFolder.path("Binaries/elf/out/")

  static func id(of path: String) throws -> ImageID { try #require(try ObjectFile.load(path: path).first?.id) }

  static func finder(_ change: (inout SearchPaths) -> Void) -> SymbolFinder {
    var places = SearchPaths()
    change(&places)
    return SymbolFinder(places)
  }

  static func paths(_ match: SymbolMatch) -> [String]? {
    if case .found(let files) = match { return files.map(\.path) }
    return nil
  }

  @Test func aFolderIsSearchedWithAllBelowAndTheBinaryCompletesTheDSYM() throws {
    let id = try Self.id(of: Self.dSYM + "/Contents/Resources/DWARF/Shop")
    let match = Self.finder { $0.symbols = [FixtureFolder.path("Binaries/shop-cpp")] }.find(ImageQuery(id: id))
    let paths = try #require(Self.paths(match))
    #expect(paths.first?.hasSuffix("Shop.dSYM/Contents/Resources/DWARF/Shop") == true)
    #expect(paths.contains { $0.hasSuffix("macos-arm64-dwarf5/Shop") })
  }

  @Test func theSliceWithTheIDIsTakenFromAFatFile() throws {
    let fat = FixtureFolder.path("Binaries/shop-cpp/out/macos-fat-dwarf5/Shop.dSYM")
    for slice in try ObjectFile.load(path: fat + "/Contents/Resources/DWARF/Shop") {
      guard case .found(let files) = Self.finder({ $0.symbols = [fat] }).find(ImageQuery(id: try #require(slice.id))) else {
        Issue.record("not found")
        continue
      }
      #expect(files.map(\.architecture) == [slice.architecture])
    }
  }

  /// Debug builds of Xcode 16 have their code in `Shop.debug.dylib`, whose debug file stands beside the app's in one bundle.
  @Test func aBundleMayHoldSeveralDebugFiles() throws {
    let folder = try TemporaryFolder()
    let within = "Shop.app.dSYM/Contents/Resources/DWARF/"
    let sources = ["Shop": "macos-arm64-dwarf5", "Shop.debug.dylib": "macos-x86_64-dwarf5"]
    for (name, build) in sources {
      let file = "Binaries/shop-cpp/out/\(build)/Shop.dSYM/Contents/Resources/DWARF/Shop"
      try folder.write(try FixtureFolder.bytes(file), to: within + name)
    }
    for name in sources.keys {
      let id = try Self.id(of: folder.path + "/" + within + name)
      let match = Self.finder { $0.symbols = [folder.path + "/Shop.app.dSYM"] }.find(ImageQuery(id: id))
      #expect(Self.paths(match) == [folder.path + "/" + within + name])
    }
  }

  /// `ld --build-id=md5` and `=uuid`.
  @Test func aBuildIDMayHaveSixteenBytes() throws {
    let folder = try TemporaryFolder()
    let id = "0123456789abcdef0123456789abcdef"
    let bytes = stride(from: 0, to: 32, by: 2).map { UInt8(id.dropFirst($0).prefix(2), radix: 16) ?? 0 }
    let note = [4, 16, 3].flatMap { ELFFile.bytes(UInt32($0)) } + Array("GNU\0".utf8) + bytes
    let file = ELFFile([.init(".note.gnu.build-id", note, type: 7), .init(".text", [0x90], flags: 6, address: 0x1000)])
    try folder.write(file.bytes, to: "shop")
    for spelling in [id, "01234567-89AB-CDEF-0123-456789ABCDEF"] {
      let query = ImageQuery(id: try #require(ImageID(parsing: spelling)))
      #expect(Self.paths(Self.finder { $0.symbols = [folder.path] }.find(query)) == [folder.path + "/shop"])
    }
  }

  @Test func aFileOfTheSameNameIsANearMissAndNamesTheOtherBuild() throws {
    let other = try #require(ImageID(parsing: "00112233445566778899aabbccddeeff"))
    let match = Self.finder { $0.symbols = [Self.dSYM] }.find(ImageQuery(id: other, name: "Shop"))
    guard case .mismatched(let files, let places) = match else {
      Issue.record("no near miss: \(match)")
      return
    }
    #expect(files.first?.id == (try Self.id(of: Self.dSYM + "/Contents/Resources/DWARF/Shop")))
    #expect(places.first?.hasSuffix("Shop.dSYM (1 debug file)") == true)
  }

  @Test func anotherNameIsNoNearMiss() throws {
    let other = try #require(ImageID(parsing: "00112233445566778899aabbccddeeff"))
    guard case .absent = Self.finder({ $0.symbols = [Self.dSYM] }).find(ImageQuery(id: other, name: "Till")) else {
      Issue.record("something was found")
      return
    }
  }

  @Test func theReportsFolderIsNotSearchedBelowButForBundles() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.dSYM, to: "below/Shop.dSYM")
    let id = try Self.id(of: Self.dSYM + "/Contents/Resources/DWARF/Shop")
    let query = ImageQuery(id: id, reportFolder: folder.path)
    #expect(Self.paths(Self.finder { _ in }.find(query)) == nil)
    try folder.copy(Self.dSYM, to: "Shop.dSYM")
    #expect(Self.paths(Self.finder { _ in }.find(query))?.count == 1)
  }

  @Test func aStoreIsAFolderPerID() throws {
    let folder = try TemporaryFolder()
    let source = Self.elf + "gcc-dwarf5/shop"
    let id = try Self.id(of: source)
    try folder.copy(source, to: "\(id.hex.prefix(2))/\(id.hex.dropFirst(2))/shop")
    #expect(Self.paths(Self.finder { $0.store = folder.path }.find(ImageQuery(id: id)))?.count == 1)
  }

  @Test func theImageItselfTheSystemsDebugFilesAndDebuginfodsCacheAreLookedAt() throws {
    let folder = try TemporaryFolder()
    let source = Self.elf + "gcc-dwarf5/shop"
    let id = try Self.id(of: source)
    #expect(Self.paths(Self.finder { _ in }.find(ImageQuery(id: id, path: source))) == [source])
    try folder.copy(source, to: ".build-id/\(id.hex.prefix(2))/\(id.hex.dropFirst(2)).debug")
    #expect(Self.paths(Self.finder { $0.debugRoots = [folder.path] }.find(ImageQuery(id: id)))?.count == 1)
    try folder.copy(source, to: "cache/\(id.hex)/debuginfo")
    #expect(Self.paths(Self.finder { $0.debuginfodCache = folder.path + "/cache" }.find(ImageQuery(id: id)))?.count == 1)
  }

  @Test func aStrippedProgramLeadsToItsDebugFileByChecksum() throws {
    let good = try NamedFile.open(Self.elf + "debuglink/shop")
    #expect(good.map(\.hasDWARF) == [true, false] || good.map(\.hasDWARF) == [false, true])
    let bad = try NamedFile.open(Self.elf + "debuglink-wrong-crc/shop")
    #expect(bad.map(\.hasDWARF) == [false])
  }

  @Test func loopsOfLinksAndUnreadableFoldersDoNoHarm() throws {
    let folder = try TemporaryFolder()
    try folder.copy(Self.dSYM, to: "a/Shop.dSYM")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/loop", withDestinationPath: folder.path)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/nowhere", withDestinationPath: "/nonexistent/x")
    let id = try Self.id(of: Self.dSYM + "/Contents/Resources/DWARF/Shop")
    let finder = Self.finder { $0.symbols = [folder.path, folder.path + "/missing"] }
    #expect(Self.paths(finder.find(ImageQuery(id: id)))?.count == 1)
    #expect(finder.warnings.map(\.reason) == ["no such file or directory"])
  }

  @Test func whatIsNoDebugFileIsSaidOfFilesThatWereNamed() throws {
    let finder = Self.finder {
      $0.symbols = [FixtureFolder.path("README.md"), FixtureFolder.path("Malformed/out/elf-header-only")]
    }
    finder.readNamedPlaces()
    #expect(finder.warnings.count == 2)
    #expect(finder.warnings.first?.reason == "not a debug file: neither Mach-O nor ELF")
    #expect(finder.warnings.last?.reason.hasPrefix("damaged: ") == true)
  }

  @Test func aDamagedFileOfTheSameNameIsTold() throws {
    let id = try #require(ImageID(parsing: "00112233445566778899aabbccddeeff"))
    let query = ImageQuery(id: id, name: "macho-header-only")
    guard case .damaged(let path, _) = Self.finder({ $0.symbols = [FixtureFolder.path("Malformed/out")] }).find(query) else {
      Issue.record("not told")
      return
    }
    #expect(path.hasSuffix("macho-header-only"))
  }
}

@Suite struct DebugFileTests {
  @Test(arguments: [
    ("x/Shop.app.dSYM/Contents/Resources/DWARF/Shop", ["Shop"]),
    ("PayKit.framework.dSYM/Contents/Resources/DWARF/Kit", ["Kit", "PayKit"]),
    ("/usr/lib/debug/libshop.so.1.debug", ["libshop.so.1"]), ("shop", ["shop"]),
  ])
  func namesOfImages(path: String, names: [String]) { #expect(DebugFile.imageNames(ofPath: path) == names) }

  @Test func whatCountsAsADebugFile() throws {
    #expect(DebugFile.isNamed(by: SymbolFinderTests.dSYM))
    #expect(DebugFile.isNamed(by: SymbolFinderTests.elf + "gcc-dwarf5/shop"))
    #expect(!DebugFile.isNamed(by: FixtureFolder.path("README.md")))
    #expect(!DebugFile.isNamed(by: FixtureFolder.path("Reports")))
    #expect(!DebugFile.isNamed(by: "/nonexistent"))
  }
}

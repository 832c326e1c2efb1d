import Bytes
import ObjectFiles
import SymbolModel
import TestSupport
import Testing

/// The path of a fixture's debug file.
private func dsym(_ bundle: String) -> String { FixtureFolder.path("Binaries/\(bundle).dSYM/Contents/Resources/DWARF/Shop") }

@Suite struct MachOTests {
  @Test func thinDSYM() throws {
    let files = try ObjectFile.load(path: dsym("shop-cpp/out/macos-arm64-dwarf4/Shop"))
    let file = try #require(files.first)
    #expect(files.count == 1)
    #expect(file.container == .machO && file.kind == .debugCompanion && file.is64Bit)
    #expect(file.architecture?.name == "arm64")
    #expect(file.textBase.value == 0x1_0000_0000)
    #expect(file.hasDWARF && file.contentRank == .dwarf)
    #expect(file.id?.bytes.count == 16)
  }

  @Test func fatFilesHaveASliceForEachArchitecture() throws {
    let fat = try ObjectFile.load(path: dsym("shop-cpp/out/macos-fat-dwarf4/Shop"))
    #expect(Set(fat.compactMap { $0.architecture?.name }) == ["arm64", "x86_64"])
    let thin = try ObjectFile.load(path: dsym("shop-cpp/out/macos-arm64-dwarf4/Shop"))
    #expect(fat.first { $0.architecture?.name == "arm64" }?.id == thin.first?.id)
  }

  @Test func thirtyTwoBitFiles() throws {
    let watch = try ObjectFile.load(path: FixtureFolder.path("Binaries/watch32/out/Watch.dSYM/Contents/Resources/DWARF/Watch"))
    #expect(watch.first?.is64Bit == false)
    #expect(watch.first?.textBase.value == 0x4000)
    let object = try ObjectFile.load(path: FixtureFolder.path("Binaries/watch32/out/objects/watch-armv7.o"))
    #expect(object.first?.kind == .object)
    #expect(object.first?.architecture?.isARM32 == true)
  }

  @Test func symbolsEndWhereFunctionsEnd() throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/symbols-only/out/Shop")).first)
    #expect(file.contentRank == .symbols)
    let table = file.symbolTable()
    let functions = table.functions
    #expect(functions.contains { $0.name == "-[Basket addItem:quantity:]" } && functions.contains { $0.name == "main" })
    #expect(!functions.contains { $0.name.hasSuffix("mh_execute_header") })
    for function in functions {
      #expect(table.find(function.start)?.name == function.name)
      #expect(table.find(LinkAddress(function.end.value - 1))?.start == function.start)
    }
    let last = try #require(functions.last)
    #expect(table.find(last.end) == nil, "nothing may be named after the last function")
    #expect(table.find(LinkAddress(file.textBase.value)) == nil, "the header is no function")
  }

  @Test func strippedFilesNameNothing() throws {
    let named = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/symbols-only/out/Shop")).first)
    let stripped = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/symbols-only/out/stripped/Shop")).first)
    #expect(stripped.id == named.id)
    let table = stripped.symbolTable()
    #expect(table.count > 10, "LC_FUNCTION_STARTS survives stripping")
    let inner = try #require(named.symbolTable().functions.first { $0.name == "-[Basket addItem:quantity:]" })
    #expect(table.find(inner.start) == nil)
    #expect(table.starts.contains(inner.start))
  }
}

@Suite struct ELFTests {
  @Test(arguments: [
    "gcc-dwarf2", "gcc-dwarf5", "clang-dwarf5", "clang-dwarf64", "elf32", "zlib", "zstd", "zdebug", "dwz", "split-gcc",
  ])
  func identity(folder: String) throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/\(folder)/shop")).first)
    #expect(file.container == .elf && file.hasDWARF && file.id != nil)
    #expect(file.is64Bit == (folder != "elf32"))
    #expect(file.textBase.value % 0x1000 == 0)
  }

  @Test func companionsAndTheirPrograms() throws {
    let program = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/debuglink/shop")).first)
    let companion = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/debuglink/shop.debug")).first)
    #expect(program.id == nil && companion.id != nil, "only .gnu_debuglink joins them")
    #expect(program.textBase == companion.textBase)
    #expect(program.kind != .debugCompanion && companion.kind == .debugCompanion)
    #expect(!program.hasDWARF && companion.hasDWARF)
  }

  /// Go's linker writes an ID of its own, which is none that reports know.
  @Test(arguments: [("GNU", 3 as UInt32, true), ("Go", 4, false)])
  func onlyGNUsNoteIsABuildID(owner: String, type: UInt32, isID: Bool) throws {
    let name = Array(owner.utf8) + [UInt8](repeating: 0, count: 4 - owner.utf8.count)
    let note = ELFFile.bytes(UInt32(owner.utf8.count + 1)) + ELFFile.bytes(UInt32(4)) + ELFFile.bytes(type) + name + [1, 2, 3, 4]
    let section = ELFFile.Section(owner == "Go" ? ".note.go.buildid" : ".note.gnu.build-id", note, type: 7)
    let file = try #require(ObjectFile.read(ByteSlice(ELFFile([section]).bytes), path: "x").first)
    #expect(file.id?.hex == (isID ? "01020304" : nil))
  }

  @Test func nonPositionIndependentPrograms() throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/gcc-nopie/shop")).first)
    #expect(file.kind == .executable && file.textBase.value == 0x400000)
  }

  @Test(arguments: [
    ("gcc-dwarf5/shop", ObjectFile.Kind.executable), ("clang-dwarf5/shop", .executable), ("elf32/shop", .executable),
    ("gcc-dwarf5/libpaykit.so", .library), ("debuglink/shop.debug", .debugCompanion),
  ]) func positionIndependentProgramsAreNoLibraries(path: String, kind: ObjectFile.Kind) throws {
    #expect(try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/" + path)).first?.kind == kind)
  }

  /// With -fbasic-block-sections, empty blocks have the address of the block after them, and no size.
  @Test func ofSymbolsAtOneAddressTheOneWithCodeIsTheFunction() throws {
    let names = Array("\0shop.__part.35\0shop.eh\0".utf8)
    func symbol(_ name: UInt32, size: UInt64) -> [UInt8] {
      // Elf64_Sym: a local function in section 1.
      ELFFile.bytes(name) + [2, 0] + ELFFile.bytes(UInt16(1)) + ELFFile.bytes(UInt64(0x1000)) + ELFFile.bytes(size)
    }
    let table = [UInt8](repeating: 0, count: 24) + symbol(1, size: 0) + symbol(16, size: 0x20)
    let file = ELFFile([
      .init(".text", [UInt8](repeating: 0x90, count: 0x40), flags: 6, address: 0x1000),
      .init(".symtab", table, type: 2, link: 3), .init(".strtab", names),
    ])
    let path = try TemporaryFolder()
    let read = try #require(try ObjectFile.load(path: try path.write(file.bytes, to: "shop")).first)
    #expect(read.symbolTable().find(LinkAddress(0x1010))?.name == "shop.eh")
  }

  @Test func dynamicSymbolsRankLowest() throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/dynsym/libpaykit.so")).first)
    #expect(file.hasSymbols && file.contentRank == .exports)
    #expect(!file.symbolTable().functions.isEmpty)
  }
}

@Suite struct MalformedObjectFileTests {
  @Test(arguments: FixtureFolder.files(below: "Malformed/out"))
  func endInAnErrorOrAFile(name: String) throws {
    do throws(ObjectFileError) {
      for file in try ObjectFile.load(path: FixtureFolder.path(name)) { _ = file.symbolTable().functions }
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  @Test func foreignFilesAreToldApartFromDamagedOnes() {
    #expect(throws: ObjectFileError.self) { try ObjectFile.read(ByteSlice(Array("not an object file".utf8)), path: "x") }
    do throws(ObjectFileError) {
      _ = try ObjectFile.read(ByteSlice([]), path: "x")
    } catch {
      #expect(error.isForeign)
    }
    do throws(ObjectFileError) {
      _ = try ObjectFile.read(ByteSlice([0xcf, 0xfa, 0xed, 0xfe, 0, 0]), path: "x")
    } catch {
      #expect(!error.isForeign)
      #expect(error.description == "Mach-O header: 4 bytes at offset 4 reach past the end")
    }
  }

  /// Everything that was built, and what was damaged on purpose.
  static let binaries =
    FixtureFolder.files(below: "Binaries").filter { $0.contains("/out/") } + FixtureFolder.files(below: "Malformed/out")

  /// Every prefix of the small ones, 500 cuts of the larger ones.
  @Test(arguments: binaries) func everyPrefixReturnsOrThrows(name: String) throws {
    let bytes = try FixtureFolder.bytes(name)
    var random = SeededGenerator(0xc07)
    let cuts =
      bytes.count <= 8192 ? Array(0..<bytes.count) : (0..<500).map { _ in Int.random(in: 0..<bytes.count, using: &random) }
    for cut in cuts {
      guard let files = try? ObjectFile.read(ByteSlice(Array(bytes[..<cut])), path: name) else { continue }
      for file in files where file.symbolTable().functions.contains(where: { $0.end <= $0.start }) {
        Issue.record("\(name) cut at \(cut): a function without code")
      }
    }
  }

  @Test(arguments: ["Binaries/symbols-only/out/Shop", "Binaries/elf/out/elf32/shop"])
  func mutationsReturnOrThrow(name: String) throws {
    let seed = SeededGenerator.seed(of: "damaged object files", usual: 0x0b1)
    var random = SeededGenerator(seed)
    let bytes = try FixtureFolder.bytes(name)
    for _ in 0..<SeededGenerator.rounds(300) {
      var damaged = bytes
      for _ in 0..<4 {
        damaged[Int.random(in: 0..<min(4096, bytes.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let files = try? ObjectFile.read(ByteSlice(damaged), path: name) else { continue }
      for file in files { _ = (file.symbolTable().functions.count, file.contentRank, "seed \(seed)") }
    }
  }

  /// A segment command of 152 bytes has room for one section, whatever it says.
  @Test(arguments: [1, 2, 1000, .max] as [UInt32]) func sectionsLieInsideTheirCommand(count: UInt32) throws {
    func name(_ text: String) -> [UInt8] { Array(text.utf8) + [UInt8](repeating: 0, count: 16 - text.utf8.count) }
    func words(_ values: UInt32...) -> [UInt8] { values.flatMap { ELFFile.bytes($0) } }
    func longs(_ values: UInt64...) -> [UInt8] { values.flatMap { ELFFile.bytes($0) } }
    let header = words(0xfeed_facf, 0x0100_000c, 0, 10, 1, 152, 0, 0)
    let segment = words(0x19, 152) + name("__TEXT") + longs(0x1_0000_0000, 0x1000, 0, 0) + words(7, 5, count, 0)
    let section = name("__text") + name("__TEXT") + longs(0x1_0000_0100, 16) + words(0, 2, 0, 0, 0, 0, 0, 0)
    let folder = try TemporaryFolder()
    let path = try folder.write(header + segment + section + [UInt8](repeating: 0xff, count: 4096), to: "Shop")
    let sections = try? ObjectFile.load(path: path).first?.sections.map(\.name)
    #expect(count > 1 || sections == ["__text"])
    #expect((sections ?? []).allSatisfy { $0 == "__text" })
  }
}

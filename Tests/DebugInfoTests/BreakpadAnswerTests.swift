import DWARF
import Foundation
import ObjectFiles
import SymbolIndex
import SymbolModel
import TestSupport
import Testing

@testable import DebugInfo

/// Symbol files of Breakpad answer as the debug information does that they were made from.
@Suite struct BreakpadAnswerTests {
  static let mac = FixtureFolder.path("Binaries/breakpad/out/mac/Shop/4C4C44E455553144A1B0602671AD96B10/Shop.sym")
  static let linux = FixtureFolder.path("Binaries/breakpad/out/linux/shop/33BFF3ABEFE57A6337C537CBDCDCC2BC0/shop.sym")
  static let pairs = [
    (mac, FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop")),
    (linux, FixtureFolder.path("Binaries/elf/out/clang-dwarf5/shop")),
  ]

  /// What both know of an address: symbol files have no columns.
  static func frames(_ answer: ResolvedAddress?) -> [String] {
    answer?.sources.map { "\($0.function) \($0.file ?? "?"):\($0.line ?? 0) \($0.inlined)" } ?? []
  }

  /// The answers at offsets from the load address.
  static func answers(_ image: DebugImage, _ offsets: Range<UInt64>) -> [ResolvedAddress?] {
    image.resolve(
      offsets.map { LinkAddress(image.textBase.value + $0) }, names: .mangled, lineZero: .asRecorded)
  }

  /// The offsets of the code that a debug file describes.
  static func code(_ file: ObjectFile) throws -> Range<UInt64> {
    let text = try #require(file.sections.first { $0.name == "__text" || $0.name == ".text" })
    let start = text.address.value - file.textBase.value
    return start..<start + text.size
  }

  @Test(arguments: pairs) func everyAddressHasTheFramesOfTheDWARF(symbols: String, debug: String) throws {
    let file = try #require(try ObjectFile.load(path: debug).first)
    let image = DebugImage(files: try ObjectFile.load(path: symbols))
    let live = DebugImage(files: [file])
    let range = try Self.code(file)
    var compared = 0
    for (offset, (ours, theirs)) in zip(range, zip(Self.answers(image, range), Self.answers(live, range))) {
      // Lines between functions, which DWARF has, belong to no record.
      guard theirs?.basis == .debugInformation, theirs?.functionStart != nil else { continue }
      compared += 1
      #expect(Self.frames(ours) == Self.frames(theirs), "0x\(String(offset, radix: 16))")
      #expect(ours?.functionStart?.value == theirs?.functionStart.map { $0.value - live.textBase.value })
    }
    #expect(compared > 1000 && image.problems.isEmpty)
  }

  @Test func namesEndAtAZeroByteInTheFileAndInItsIndex() throws {
    let text =
      "MODULE Linux x86_64 33BFF3ABEFE57A6337C537CBDCDCC2BC0 shop\nPUBLIC 1000 0 per\0form\nFUNC 1020 10 0 a\0b\n"
    let folder = try TemporaryFolder()
    let files = try ObjectFile.load(path: try folder.write(Array(text.utf8), to: "shop.sym"))
    let parts = try #require(try IndexBuilder.build([files[0]], jobs: 1))
    let index = try SymbolIndex(path: try folder.write(Array(parts.joined()), to: "index"), fingerprint: nil)
    for image in [DebugImage(index: index), DebugImage(files: [files[0]])] {
      let answers = [0x1004, 0x1024].map { image.resolve([LinkAddress($0)], names: .mangled, lineZero: .asRecorded)[0] }
      #expect(answers.map { $0?.sources.last?.function } == ["per", "a"])
    }
  }

  @Test(arguments: [mac, linux]) func theIndexAnswersAsTheFileDoes(path: String) throws {
    let files = try ObjectFile.load(path: path)
    let parts = try #require(try IndexBuilder.build([files[0]], jobs: 1))
    let folder = try TemporaryFolder()
    let index = try SymbolIndex(path: try folder.write(Array(parts.joined()), to: "index"), fingerprint: nil)
    let (indexed, live) = (DebugImage(index: index), DebugImage(files: [files[0]]))
    let addresses = (0..<0x6000).map { LinkAddress(UInt64($0)) }
    for rule in [LineZeroRule.asRecorded, .nearestEarlier] {
      let expected = live.resolve(addresses, names: .short, lineZero: rule)
      #expect(expected.contains { $0?.sources.count ?? 0 > 2 } && expected.contains { $0?.basis == .symbolTable })
      #expect(indexed.resolve(addresses, names: .short, lineZero: rule) == expected)
    }
  }

  /// The dSYM has columns, and the symbol table no lines.
  @Test func dwarfAnswersBeforeAndASymbolTableAfter() throws {
    let symbols = try ObjectFile.load(path: Self.mac)
    let dSYM = try ObjectFile.load(path: Self.pairs[0].1)
    let binary = try ObjectFile.load(path: FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64/Shop"))
    let offset: Range<UInt64> = 0x421c..<0x421d
    #expect(Self.answers(DebugImage(files: symbols + dSYM), offset)[0]?.sources[0].column != nil)
    let both = DebugImage(files: binary + symbols)
    let answer = try #require(Self.answers(both, offset)[0])
    #expect(both.files.map(\.contentRank.rawValue) == [3, 2] && answer.sources.count == 7 && answer.sources[0].line != nil)
  }

  @Test func damageIsToldAndTheRestAnswers() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "MODULE mac arm64 \(String(repeating: "A", count: 33)) x\nFUNC 10 8 0 main\nPUBLIC ?\n", to: "x.sym")
    let files = try ObjectFile.load(path: path)
    let image = DebugImage(files: files)
    #expect(image.resolve([LinkAddress(0x12)])[0]?.sources[0].function == "main")
    #expect(image.problems.map(\.description) == ["damaged: its line 3 is no complete record; the readable part is used"])
    #expect(throws: ObjectFileError.self) { try IndexBuilder.build(files, jobs: 1) }
  }

  /// Real symbol files of Google's and Mozilla's tools, beside the dSYM that they were made from.
  @Test(
    .corpus,
    arguments: [
      (
        "Electron/CB63147AC9DC308B8CA1EE92A5042E8E0/Electron.sym",
        "Electron/CB63147AC9DC308B8CA1EE92A5042E8E0/Electron.app.dSYM/Contents/Resources/DWARF/Electron", 0.99
      ),
      ("macos/crash.inlines.sym", "macos/crash.dSYM/Contents/Resources/DWARF/crash", 0.99),
    ])
  func realFilesAgreeWithTheirDSYM(symbols: String, debug: String, least: Double) throws {
    let folder = try #require(Corpus.path) + "/../sources/breakpad_sym/"
    let file = try #require(try ObjectFile.load(path: folder + debug).first)
    let image = DebugImage(files: try ObjectFile.load(path: folder + symbols))
    let live = DebugImage(files: [file])
    let range = try Self.code(file)
    // Names of functions are written in other ways; lines and the number of inlined calls are not.
    let lines = { (answer: ResolvedAddress?) in answer?.sources.map { $0.line ?? 0 } ?? [] }
    var (same, count) = (0, 0)
    for (ours, theirs) in zip(Self.answers(image, range), Self.answers(live, range)) where theirs?.basis == .debugInformation {
      count += 1
      if lines(ours) == lines(theirs) { same += 1 }
    }
    #expect(count > 50 && Double(same) >= least * Double(count), "\(same) of \(count)")
  }
}

import Foundation
import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DebugInfo

/// Debug files that are cut off anywhere, with all that reads them.
@Suite struct CutFileTests {
  static let files = [
    "shop-cpp/out/macos-arm64-dwarf4/Shop.dSYM/Contents/Resources/DWARF/Shop",
    "shop-cpp/out/macos-fat-dwarf5/Shop.dSYM/Contents/Resources/DWARF/Shop",
    "shop-swift/out/Shop.dSYM/Contents/Resources/DWARF/Shop", "watch32/out/Watch.dSYM/Contents/Resources/DWARF/Watch",
    "elf/out/gcc-dwarf5/shop", "elf/out/elf32/shop", "elf/out/minidebug/shop",
  ]

  /// Every tenth prefix of the small ones, 500 cuts of the larger ones: an error, or a file that answers something or nothing.
  @Test(arguments: files) func everyPrefixAnswersOrThrows(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(try FixtureFolder.bytes("Binaries/" + name), to: "cut")
    let whole = try ObjectFile.load(path: path)
    let addresses = try #require(whole.first).symbolTable().starts.prefix(40)
    let all = DebugImage(files: Array(whole.prefix(1))).resolve(Array(addresses))
    #expect(all.contains { $0 != nil })
    let size = try #require(whole.first.map { $0.bytes.base + $0.bytes.count })
    var random = SeededGenerator(0xc07)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    // From the end to the beginning, so that cutting needs no copy.
    for cut in (0..<SeededGenerator.rounds(500)).map({ _ in Int.random(in: 0..<size, using: &random) }).sorted(by: >) {
      try handle.truncate(atOffset: UInt64(cut))
      guard let files = try? ObjectFile.load(path: path), let file = files.first else { continue }
      let answers = DebugImage(files: [file]).resolve(Array(addresses))
      if answers.count != addresses.count { Issue.record("\(name) cut at \(cut)") }
    }
  }
}

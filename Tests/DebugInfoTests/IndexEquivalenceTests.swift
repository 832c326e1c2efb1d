import ObjectFiles
import DWARF
import SymbolIndex
import SymbolModel
import TestSupport
import Testing

@testable import DebugInfo

/// The index answers as the files it was built from do: every address of every fixture's code, both rules for line 0.
@Suite struct IndexEquivalenceTests {
  static let names =
    RecordedOracleTests.files.map { String($0.split(separator: "|")[0]) }
    + ["elf/out/dwp/shop", "elf/out/split-clang/shop", "elf/out/split-gcc/shop", "elf/out/dwz/shop", "elf/out/zstd/shop"]

  @Test(arguments: names)
  func indexAndFilesAgree(name: String) throws {
    let files = try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name))
    let folder = try TemporaryFolder()
    for jobs in 1...2 {
      let bytes = try #require(try IndexBuilder.build(files, jobs: jobs))
      let path = try folder.write(Array(bytes.joined()), to: "index")
      let index = try SymbolIndex(path: path, fingerprint: IndexBuilder.fingerprint(of: files))
      let indexed = DebugImage(index: index)
      let live = DebugImage(files: files)
      let code = files[0].sections.filter { $0.isCode && $0.size < 1 << 20 }
      let addresses = code.flatMap { section in (0..<section.size + 16).map { LinkAddress(section.address.value + $0) } }
      for rule in [LineZeroRule.asRecorded, .nearestEarlier] {
        let expected = live.resolve(addresses, names: .short, lineZero: rule)
        let found = indexed.resolve(addresses, names: .short, lineZero: rule)
        var wrong = 0
        for (position, address) in addresses.enumerated() where expected[position] != found[position] {
          wrong += 1
          if wrong <= 2 {
            let (live, index) = (String(describing: expected[position]), String(describing: found[position]))
            Issue.record("\(name) 0x\(String(address.value, radix: 16)) \(rule): live \(live), index \(index)")
          }
        }
        #expect(wrong == 0)
      }
    }
  }
}

import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DebugInfo

/// Real debug files that are odd in one way each, with what llvm-symbolizer says of one address.
@Suite(.corpus)
struct CorpusOddFilesTests {
  private static let samply = "mstange-samply__fixtures/other/"

  @Test(
    arguments: [
      // 32-bit ARM, most significant byte first.
      ("DataDog-datadog-ci__elf/exec_arm_big", 0x8280, "main", "/home/bits/tmp/main.c", 7),
      // A program for 64-bit ARM that lies where it was linked to.
      (samply + "issue-776-nonpie-aarch64", 0x8a00, "main", "/tmp/issue776-build.vuVkzu/issue-776-nonpie-aarch64.c", 94),
      // Names in abstract instances, apart from the code.
      (
        samply + "abstract-linkage-names/out/mac-dsym/main.dSYM/Contents/Resources/DWARF/main", 0x1_0000_0360,
        "ns::Holder<int>::Get() const", "/Users/mstange/code/samply/fixtures/other/abstract-linkage-names/src/main.cpp", 30
      ),
      // Debug information that a link leads to.
      (
        samply + "simple-example/out/regular-debuglink/main.dbg", 0x904, "_GLOBAL__sub_I_main",
        "/home/ubuntu/code/samply/fixtures/other/simple-example/src/main.cpp", 10
      ),
    ] as [(String, UInt64, String, String, UInt32)])
  func oneAddress(name: String, address: UInt64, function: String, path: String, line: UInt32) throws {
    let corpus = try #require(Corpus.path)
    let files = try ObjectFile.load(path: corpus + "/debug-files/" + name)
    let answer = try #require(DebugImage(files: files).resolve([LinkAddress(address)], names: .short, lineZero: .asRecorded)[0])
    #expect(answer.sources.first?.function == function)
    #expect(answer.sources.first?.file == path && answer.sources.first?.line == line)
  }
}

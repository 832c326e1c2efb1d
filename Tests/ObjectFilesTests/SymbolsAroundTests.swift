import Bytes
import SymbolModel
import TestSupport
import Testing

@testable import ObjectFiles

/// The symbols around an address answer as all of them do.
@Suite struct SymbolsAroundTests {
  @Test(arguments: MalformedObjectFileTests.binaries)
  func answerAsAllInFiles(name: String) throws {
    guard let files = try? ObjectFile.load(path: FixtureFolder.path(name)) else { return }
    var random = SeededGenerator(0xa0d)
    for file in files {
      let all = file.symbolTable()
      let borders = all.functions.flatMap { [$0.start.value, $0.end.value] }.flatMap { [$0 &- 1, $0, $0 &+ 1] }
      expectTheSame(file, all, borders.shuffled(using: &random).prefix(200) + [0, .max], name)
    }
  }

  @Test func answerAsAllInRandomTables() throws {
    let seed = SeededGenerator.seed(of: "symbols", usual: 0x5b)
    var random = SeededGenerator(seed)
    for _ in 0..<SeededGenerator.rounds(300) {
      let count = Int.random(in: 1...40, using: &random)
      let names = "\0" + (1...count).map { "f\($0)\0" }.joined()
      var table = [UInt8](repeating: 0, count: 24)
      for number in 1...count {
        // Elf64_Sym: untyped, data or a function; in code, outside of it, or absolute; some with sizes, in sections or behind them.
        let section: UInt16 = [1, 1, 1, 2, 0xfff1].randomElement(using: &random) ?? 1
        let type: UInt8 = [0, 0, 1, 2, 2, 2, 10].randomElement(using: &random) ?? 2
        let address = UInt64.random(in: 0x0ff0...0x1090, using: &random)
        let size = Bool.random(using: &random) ? 0 : UInt64.random(in: 0...0x40, using: &random)
        table += ELFFile.bytes(UInt32(name(number))) + [type | UInt8.random(in: 0...2, using: &random) << 4, 0]
        table += ELFFile.bytes(section) + ELFFile.bytes(address) + ELFFile.bytes(size)
      }
      let file = ELFFile([
        .init(".text", [UInt8](repeating: 0x90, count: 0x40), flags: 6, address: 0x1000),
        .init(".data", [UInt8](repeating: 0, count: 0x20), flags: 3, address: 0x1040),
        .init(".text.hot", [UInt8](repeating: 0x90, count: 0x10), flags: 6, address: 0x1060),
        .init(".symtab", table, type: 2, link: 5), .init(".strtab", Array(names.utf8)),
      ])
      let read = try #require(ObjectFile.read(ByteSlice(file.bytes), path: "x").first)
      expectTheSame(read, read.symbolTable(), (0x0fe0...0x10f0).map { $0 }, "seed \(seed)")
    }
  }

  /// The offset of a name in the string table.
  private func name(_ number: Int) -> Int { 1 + (1..<number).reduce(0) { $0 + "f\($1)".utf8.count + 1 } }

  private func expectTheSame(_ file: ObjectFile, _ all: SymbolTable, _ addresses: some Sequence<UInt64>, _ comment: String) {
    for address in addresses {
      let wanted = LinkAddress(address)
      let (one, other) = (file.symbolTable(around: wanted).find(wanted), all.find(wanted))
      #expect(
        one?.name == other?.name && one?.start == other?.start && one?.end == other?.end, "\(comment), address \(address)")
    }
  }
}

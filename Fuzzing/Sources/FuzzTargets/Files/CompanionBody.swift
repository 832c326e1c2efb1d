import DWARF
import DebugInfo
import ObjectFiles
import SymbolModel
import TestSupport

/// Files that hold a part of another file's debug information: split units, packages of them, and the alternate file of dwz.
enum CompanionBody {
  /// The files whose parts are damaged, with the name of the part.
  private static let parts = [
    (program: "dwp/shop", part: "shop.dwp"), (program: "split-gcc/shop", part: "checkout.dwo"),
    (program: "split-clang/shop", part: "checkout.dwo"), (program: "dwz/shop", part: "shop-common.debug"),
  ]

  static var seeds: [[UInt8]] {
    get throws { try parts.map { try FixtureFolder.bytes("Binaries/elf/out/\(folder(of: $0.program))/\($0.part)") } }
  }

  /// A damaged part costs at most the names and lines that it holds: every address has its answer, those of the program's own symbols too.
  @Sendable static func make() throws -> FuzzTarget.Body {
    let programs = try parts.map { try Program($0.program, part: $0.part) }
    return { bytes in
      for program in programs { try program.read(with: bytes) }
    }
  }

  private static func folder(of path: String) -> Substring { path.prefix { $0 != "/" } }

  /// A program in a directory of its own, beside which the part is written.
  private final class Program {
    private let folder: TemporaryFolder
    private let path: String
    private let part: String
    private let addresses: [LinkAddress]
    private let named: Set<UInt64>

    init(_ program: String, part: String) throws {
      folder = try TemporaryFolder()
      self.part = part
      path = try folder.write(try FixtureFolder.bytes("Binaries/elf/out/" + program), to: "shop")
      let file = try ObjectFile.load(path: path)[0]
      addresses = Array(ObjectBodies.samples(of: file).prefix(60))
      named = Set(addresses.map(\.value).filter { file.symbolTable().find(LinkAddress($0)) != nil })
    }

    func read(with bytes: [UInt8]) throws {
      _ = try folder.write(bytes, to: part)
      let answers = DebugImage(files: try ObjectFile.load(path: path)).resolve(addresses)
      try expect(answers.count == addresses.count, "\(addresses.count) addresses have \(answers.count) answers")
      for (address, answer) in zip(addresses, answers) where named.contains(address.value) {
        try expect(answer != nil, "\(address.value) has a symbol, but no answer")
      }
    }
  }
}

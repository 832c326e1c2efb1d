import ObjectFiles
import SymbolModel
import TestSupport
import Testing

/// Real debug files of many tools: what the table says of each, as llvm-dwarfdump reads it.
@Suite(.corpus)
struct CorpusDebugFilesTests {
  /// One slice: `MH_DSYM arm64 UUID 5DB9... DWARF vmaddr 0x0`, `ELF aarch64 UUID none DWARF`.
  private struct Slice: Hashable, CustomStringConvertible {
    var architecture: String
    var id: String
    var textBase: UInt64?
    var description: String { "\(architecture) \(id) \(textBase.map { String($0, radix: 16) } ?? "")" }
  }

  private static func slices(_ text: String) -> Set<Slice> {
    Set(
      text.matches(of: /(MH_\w+|ELF) (\w+) UUID (\w+) [\w-]+(?: vmaddr 0x([0-9a-f]+))?/).map { match in
        Slice(
          architecture: String(match.output.2), id: match.output.3.lowercased(),
          textBase: match.output.4.flatMap { UInt64($0, radix: 16) })
      })
  }

  @Test func slicesHaveTheIDsAndPlacesOfTheTable() throws {
    let corpus = try #require(Corpus.path)
    var checked = 0
    for row in try Corpus.table("INDEX.tsv") where row["format"] == "debug-files" {
      let name = row["file", default: ""]
      let expected = Self.slices(row["oddities", default: ""]).filter { $0.architecture != "0x4c452000" }
      guard !expected.isEmpty else { continue }
      let files = try ObjectFile.load(path: corpus + "/" + name)
      let found = files.map { file in
        Slice(
          architecture: file.architecture?.name ?? "", id: file.id?.hex ?? "none",
          textBase: file.container == .machO && file.kind != .object ? file.textBase.value : nil)
      }
      #expect(Set(found) == expected, "\(name)")
      checked += 1
    }
    #expect(checked > 70)
  }

  /// Lists of properties, sources, archives of objects, symbol maps and a damaged file.
  @Test func whatIsNoObjectFileIsAnError() throws {
    let corpus = try #require(Corpus.path)
    for row in try Corpus.table("INDEX.tsv") where row["format"] == "debug-files" {
      let name = row["file", default: ""]
      guard Self.slices(row["oddities", default: ""]).isEmpty, !name.hasSuffix(".sym") else { continue }
      #expect(throws: ObjectFileError.self, "\(name)") { try ObjectFile.load(path: corpus + "/" + name) }
    }
  }
}

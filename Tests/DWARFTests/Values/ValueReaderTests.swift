import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DWARF

/// The variables of a real program, sound and damaged.
@Suite struct ValueReaderTests {
  private static let path = FixtureFolder.path("Values/out/linux-clang/basket")

  private static func question(at address: UInt64) -> ValueQuestion {
    var question = ValueQuestion(
      instruction: LinkAddress(address), slide: 0x5555_5555_4000,
      registers: (0..<16).map { .init(number: $0, name: "r\($0)", value: 0x7fff_0000 + UInt64($0) * 16) },
      memory: [.init(address: 0x7fff_0000, bytes: [UInt8](repeating: 7, count: 512))])
    (question.stackPointer, question.framePointer) = (7, 6)
    return question
  }

  private static func reader(_ path: String) throws -> [(ValueReader, ObjectFile)] {
    try ObjectFile.load(path: path).compactMap { file in
      guard let session = try? DWARFSession(file) else { return nil }
      return ValueReader(file, session, programs: [file]).map { ($0, file) }
    }
  }

  /// Nothing is known at the first instruction; some of it later.
  @Test func thePrologueHasNoValues() throws {
    let (reader, file) = try #require(Self.reader(FixtureFolder.path("Values/out/linux-gcc/basket")).first)
    let start = try #require(file.address(ofSymbol: "_Z4pickP4Itemi5Flagsd")?.value)
    let atStart = try #require(reader.variables(Self.question(at: start)))
    #expect(!atStart.isEmpty && atStart.allSatisfy { $0.value == .absent(.prologue) })
    let later = try #require(reader.variables(Self.question(at: start + 0x60)))
    #expect(later.contains { $0.value.reason == nil })
    #expect(reader.variables(Self.question(at: 0x10)) == nil)
  }

  /// Damage ends in reasons, in other values or in no variables, never in a trap, and never takes long.
  @Test func damagedPrograms() throws {
    let whole = try FixtureFolder.bytes("Values/out/linux-clang/basket")
    let sound = try #require(Self.reader(Self.path).first)
    let sections = sound.1.sections.filter { $0.name.hasPrefix(".debug") || $0.name == ".eh_frame" }
    let start = try #require(sound.1.address(ofSymbol: "_Z4pickP4Itemi5Flagsd")?.value)
    let folder = try TemporaryFolder()
    var random = SeededGenerator(SeededGenerator.seed(of: "damaged variables", usual: 0x7a1))
    var answered = 0
    for _ in 0..<SeededGenerator.rounds(300) {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let section = try #require(sections.randomElement(using: &random))
        let place = Int(section.fileOffset) + Int.random(in: 0..<Int(section.size), using: &random)
        damaged[place] =
          Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : damaged[place] ^ 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let path = try folder.write(damaged, to: "program")
      for (reader, _) in try Self.reader(path) {
        for distance in [0x20, 0x48, 0x70] as [UInt64] {
          let variables = reader.variables(Self.question(at: start + distance)) ?? []
          answered += variables.count { $0.value.reason == nil }
          #expect(variables.allSatisfy { $0.value.text.utf8.count < 1 << 16 })
        }
      }
    }
    #expect(answered > 100)
  }
}

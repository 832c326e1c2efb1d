import Bytes
import CrashModel
import DWARF
import Faults
import Instructions
import ObjectFiles
import SymbolModel
import TestSupport
import Testing

/// The numbers of a check that failed, functions that returned a pointer, and arrays of the program. The code is a function by itself.
@Suite(.enabled(if: Disassembler.isInstalled, "Capstone is not installed"))
struct FailedCheckTests {
  private static let load: UInt64 = 0x4000_0000
  private static let text: UInt64 = 0x1000

  /// A crash in the function whose code is `words`, at the word with this position.
  private struct Crash {
    var words: [UInt32]
    var position: Int
    var registers: [String: UInt64]
    var reason: String?
    var type = "EXC_BREAKPOINT"
    var fault: UInt64?
    /// What the debug information knows.
    var names: [PointerQuestion.Place: String] = [:]
    var functions: [UInt64: String] = [:]

    func explained() throws -> FaultInstruction? {
      let code = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
      let elf = ELFFile([.init(".text", code, flags: 6, address: FailedCheckTests.text)]).bytes
      let file = try #require(try ObjectFile.read(ByteSlice(elf), path: "/nonexistent/x").first)
      // The image begins with the page of its first section.
      let shift = FailedCheckTests.text - file.textBase.value
      let start = FailedCheckTests.load + shift
      let counter = start + UInt64(position) * 4
      var report = CrashReport(format: ReportFormat("test", title: "report"))
      report.exception = CrashException()
      report.exception?.type = type
      report.exception?.reason = reason
      report.exception?.faultAddress = fault.map { RuntimeAddress($0) }
      var thread = CrashThread(index: 0, crashed: true, frames: 0..<1)
      thread.registers =
        registers.map { Register(name: $0.key, value: $0.value) } + [
          Register(name: "x0", value: registers["x0"] ?? 0), Register(name: "sp", value: 0x1_6000_0000),
          Register(name: "pc", value: counter),
        ]
      report.threads = [thread]
      report.frames = [Frame(index: 0, kind: .exact, address: RuntimeAddress(counter))]
      var context = FaultContext()
      context.program = ProgramCode([file], load: RuntimeAddress(FailedCheckTests.load))
      context.bases = (RuntimeAddress(FailedCheckTests.load), file.textBase)
      context.functionStart = LinkAddress(FailedCheckTests.text)
      context.ask = { questions in questions.map { question in names[question.place].map { PointerAnswer(expression: $0) } } }
      context.functionName = { address in functions[address.value - start] }
      return FaultExplainer(report)?.explain(context)
    }
  }

  private static let outOfRange = "Swift runtime failure: Index out of range"
  /// cmp x1, x8; b.hs trap; ret; brk #1
  private static let bounded: [UInt32] = [0xeb08_003f, 0x5400_0042, 0xd65f_03c0, 0xd420_0020]

  @Test func anIndexAndItsBound() throws {
    let crash = Crash(words: Self.bounded, position: 3, registers: ["x1": 7, "x8": 5], reason: Self.outOfRange)
    let found = try #require(try crash.explained())
    #expect(found.sentence == "brk #0x1: the index is 7, the bound is 5")
    #expect(found.index == .init(register: "x1", value: 7) && found.bound == .init(value: 5, register: "x8"))
    var named = crash
    named.names = [.register(1): "place", .register(8): "count"]
    #expect(try named.explained()?.sentence == "brk #0x1: the index `place` is 7, the bound `count` is 5")
  }

  @Test func aNegativeIndex() throws {
    let crash = Crash(words: Self.bounded, position: 3, registers: ["x1": .max, "x8": 5], reason: Self.outOfRange)
    #expect(try crash.explained()?.sentence == "brk #0x1: the index is -1, the bound is 5")
  }

  /// subs x8, x8, #7; b.lo ok; b trap; trap: brk #0x5512; ok: ret
  @Test func aBoundInTheInstruction() throws {
    let crash = Crash(
      words: [0xf100_1d08, 0x5400_0063, 0x1400_0001, 0xd42a_a240, 0xd65f_03c0], position: 3, registers: ["x8": 2])
    #expect(
      try crash.explained()?.sentence
        == "brk #0x5512: a failed check of -fsanitize-trap: index out of bounds; the index is 9, the bound is 7")
  }

  /// Other checks say what they compared.
  @Test func anotherCheck() throws {
    var crash = Crash(words: Self.bounded, position: 3, registers: ["x1": 7, "x8": 5])
    crash.names = [.register(8): "limit"]
    let meaning = "a check that the compiler inserted: a precondition of Swift, __builtin_trap or unreachable code"
    #expect(try crash.explained()?.sentence == "brk #0x1: \(meaning); x1 is 7, not less than `limit`, which is 5")
    #expect(try crash.explained()?.index == nil)
  }

  /// Registers that do not meet the condition, or that may have changed; two ways to the trap; code in front of it.
  @Test func nothingInDoubt() throws {
    let swift = Self.outOfRange
    let unmet = Crash(words: Self.bounded, position: 3, registers: ["x1": 4, "x8": 5], reason: swift)
    #expect(try unmet.explained()?.sentence == nil)
    // cmp x1, x8; mov x8, x2; b.hs trap; ret; brk #1
    let changed = Crash(
      words: [0xeb08_003f, 0xaa02_03e8, 0x5400_0042, 0xd65f_03c0, 0xd420_0020], position: 4, registers: ["x1": 7, "x8": 5],
      reason: swift)
    #expect(try changed.explained()?.sentence == nil)
    // cmp x1, x8; b.hs trap; cmp x2, x8; b.hs trap; ret; brk #1
    let two: [UInt32] = [0xeb08_003f, 0x5400_0082, 0xeb08_005f, 0x5400_0042, 0xd65f_03c0, 0xd420_0020]
    let both = Crash(words: two, position: 5, registers: ["x1": 7, "x2": 9, "x8": 5], reason: swift)
    #expect(try both.explained()?.sentence == nil)
    // One of them cannot have been it.
    let one = Crash(words: two, position: 5, registers: ["x1": 3, "x2": 9, "x8": 5], reason: swift)
    #expect(try one.explained()?.sentence == "brk #0x1: the index is 9, the bound is 5")
    // cmp x1, x8; b.hs trap; ret; trap: mov x1, x2; brk #1
    let late = Crash(
      words: [0xeb08_003f, 0x5400_0042, 0xd65f_03c0, 0xaa02_03e1, 0xd420_0020], position: 4, registers: ["x1": 7, "x8": 5],
      reason: swift)
    #expect(try late.explained()?.sentence == nil)
  }

  /// tbnz x1, #63, trap; cmp x1, x8; b.ge trap; ret; brk #1
  @Test func aSignAndABound() throws {
    let words: [UInt32] = [0xb7f8_0081, 0xeb08_003f, 0x5400_004a, 0xd65f_03c0, 0xd420_0020]
    let high = Crash(words: words, position: 4, registers: ["x1": 7, "x8": 5], reason: Self.outOfRange)
    #expect(try high.explained()?.sentence == "brk #0x1: the index is 7, the bound is 5")
    let low = Crash(words: words, position: 4, registers: ["x1": UInt64(bitPattern: -3), "x8": 5], reason: Self.outOfRange)
    #expect(try low.explained()?.sentence == "brk #0x1: the index is -3")
    // cmp x8, #0; b.le trap; ret; brk #1: the first element of an empty array, whose index is in no register.
    let empty = Crash(
      words: [0xf100_011f, 0x5400_004d, 0xd65f_03c0, 0xd420_0020], position: 3, registers: ["x8": 0], reason: Self.outOfRange)
    #expect(try empty.explained()?.sentence == nil)
  }

  /// cmp w1, w8; b.hs trap; ret; brk #1: whether the number has a sign, only its type says.
  @Test func aNumberOfFourBytes() throws {
    let crash = Crash(
      words: [0x6b08_003f, 0x5400_0042, 0xd65f_03c0, 0xd420_0020], position: 3, registers: ["x1": 0xffff_fffe, "x8": 5],
      reason: Self.outOfRange)
    #expect(try crash.explained()?.sentence == "brk #0x1: the index is 4294967294 (or -2), the bound is 5")
  }

  /// bl f; ldr w8, [x0, #8]
  @Test func theResultOfACall() throws {
    var crash = Crash(
      words: [0x9400_0004, 0xb940_0808, 0xd65f_03c0, 0xd65f_03c0, 0xd65f_03c0], position: 1, registers: ["x0": 0],
      type: "EXC_BAD_ACCESS", fault: 8)
    crash.functions = [16: "find(_:)"]
    let found = try #require(try crash.explained())
    #expect(
      found.sentence == "the result of `find(_:)` is probably null; reading 4 bytes at offset 8 of it (ldr w8, [x0, #8])")
    #expect(found.isResult && found.pointer == "find(_:)" && found.certainty == .probable)
    // It returns what it gets.
    crash.functions = [16: "swift_retain"]
    #expect(try crash.explained()?.pointer == nil)
    // mov x0, x1 in between; another function.
    crash.functions = [16: "find(_:)"]
    crash.words = [0x9400_0004, 0xaa01_03e0, 0xb940_0808, 0xd65f_03c0, 0xd65f_03c0]
    crash.position = 2
    #expect(try crash.explained()?.pointer == nil)
    // A pointer that the result leads to is not the result: ldr x0, [x0].
    crash.words[1] = 0xf940_0000
    #expect(try crash.explained()?.pointer == nil)
  }

  /// adrp x8, page; ldr x8, [x8, #0x10]; ldr w9, [x8, #4]
  @Test func aPointerInAVariableOfTheProgram() throws {
    var crash = Crash(
      words: [0xb000_0008, 0xf940_0908, 0xb940_0509, 0xd65f_03c0], position: 2, registers: ["x8": 0], type: "EXC_BAD_ACCESS",
      fault: 4)
    crash.names = [.address(0x2010): "shared"]
    #expect(
      try crash.explained()?.sentence
        == "`shared` is probably null; reading 4 bytes at offset 4 of it (ldr w9, [x8, #4])")
  }

  /// adrp x8, page; add x8, x8, #0x20; ldr w9, [x8, x1, lsl #2]: nothing jumps in between.
  @Test func anArrayOfTheProgram() throws {
    var crash = Crash(
      words: [0xb000_0008, 0x9100_8108, 0xb861_7909, 0xd65f_03c0], position: 2,
      registers: ["x8": 0x4000_1020, "x1": 0x1000_0000], type: "EXC_BAD_ACCESS", fault: 0x8000_1020)
    crash.names = [.object(0x2020): "table", .register(1): "place"]
    let found = try #require(try crash.explained())
    #expect(found.pointer == "table" && found.certainty == .certain && found.indexName == "place")
    // b -8: control may come from elsewhere, with another address in the register.
    crash.words += [0x17ff_fffd]
    #expect(try crash.explained()?.certainty == .probable)
  }
}

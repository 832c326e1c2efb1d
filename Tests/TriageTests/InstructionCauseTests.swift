import CrashModel
import Testing

@testable import Triage

/// The instruction at which the program crashed as evidence: confidence rises where it proves a cause, and falls where it contradicts one.
struct InstructionCauseTests {
  private func causes(_ testCase: CauseCase, _ finding: FaultInstruction.Finding?, pointer: String? = nil) -> [TriageCause] {
    var answers = testCase.answers
    if let finding {
      var instruction = FaultInstruction(frame: 0)
      (instruction.finding, instruction.pointer, instruction.access) = (finding, pointer, "read")
      instruction.sentence = "the sentence"
      answers.instruction = instruction
    }
    return Triager().triage(answers).causes
  }

  private func confidence(
    of id: String, _ testCase: CauseCase, _ finding: FaultInstruction.Finding?, pointer: String? = nil
  ) -> TriageCause.Confidence? {
    causes(testCase, finding, pointer: pointer).first { $0.id == id }?.confidence
  }

  private func access(
    at fault: UInt64?, codes: String? = nil, frames: [String] = ["work"], repeats: Int = 1, registers: [(String, UInt64)] = []
  ) -> CauseCase {
    CauseCase(
      type: "EXC_BAD_ACCESS", signal: "SIGSEGV", codes: codes, fault: fault, frames: frames, repeats: repeats,
      registers: registers)
  }

  @Test func aMemberOfNull() {
    let near = access(at: 0x18)
    #expect(confidence(of: "null-member", near, nil) == .likely)
    #expect(confidence(of: "null-member", near, .null) == .certain)
    // A small number in a variable is damage; in a register it may be null plus an offset.
    #expect(confidence(of: "null-member", near, .smallNumber, pointer: "cart->owner") == nil)
    #expect(confidence(of: "garbage-pointer", near, .smallNumber, pointer: "cart->owner") == .likely)
    #expect(confidence(of: "null-member", near, .smallNumber) == .likely)
    #expect(confidence(of: "garbage-pointer", near, .smallNumber) == nil)
  }

  @Test func null() {
    let null = access(at: 0)
    #expect(confidence(of: "null-deref", null, .null) == .certain)
    // Processors of x86-64 report 0 for what is no address.
    #expect(confidence(of: "null-deref", null, .noAddress) == nil)
    #expect(confidence(of: "garbage-pointer", null, .noAddress) == .likely)
  }

  @Test func freedMemory() {
    let far = access(at: 0x5a5a_5a5a_5a5a_5a6a)
    #expect(confidence(of: "poison-pattern", far, .pattern) == .certain)
    #expect(confidence(of: "poison-pattern", access(at: 0x1_0045_2310), .pattern) == .certain)
    #expect(confidence(of: "poison-pattern", access(at: 0x1_0045_2310), .text) == .certain)
    #expect(confidence(of: "poison-pattern", access(at: 0x1_0045_2310), FaultInstruction.Finding.none) == nil)
    #expect(confidence(of: "poison-pattern", access(at: 0x1_0045_2310), nil) == nil)
  }

  @Test func theStackIsExhausted() {
    let deep = access(at: 0x16b0_0000, frames: ["recurse", "main"], repeats: 60, registers: [("sp", 0x16b0_0010)])
    #expect(confidence(of: "stack-overflow", deep, .stackOverflow) == .certain)
    let flat = access(at: 0x16b0_0000)
    #expect(confidence(of: "stack-overflow", flat, .stackOverflow) == .likely)
    #expect(confidence(of: "stack-overflow", flat, .null) == nil)
  }

  @Test func aDivisor() throws {
    let arithmetic = CauseCase(type: "EXC_ARITHMETIC", signal: "SIGFPE", codes: "0x1, 0x0")
    let proven = try #require(causes(arithmetic, .zeroDivisor).first { $0.id == "arithmetic" })
    #expect(proven.evidence.contains { $0.text == "the sentence" })
    #expect(proven.advice == "Integer division by zero: check the divisor first.")
    let open = try #require(causes(arithmetic, FaultInstruction.Finding.none).first { $0.id == "arithmetic" })
    #expect(open.advice != proven.advice)
  }

  @Test func traps() {
    let trap = CauseCase(type: "EXC_BREAKPOINT", signal: "SIGTRAP")
    #expect(confidence(of: "pac-failure", trap, .authentication) == .certain)
    #expect(confidence(of: "pac-failure", trap, .trap) == nil)
    #expect(confidence(of: "undefined-behavior", trap, .check) == .certain)
    #expect(confidence(of: "undefined-behavior", trap, .trap) == nil)
    #expect(confidence(of: "trap-unnamed", trap, .trap) == .hint)
    let index = CauseCase(
      type: "EXC_BREAKPOINT", signal: "SIGTRAP", frames: ["Swift runtime failure: Index out of range", "A.f()"])
    #expect(confidence(of: "swift-index", index, .trap) == .certain)
    #expect(confidence(of: "swift-index", trap, .trap) == nil)
  }

  @Test func dataIsRun() {
    let jump = access(at: 0x1_2340, frames: ["???"], registers: [("pc", 0x1_2340)])
    #expect(confidence(of: "exec-data", jump, .jump) == .certain)
    #expect(confidence(of: "exec-data", access(at: 0x1_2340, registers: [("pc", 0x8888)]), FaultInstruction.Finding.none) == nil)
  }
}

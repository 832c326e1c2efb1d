import Instructions
import Testing

/// Instructions as values. Bytes and meaning were checked with `llvm-mc --disassemble`.
@Suite(.enabled(if: Disassembler.isInstalled, "Capstone is not installed"))
struct InstructionTests {
  /// An instruction and the access that it must have, as text.
  struct Example: Sendable {
    let processor: Processor
    let bytes: [UInt8]
    let text: String
    let access: String
  }

  static let examples: [Example] = [
    Example(processor: .arm64, bytes: [0x08, 0x11, 0x40, 0xf9], text: "ldr x8, [x8, #0x20]", access: "read 8 x8 +32"),
    Example(processor: .arm64, bytes: [0x08, 0xd8, 0x69, 0xb8], text: "ldr w8, [x0, w9, sxtw #2]", access: "read 4 x0 w9*4s +0"),
    Example(processor: .arm64, bytes: [0xfd, 0x7b, 0xbf, 0xa9], text: "stp x29, x30, [sp, #-0x10]!", access: "write 16 sp -16"),
    Example(processor: .arm64, bytes: [0x09, 0x84, 0x41, 0xb8], text: "ldr w9, [x0], #0x18", access: "read 4 x0 +0"),
    Example(processor: .arm64, bytes: [0x40, 0x00, 0x00, 0x58], text: "ldr x0, #0x1008", access: "read 8 +4104"),
    Example(processor: .arm64, bytes: [0x41, 0x00, 0xe0, 0xf8], text: "ldaddal x0, x1, [x2]", access: "readWrite 8 x2 +0"),
    Example(processor: .arm64, bytes: [0x00, 0x8d, 0x63, 0xf8], text: "ldraa x0, [x8, #-3648]!", access: "read 8 x8 -3648"),
    Example(processor: .arm64, bytes: [0x00, 0x00, 0xc0, 0x3d], text: "ldr q0, [x0]", access: "read 16 x0 +0"),
    Example(
      processor: .x86_64, bytes: [0x8b, 0x44, 0xcf, 0x08], text: "mov eax, dword ptr [rdi + rcx*8 + 8]",
      access: "read 4 rdi rcx*8 +8"),
    Example(
      processor: .x86_64, bytes: [0xc7, 0x04, 0x25, 1, 0, 0, 0, 0, 0, 0, 0], text: "mov dword ptr [1], 0", access: "write 4 +1"),
    Example(
      processor: .x86_64, bytes: [0x48, 0x8b, 0x05, 0x10, 0, 0, 0], text: "mov rax, qword ptr [rip + 0x10]",
      access: "read 8 +4119"),
    Example(
      processor: .x86_64, bytes: [0x48, 0x01, 0x43, 0xf8], text: "add qword ptr [rbx - 8], rax", access: "readWrite 8 rbx -8"),
    Example(
      processor: .x86_64, bytes: [0xff, 0x50, 0x10], text: "call qword ptr [rax + 0x10]", access: "read 8 rax +16; write 8 rsp -8"
    ),
    Example(processor: .x86_64, bytes: [0x55], text: "push rbp", access: "write 8 rsp -8"),
    Example(processor: .x86_64, bytes: [0x0f, 0x11, 0x07], text: "movups xmmword ptr [rdi], xmm0", access: "write 16 rdi +0"),
    Example(processor: .x86_64, bytes: [0x48, 0x8d, 0x47, 0x08], text: "lea rax, [rdi + 8]", access: ""),
    Example(processor: .arm, bytes: [0x02, 0x01, 0x91, 0xe7], text: "ldr r0, [r1, r2, lsl #2]", access: "read 4 r1 r2*4 +0"),
    Example(processor: .thumb, bytes: [0x90, 0xb5], text: "push {r4, r7, lr}", access: "write 12 sp -12"),
  ]

  @Test(arguments: examples) func memoryOperand(_ example: Example) throws {
    let decoder = try #require(Disassembler(example.processor))
    let instruction = try #require(decoder.decode(example.bytes, at: 0x1000))
    #expect(instruction.text == example.text)
    #expect(instruction.size == example.bytes.count)
    #expect(instruction.accesses.map(Self.words).joined(separator: "; ") == example.access)
  }

  static func words(_ access: MemoryAccess) -> String {
    let index = access.index.map { "\($0.register)*\($0.scale)\($0.isSigned ? "s" : "")" }
    let sign = access.displacement < 0 ? "" : "+"
    return (["\(access.direction)", "\(access.size)", access.base, index].compactMap { $0 } + ["\(sign)\(access.displacement)"])
      .joined(separator: " ")
  }

  @Test func addressFromRegisters() throws {
    let decoder = try #require(Disassembler(.arm64))
    let access = try #require(decoder.decode([0x08, 0xd8, 0x69, 0xb8], at: 0)?.accesses.first)
    let registers = RegisterFile([("x0", 0x1000), ("x9", 0x1_ffff_ffff), ("sp", 0x100)], .arm64)
    #expect(access.address(registers) == 0xffc)
    #expect(access.address(RegisterFile([("x0", 0x1000)], .arm64)) == nil)
  }

  @Test func aDivisorIsARegisterOrMemory() throws {
    let decoder = try #require(Disassembler(.x86_64))
    #expect(decoder.decode([0xf7, 0xfe], at: 0)?.divisor == .register("esi"))
    #expect(decoder.decode([0xf7, 0x7d, 0xf8], at: 0)?.divisor == .memory)
    #expect(decoder.decode([0x0f, 0xaf, 0xc7], at: 0)?.divisor == nil)
  }

  /// `mov cl, al` changes a part of rcx.
  @Test func aPartialWriteChangesTheRegister() throws {
    let decoder = try #require(Disassembler(.x86_64))
    let instruction = try #require(decoder.decode([0x88, 0xc1], at: 0))
    #expect(instruction.writes("rcx"))
    #expect(!instruction.writes("rax"))
    #expect(instruction.effect == .other)
  }

  /// Starts in the middle of an instruction meet the others soon: the boundaries that most agree on are right.
  @Test func precedingInstructionsOfX86() throws {
    let decoder = try #require(Disassembler(.x86_64))
    // mov rax, [rbp - 8]; mov rax, [rax + 8]; mov ecx, [rax]
    let bytes: [UInt8] = [0x55, 0x48, 0x89, 0xe5, 0x48, 0x8b, 0x45, 0xf8, 0x48, 0x8b, 0x40, 0x08, 0x8b, 0x08]
    let window = InstructionWindow(address: 0x1000, bytes: bytes)
    let found = window.instructions(before: 0x100c, count: 2, notBefore: nil, decoder)
    #expect(found.map(\.text) == ["mov rax, qword ptr [rax + 8]", "mov rax, qword ptr [rbp - 8]"])
  }

  @Test func damagedBytesAreNoInstruction() throws {
    for processor in Processor.allCases {
      let decoder = try #require(Disassembler(processor))
      #expect(decoder.decode([], at: 0) == nil)
      #expect(decoder.decode([0x0f], at: .max) == nil)
    }
  }
}

/// Comparisons, branches, and where control comes from.
struct ComparisonTests {
  private static let registers = RegisterFile(
    [("x0", 12), ("x1", 7), ("x8", 5), ("x19", 0xffff_fffe), ("sp", 0x1000)], .arm64)

  private func comparison(_ bytes: [UInt8], _ processor: Processor = .arm64) throws -> Comparison? {
    try #require(Disassembler(processor)).decode(bytes, at: 0x1000)?.comparison
  }

  @Test(.enabled(if: Disassembler.isInstalled, "Capstone is not installed")) func operands() throws {
    // cmp x1, x8; cmp w1, #5; cmp x1, x8, lsl #3
    #expect(try comparison([0x3f, 0x00, 0x08, 0xeb])?.first == .register("x1"))
    #expect(try comparison([0x3f, 0x14, 0x00, 0x71])?.second == .number(5))
    #expect(try comparison([0x3f, 0x0c, 0x08, 0xeb]) == nil)
    // cmp r14, qword ptr [rbx + 0x10]; test rsi, rsi; test rsi, rdi
    #expect(try comparison([0x4c, 0x3b, 0x73, 0x10], .x86_64)?.second == .memory)
    #expect(try comparison([0x48, 0x85, 0xf6], .x86_64)?.second == .number(0))
    #expect(try comparison([0x48, 0x85, 0xfe], .x86_64) == nil)
  }

  /// The difference replaces one of the numbers, which the other one gives back.
  @Test(.enabled(if: Disassembler.isInstalled, "Capstone is not installed")) func aDifference() throws {
    // subs w19, w0, w19: 12 - 14 = -2; subs x0, x0, #7: 19 - 7 = 12
    let second = try #require(try comparison([0x13, 0x00, 0x13, 0x6b])).numbers(Self.registers)
    #expect(second.first == 12 && second.second == 14)
    let first = try #require(try comparison([0x00, 0x1c, 0x00, 0xf1])).numbers(Self.registers)
    #expect(first.first == 19 && first.second == 7)
    // subs x0, x0, x0
    #expect(try comparison([0x00, 0x00, 0x00, 0xeb]) == nil)
  }

  @Test func jumpsToAnAddress() {
    // b.hs +8; nop; cbz x0, -4; tbnz x1, #63, -8; b -12; bl -16
    let arm: [UInt8] = [
      0x42, 0x00, 0x00, 0x54, 0x1f, 0x20, 0x03, 0xd5, 0xe0, 0xff, 0xff, 0xb4, 0xc1, 0xff, 0xff, 0xb7, 0xfd, 0xff, 0xff, 0x17,
      0xfc,
      0xff, 0xff, 0x97,
    ]
    #expect(JumpScan.jumps(in: arm, at: 0x1000, .arm64) { $0 == 0x1008 } == [0x1000])
    #expect(JumpScan.jumps(in: arm, at: 0x1000, .arm64) { $0 == 0x1004 } == [0x1008, 0x100c, 0x1010])
    // jae +4; jmp +2; ja (near) -8; call
    let intel: [UInt8] = [0x73, 0x04, 0xeb, 0x02, 0x90, 0x90, 0x0f, 0x87, 0xf8, 0xff, 0xff, 0xff, 0xe8, 0xf3, 0xff, 0xff, 0xff]
    #expect(JumpScan.jumps(in: intel, at: 0x1000, .x86_64) { $0 == 0x1006 } == [0x1000, 0x1002])
    #expect(JumpScan.jumps(in: intel, at: 0x1000, .x86_64) { $0 == 0x1004 } == [0x1006])
  }

  /// An instruction that depends on its address is decoded anew.
  @Test(.enabled(if: Disassembler.isInstalled, "Capstone is not installed")) func addressesOfTheProgram() throws {
    let texts = Disassembler.with(.arm64) { decoder in
      // adrp x8, #0x1000 ahead; ldr x0, [x8, #0x20]
      [0x4000, 0x8000].flatMap { address in
        [[0x08, 0x00, 0x00, 0xb0], [0x00, 0x11, 0x40, 0xf9]].map { decoder.decode($0, at: UInt64(address))?.text ?? "" }
      }
    }
    let found = try #require(texts)
    #expect(found[0] != found[2] && found[1] == "ldr x0, [x8, #0x20]" && found[3] == found[1])
  }
}

struct TrapInstructionTests {
  @Test(
    arguments: [
      (
        Processor.arm64, [0x20, 0x00, 0x20, 0xd4], "brk #0x1",
        "a check that the compiler inserted: a precondition of Swift, __builtin_trap or unreachable code"
      ),
      (.arm64, [0x00, 0x8e, 0x38, 0xd4], "brk #0xc470", "a pointer whose authentication failed (key IA)"),
      (.arm64, [0x20, 0x8e, 0x38, 0xd4], "brk #0xc471", "a pointer whose authentication failed (key IB)"),
      (.arm64, [0x40, 0x8e, 0x38, 0xd4], "brk #0xc472", "a pointer whose authentication failed (key DA)"),
      (.arm64, [0x60, 0x8e, 0x38, 0xd4], "brk #0xc473", "a pointer whose authentication failed (key DB)"),
      (.arm64, [0x80, 0x8e, 0x38, 0xd4], "brk #0xc474", "a pointer whose authentication failed"),
      (.x86_64, [0xcc], "int3", "a stop for a debugger (__builtin_debugtrap)"),
      (.arm64, [0x40, 0xa2, 0x2a, 0xd4], "brk #0x5512", "a failed check of -fsanitize-trap: index out of bounds"),
      (.arm64, [0x00, 0x00, 0x3e, 0xd4], "brk #0xf000", "a stop for a debugger (__builtin_debugtrap)"),
      (
        .x86_64, [0x0f, 0x0b], "ud2",
        "a check that the compiler inserted: a precondition of Swift, __builtin_trap or unreachable code"
      ),
      (
        .x86_64, [0x67, 0x0f, 0xb9, 0x40, 0x03], "ud1 eax, dword ptr [eax + 0x3]",
        "a failed check of -fsanitize-trap: overflow of a division"
      ),
      (
        .x86_64, [0x67, 0x0f, 0xb9, 0x00], "ud1 eax, dword ptr [eax]",
        "a failed check of -fsanitize-trap: overflow of an addition"
      ),
      (
        .thumb, [0xfe, 0xde], "trap",
        "a check that the compiler inserted: a precondition of Swift, __builtin_trap or unreachable code"
      ),
    ] as [(Processor, [UInt8], String, String)])
  func meaning(_ processor: Processor, _ bytes: [UInt8], _ text: String, _ meaning: String) throws {
    let trap = try #require(TrapInstruction(bytes, processor))
    #expect(trap.text == text)
    #expect(trap.meaning == meaning)
  }

  /// Traps that no compiler explains.
  @Test func trapsWithoutAMeaning() {
    #expect(TrapInstruction([0x00, 0x00, 0x20, 0xd4], .arm64)?.text == "brk #0x0")
    #expect(TrapInstruction([0x00, 0x00, 0x20, 0xd4], .arm64)?.meaning == nil)
    #expect(TrapInstruction([0x00, 0x00, 0x00, 0x00], .arm64)?.meaning == nil)
  }

  @Test func otherInstructionsAreNoTraps() {
    #expect(TrapInstruction([0x08, 0x11, 0x40, 0xf9], .arm64) == nil)
    #expect(TrapInstruction([0x90], .x86_64) == nil)
    #expect(TrapInstruction([0x0f], .x86_64) == nil)
    #expect(TrapInstruction([0x20, 0x00], .arm64) == nil)
  }
}

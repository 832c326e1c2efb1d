import CrashModel
import Faults
import Instructions
import SymbolModel
import Testing

/// Sentences about instructions whose bytes are in the report.
@Suite(.enabled(if: Disassembler.isInstalled, "Capstone is not installed"))
struct FaultExplainerTests {
  private func report(
    _ type: String, _ registers: KeyValuePairs<String, UInt64>, fault: UInt64? = nil, code: [UInt8],
    counter: UInt64 = 0x1_0000_4000
  ) -> CrashReport {
    var report = CrashReport(format: ReportFormat("test", title: "report"))
    var exception = CrashException()
    exception.type = type
    exception.faultAddress = fault.map { RuntimeAddress($0) }
    report.exception = exception
    var thread = CrashThread(index: 0, crashed: true, frames: 0..<1)
    thread.registers = registers.map { Register(name: $0.key, value: $0.value) }
    let isIntel = registers.contains { $0.key == "rax" }
    thread.registers.append(Register(name: isIntel ? "rip" : "pc", value: counter))
    report.threads = [thread]
    report.frames = [Frame(index: 0, kind: .exact, address: RuntimeAddress(counter))]
    report.memoryBytes = [MemoryBytes(address: RuntimeAddress(counter), bytes: code)]
    return report
  }

  private func sentence(_ report: CrashReport) -> String? { FaultExplainer(report)?.explain(FaultContext())?.sentence }

  /// `ldr x3, [x8, #0x30]`
  private let load: [UInt8] = [0x03, 0x19, 0x40, 0xf9]

  @Test func theDisplacementTellsNullFromDamage() {
    let null = report("EXC_BAD_ACCESS", ["x0": 1, "x8": 0, "sp": 0x1_6000_0000], fault: 0x30, code: load)
    #expect(sentence(null) == "ldr x3, [x8, #0x30]: reads 8 bytes at x8 + 0x30; x8 is null")
    let small = report("EXC_BAD_ACCESS", ["x0": 1, "x8": 0xf2, "sp": 0x1_6000_0000], fault: 0x122, code: load)
    #expect(
      sentence(small) == "ldr x3, [x8, #0x30]: reads 8 bytes at x8 + 0x30; x8 is 0xf2, a small number, no pointer")
  }

  @Test func anotherAddressIsNotExplained() throws {
    let other = report("EXC_BAD_ACCESS", ["x0": 1, "x8": 0x1000, "sp": 0x1_6000_0000], fault: 0x30, code: load)
    let found = try #require(FaultExplainer(other)?.explain(FaultContext()))
    #expect(found.text == "ldr x3, [x8, #0x30]")
    #expect(found.explains == false)
    #expect(found.sentence == nil)
  }

  /// The processor reports 0 for an address that is none.
  @Test func aNonCanonicalAddressIsNotNull() {
    let code: [UInt8] = [0x48, 0x8b, 0x40, 0x08]
    let damaged = report("EXC_BAD_ACCESS", ["rax": 0x1234_5678_9abc_def0, "rsp": 0x7000_0000_0000], fault: 0, code: code)
    #expect(
      sentence(damaged)
        == "mov rax, qword ptr [rax + 8]: reads 8 bytes at rax + 0x8; rax is 0x123456789abcdef0, which is no address"
    )
  }

  @Test func aFillPatternAndText() {
    let code: [UInt8] = [0x48, 0x8b, 0x00]
    let filled = report("SIGSEGV", ["rax": 0x5a5a_5a5a_5a5a_5a5a, "rsp": 0x7000_0000_0000], fault: 0, code: code)
    #expect(
      sentence(filled)?.hasSuffix("rax is 0x5a5a5a5a5a5a5a5a, a fill pattern: the memory was freed or never initialized") == true)
    // With an offset or a flag in the lowest byte.
    let moved = report("SIGSEGV", ["rax": 0x5a5a_5a5a_5a5a_5a58, "rsp": 0x7000_0000_0000], fault: 0, code: code)
    #expect(sentence(moved)?.contains("a fill pattern") == true)
    let text = report("SIGSEGV", ["rax": 0x6f6c_6c65_4821_2121, "rsp": 0x7000_0000_0000], fault: 0, code: code)
    #expect(sentence(text)?.hasSuffix("the text \"!!!Hello\": the pointer was overwritten") == true)
  }

  @Test func theStackIsExhausted() {
    let push: [UInt8] = [0x55]
    let full = report("EXC_BAD_ACCESS", ["rax": 1, "rsp": 0x7000_0000_1000], fault: 0x7000_0000_0ff8, code: push)
    #expect(
      sentence(full) == "push rbp: writes 8 bytes at rsp - 0x8; rsp is 0x700000001000: the stack is exhausted")
  }

  @Test func anIndexIsNamedWithItsValue() {
    let code: [UInt8] = [0x8b, 0x44, 0xcf, 0x08]
    let range = report(
      "SIGSEGV", ["rax": 1, "rdi": 0x6000_0000, "rcx": 0x1000_0000, "rsp": 0x7000_0000_0000], fault: 0xe000_0008, code: code)
    #expect(
      sentence(range)
        == "mov eax, dword ptr [rdi + rcx*8 + 8]: reads 4 bytes at rdi + rcx * 8 + 0x8; rdi is 0x60000000, rcx is 0x10000000")
  }

  @Test func aConstantAddress() {
    let code: [UInt8] = [0xc7, 0x04, 0x25, 1, 0, 0, 0, 0, 0, 0, 0]
    let constant = report("EXC_BAD_ACCESS", ["rax": 1, "rsp": 0x7000_0000_0000], fault: 1, code: code)
    #expect(sentence(constant) == "mov dword ptr [1], 0: writes 4 bytes at the constant address 0x1")
  }

  @Test func divisionByZero() {
    let zero = report("EXC_ARITHMETIC", ["rax": 1, "rsi": 0, "rsp": 0x7000_0000_0000], code: [0xf7, 0xfe])
    #expect(sentence(zero) == "idiv esi: divides by esi, which is 0")
  }

  @Test func codeIsRunWhereThereIsNone() {
    var jump = report("EXC_BAD_ACCESS", ["x0": 1, "sp": 0x1_6000_0000], fault: 0xdead_0000, code: [], counter: 0xdead_0000)
    #expect(sentence(jump) == "code was run at 0xdead0000, which holds none")
    jump = report("EXC_BAD_ACCESS", ["x0": 1, "sp": 0x1_6000_0000], fault: 0, code: [], counter: 0)
    #expect(sentence(jump) == "null was called as a function")
  }

  @Test func anAbortIsNotExplained() {
    let abort = report("EXC_CRASH", ["x0": 0, "x8": 0, "sp": 0x1_6000_0000], fault: 0, code: load)
    #expect(FaultExplainer(abort) == nil)
  }

  @Test func registersOfAnotherMomentExplainNothing() {
    var other = report("EXC_BAD_ACCESS", ["x0": 1, "x8": 0, "sp": 0x1_6000_0000], fault: 0x30, code: load)
    other.frames[0].address = RuntimeAddress(0x1_0000_8000)
    #expect(FaultExplainer(other) == nil)
  }

  /// The report has the address after it.
  @Test func aBreakpointOfX86() throws {
    var stop = report("EXC_BREAKPOINT", ["rax": 1, "rsp": 0x7000_0000_0000], code: [])
    stop.memoryBytes = [MemoryBytes(address: RuntimeAddress(0x1_0000_3fff), bytes: [0xcc, 0x48, 0x8b, 0x00])]
    let found = try #require(FaultExplainer(stop)?.explain(FaultContext()))
    #expect(found.sentence == "int3: a stop for a debugger (__builtin_debugtrap)")
    #expect(found.bytes == [0xcc])
    // The last byte of another instruction.
    stop.exception?.type = "EXC_BAD_INSTRUCTION"
    #expect(sentence(stop) == nil)
  }

  @Test func aDivisorInMemory() {
    // div dword ptr [rcx + 8]
    let code: [UInt8] = [0xf7, 0x71, 0x08]
    let zero = report("EXC_ARITHMETIC", ["rax": 40, "rdx": 0, "rcx": 0x5000, "rsp": 0x7000_0000_0000], code: code)
    #expect(sentence(zero) == "div dword ptr [rcx + 8]: divides by 4 bytes at rcx + 0x8, which are 0")
    // With an upper half, the quotient may have been too wide.
    let wide = report("EXC_ARITHMETIC", ["rax": 40, "rdx": 3, "rcx": 0x5000, "rsp": 0x7000_0000_0000], code: code)
    #expect(sentence(wide) == "div dword ptr [rcx + 8]: divides by 4 bytes at rcx + 0x8")
    // idiv dword ptr [rcx + 8]: the lowest number divided by -1.
    let lowest = report(
      "EXC_ARITHMETIC", ["rax": 0x8000_0000, "rdx": 0xffff_ffff, "rcx": 0x5000, "rsp": 0x7000_0000_0000],
      code: [0xf7, 0x79, 0x08])
    #expect(sentence(lowest) == "idiv dword ptr [rcx + 8]: divides by 4 bytes at rcx + 0x8")
  }

  /// strb w10, [x9, x8]
  @Test func aFrameWithoutMemory() {
    let store: [UInt8] = [0x2a, 0x69, 0x28, 0x38]
    func full(_ base: UInt64, _ index: UInt64, frame: UInt64) -> String? {
      sentence(
        report(
          "EXC_BAD_ACCESS", ["x0": 1, "x8": index, "x9": base, "x29": frame, "sp": 0x1_6eef_ff60], fault: base + index,
          code: store))
    }
    let exhausted = "strb w10, [x9, x8]: writes 1 byte at x9 + x8; x9 is 0x16eefff70: the stack is exhausted"
    #expect(full(0x1_6eef_ff70, 0x14, frame: 0x1_6ef0_0100) == exhausted)
    // Above the frame: an array was overrun.
    #expect(
      full(0x1_6eef_ff70, 0x4_0000, frame: 0x1_6ef0_0100)
        == "strb w10, [x9, x8]: writes 1 byte at x9 + x8; x9 is 0x16eefff70, x8 is 0x40000")
  }

  @Test func aBusErrorOfSwiftsBacktraces() {
    let code: [UInt8] = [0x48, 0x8b, 0x45, 0x00]
    let damaged = report("Bus error", ["rax": 1, "rbp": 0x1234_5678_9abc_def0, "rsp": 0x7000_0000_0000], fault: 0, code: code)
    #expect(
      sentence(damaged) == "mov rax, qword ptr [rbp]: reads 8 bytes at rbp; rbp is 0x123456789abcdef0, which is no address")
  }

  @Test func bytesThatAreNoInstruction() {
    let damaged = report("EXC_BAD_ACCESS", ["rax": 1, "rsp": 0x7000_0000_0000], fault: 0, code: [0x06, 0x06])
    #expect(sentence(damaged) == nil)
  }
}

/// Traps are known without a disassembler.
struct FaultTrapTests {
  @Test func aFailedAuthentication() throws {
    var report = CrashReport(format: ReportFormat("test", title: "report"))
    report.exception = CrashException()
    report.exception?.type = "EXC_BREAKPOINT"
    var thread = CrashThread(index: 0, crashed: true, frames: 0..<1)
    thread.registers = [Register(name: "x0", value: 0), Register(name: "pc", value: 0x4000)]
    report.threads = [thread]
    report.frames = [Frame(index: 0, kind: .exact, address: RuntimeAddress(0x4000))]
    report.memoryBytes = [MemoryBytes(address: RuntimeAddress(0x3ffc), bytes: [0, 0, 0, 0, 0x40, 0x8e, 0x38, 0xd4])]
    let found = try #require(FaultExplainer(report)?.explain(FaultContext()))
    #expect(found.sentence == "brk #0xc472: a pointer whose authentication failed (key DA)")
    #expect(found.finding == .authentication)
    report.exception?.reason = "Swift runtime failure: Index out of range"
    #expect(FaultExplainer(report)?.explain(FaultContext())?.sentence == nil)
  }
}

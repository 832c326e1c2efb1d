import Foundation
import Instructions
import TestSupport
import Testing

private let llvmMC = ["/usr/bin/llvm-mc-19", "/usr/bin/llvm-mc"].first { FileManager.default.isExecutableFile(atPath: $0) }

/// Instructions as compilers write them, in every form of address. llvm-mc assembles them; what they access is written beside each.
@Suite(.enabled(if: Disassembler.isInstalled && llvmMC != nil, "Capstone or llvm-mc is not installed"))
struct ChosenInstructionTests {
  /// An instruction with `M` for its memory operand.
  private struct Pattern {
    let text: String
    let direction: String
    let size: Int
    /// What else it accesses: the stack.
    var more = ""

    init(_ text: String, _ direction: String, _ size: Int, more: String = "") {
      (self.text, self.direction, self.size, self.more) = (text, direction, size, more)
    }
  }

  private struct Chosen {
    let text: String
    let access: String
  }

  private static let singleARM: [Pattern] = [
    Pattern("ldr x0, M", "read", 8), Pattern("ldr w0, M", "read", 4), Pattern("ldrb w0, M", "read", 1),
    Pattern("ldrh w0, M", "read", 2), Pattern("ldrsb w0, M", "read", 1), Pattern("ldrsb x0, M", "read", 1),
    Pattern("ldrsh w0, M", "read", 2), Pattern("ldrsh x0, M", "read", 2), Pattern("ldrsw x0, M", "read", 4),
    Pattern("str x0, M", "write", 8), Pattern("str w0, M", "write", 4), Pattern("strb w0, M", "write", 1),
    Pattern("strh w0, M", "write", 2), Pattern("str xzr, M", "write", 8), Pattern("ldr q0, M", "read", 16),
    Pattern("ldr d0, M", "read", 8), Pattern("ldr s0, M", "read", 4), Pattern("ldr h0, M", "read", 2),
    Pattern("ldr b0, M", "read", 1), Pattern("str q0, M", "write", 16), Pattern("str d0, M", "write", 8),
    Pattern("str s0, M", "write", 4), Pattern("str h0, M", "write", 2), Pattern("str b0, M", "write", 1),
  ]
  private static let pairARM: [Pattern] = [
    Pattern("ldp x0, x3, M", "read", 16), Pattern("ldp w0, w3, M", "read", 8), Pattern("stp x0, x3, M", "write", 16),
    Pattern("stp w0, w3, M", "write", 8), Pattern("ldp q0, q3, M", "read", 32), Pattern("stp d0, d3, M", "write", 16),
    Pattern("ldpsw x0, x3, M", "read", 8), Pattern("stp q0, q3, M", "write", 32),
  ]
  private static let plainARM: [Pattern] = [
    Pattern("ldxr x0, M", "read", 8), Pattern("ldaxr w0, M", "read", 4), Pattern("stxr w3, x0, M", "write", 8),
    Pattern("stlxr w3, w0, M", "write", 4), Pattern("ldar x0, M", "read", 8), Pattern("stlr w0, M", "write", 4),
    Pattern("ldarb w0, M", "read", 1), Pattern("stlrh w0, M", "write", 2), Pattern("ldxp x0, x3, M", "read", 16),
    Pattern("stxp w4, x0, x3, M", "write", 16), Pattern("ldaxrb w0, M", "read", 1), Pattern("ldadd x0, x3, M", "readWrite", 8),
    Pattern("ldaddal w0, w3, M", "readWrite", 4), Pattern("swpa x0, x3, M", "readWrite", 8),
    Pattern("cas x0, x3, M", "readWrite", 8), Pattern("casal w0, w3, M", "readWrite", 4),
    Pattern("ldclrb w0, w3, M", "readWrite", 1), Pattern("ldseth w0, w3, M", "readWrite", 2),
    Pattern("casp x2, x3, x4, x5, M", "readWrite", 16), Pattern("ldapr x0, M", "read", 8),
    Pattern("ld1 {v0.16b}, M", "read", 16), Pattern("st1 {v0.4s, v1.4s}, M", "write", 32), Pattern("ld1r {v0.2d}, M", "read", 8),
    Pattern("ldnp x0, x3, M", "read", 16), Pattern("stnp w0, w3, M", "write", 8),
  ]

  private static func arm64() -> [Chosen] {
    var all: [Chosen] = []
    func add(_ pattern: Pattern, _ place: String, _ address: String) {
      let text = pattern.text.replacing(", M", with: ", " + place)
      all.append(Chosen(text: text, access: "\(pattern.direction) \(pattern.size) \(address)"))
    }
    for pattern in singleARM {
      let shift = pattern.size.trailingZeroBitCount
      let scale = shift == 0 ? "" : " #\(shift)"
      let places = [
        ("[x1]", "x1 +0"), ("[x1, #32]", "x1 +32"), ("[x1, #16]!", "x1 +16"), ("[x1], #16", "x1 +0"), ("[sp, #64]", "sp +64"),
        ("[x1, #-5]", "x1 -5"), ("[x1, x2]", "x1 x2*1 +0"), ("[x1, w2, sxtw\(scale)]", "x1 w2*\(pattern.size)s +0"),
        ("[x1, w2, uxtw]", "x1 w2*1 +0"), ("[x1, x2, lsl #\(shift)]", "x1 x2*\(pattern.size) +0"),
      ]
      for (place, address) in places { add(pattern, place, address) }
    }
    for pattern in pairARM {
      for (place, address) in [("[x1]", "x1 +0"), ("[x1, #32]", "x1 +32"), ("[sp, #-64]!", "sp -64"), ("[x1], #32", "x1 +0")] {
        add(pattern, place, address)
      }
    }
    for pattern in plainARM {
      for base in ["x1", "sp", "x20"] { add(pattern, "[\(base)]", "\(base) +0") }
    }
    return all
  }

  private static let intel: [Pattern] = [
    Pattern("mov rax, qword ptr M", "read", 8), Pattern("mov eax, dword ptr M", "read", 4),
    Pattern("mov al, byte ptr M", "read", 1), Pattern("mov ax, word ptr M", "read", 2),
    Pattern("mov qword ptr M, rax", "write", 8), Pattern("mov byte ptr M, 7", "write", 1),
    Pattern("mov dword ptr M, 7", "write", 4), Pattern("add qword ptr M, rax", "readWrite", 8),
    Pattern("add eax, dword ptr M", "read", 4), Pattern("sub word ptr M, 3", "readWrite", 2),
    Pattern("cmp qword ptr M, 0", "read", 8), Pattern("test byte ptr M, 1", "read", 1),
    Pattern("inc dword ptr M", "readWrite", 4),
    Pattern("neg qword ptr M", "readWrite", 8), Pattern("xchg qword ptr M, rax", "readWrite", 8),
    Pattern("movzx eax, byte ptr M", "read", 1), Pattern("movsx rax, word ptr M", "read", 2),
    Pattern("movsxd rax, dword ptr M", "read", 4), Pattern("imul eax, dword ptr M", "read", 4),
    Pattern("idiv qword ptr M", "read", 8), Pattern("div dword ptr M", "read", 4),
    Pattern("call qword ptr M", "read", 8, more: "write 8 rsp -8"), Pattern("jmp qword ptr M", "read", 8),
    Pattern("push qword ptr M", "read", 8, more: "write 8 rsp -8"), Pattern("pop qword ptr M", "write", 8, more: "read 8 rsp +0"),
    Pattern("movss xmm0, dword ptr M", "read", 4), Pattern("movsd qword ptr M, xmm0", "write", 8),
    Pattern("movaps xmm0, xmmword ptr M", "read", 16), Pattern("movups xmmword ptr M, xmm0", "write", 16),
    Pattern("cvtsi2sd xmm0, qword ptr M", "read", 8), Pattern("addsd xmm0, qword ptr M", "read", 8),
    Pattern("lock xadd dword ptr M, eax", "readWrite", 4), Pattern("lock cmpxchg qword ptr M, rcx", "readWrite", 8),
    Pattern("sete byte ptr M", "write", 1), Pattern("fld qword ptr M", "read", 8), Pattern("fstp dword ptr M", "write", 4),
    Pattern("vmovups ymm0, ymmword ptr M", "read", 32), Pattern("and byte ptr M, 1", "readWrite", 1),
    Pattern("shl dword ptr M, 2", "readWrite", 4), Pattern("cmovne rax, qword ptr M", "read", 8),
  ]

  private static func x86() -> [Chosen] {
    let places = [
      ("[rdi]", "rdi +0"), ("[rdi + 8]", "rdi +8"), ("[rdi - 8]", "rdi -8"), ("[rdi + 4*rcx + 16]", "rdi rcx*4 +16"),
      ("[8*rcx + 64]", "rcx*8 +64"), ("[r12]", "r12 +0"), ("[r13 + 512]", "r13 +512"), ("[rsp + 8]", "rsp +8"),
      ("[r9 + 8*r10 - 32]", "r9 r10*8 -32"),
    ]
    return intel.flatMap { pattern in
      places.map { place, address in
        let first = "\(pattern.direction) \(pattern.size) \(address)"
        return Chosen(
          text: pattern.text.replacing("M", with: place), access: first + (pattern.more.isEmpty ? "" : "; " + pattern.more))
      }
    }
  }

  @Test func ofARM64() throws {
    try compare(Self.arm64(), .arm64, ["-triple=arm64-apple-macos", "-mattr=+v8.5a,+lse,+rcpc"], least: 300)
  }

  @Test func ofX86() throws {
    try compare(Self.x86(), .x86_64, ["-triple=x86_64", "-x86-asm-syntax=intel"], least: 350)
  }

  private func compare(_ chosen: [Chosen], _ processor: Processor, _ arguments: [String], least: Int) throws {
    let tool = try #require(llvmMC)
    let input = chosen.map { $0.text + "\n" }.joined()
    let run = try ToolRun.of(tool, ["--assemble", "--show-encoding"] + arguments, input: Array(input.utf8))
    try #require(run.status == 0, "\(run.stderr.prefix(300))")
    let encodings = run.stdout.split(separator: "\n").compactMap { line -> [UInt8]? in
      guard let mark = line.range(of: "encoding: [") else { return nil }
      return line[mark.upperBound...].prefix { $0 != "]" }.split(separator: ",").compactMap { UInt8($0.dropFirst(2), radix: 16) }
    }
    try #require(encodings.count == chosen.count)
    #expect(chosen.count >= least)
    let decoder = try #require(Disassembler(processor))
    var different: [String] = []
    for (expected, bytes) in zip(chosen, encodings) {
      let found = decoder.decode(bytes, at: 0x1000)
      let access = found?.accesses.map(InstructionTests.words).joined(separator: "; ") ?? "nothing"
      if access != expected.access || found?.size != bytes.count {
        different.append("\(expected.text): \(access), not \(expected.access)")
      }
    }
    #expect(different.isEmpty, "\(different.count) of \(chosen.count): \(different.prefix(20))")
  }
}

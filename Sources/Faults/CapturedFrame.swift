package import CrashModel
package import DWARF
internal import Instructions
package import SymbolModel

/// The registers and the memory that a report has of the frame at which its thread crashed.
package struct CapturedFrame {
  /// The position of the frame.
  package let frame: Int
  private let registers: RegisterFile
  private let memory: [MemoryBytes]

  /// Returns nil for reports without registers, and if they are those of another moment than the frame.
  package init?(_ report: CrashReport) {
    guard let thread = report.threads.first(where: { $0.crashed && !$0.registers.isEmpty }), let frame = thread.frames.first,
      report.frames[frame].kind == .exact, let address = report.frames[frame].address,
      let registers = RegisterFile(of: thread)
    else { return nil }
    let processor = registers.processor
    self.registers = registers
    guard let counter = registers.programCounter,
      address.isSameCode(as: RuntimeAddress(counter), on: Architecture(processor == .arm64 ? "arm64e" : "other"))
        || processor == .thumb && address.value & ~1 == counter & ~1
    else { return nil }
    self.frame = frame
    memory = report.dataBytes + report.memoryBytes
  }

  /// Returns the question for the variables. `instruction` is the link-time address of the frame, `slide` what is added to such
  /// addresses.
  package func question(at instruction: LinkAddress, slide: UInt64) -> ValueQuestion {
    let names = Self.names(registers.processor)
    let known = names.enumerated().compactMap { number, name in
      registers.value(of: name).map { ValueQuestion.Register(number: number, name: name, value: $0) }
    }
    var question = ValueQuestion(
      instruction: instruction, slide: slide, registers: known,
      memory: memory.map { ValueQuestion.Memory(address: $0.address.value, bytes: $0.bytes) })
    question.stackPointer = names.firstIndex { $0 == "sp" || $0 == "rsp" }
    question.framePointer = names.firstIndex { $0 == "x29" || $0 == "rbp" }
    return question
  }

  /// Whether an address is in the thread's stack, as far as its pointer tells.
  package func isStack(_ address: UInt64) -> Bool {
    guard let top = registers.stackPointer else { return false }
    return address >= top - min(top, 128) && address &- top < 8 << 20 || address < top && top - address <= 128
  }

  /// The names of the general registers, by their numbers in DWARF.
  private static func names(_ processor: Processor) -> [String] {
    switch processor {
    case .x86_64:
      ["rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp"] + (8...15).map { "r\($0)" }
    case .arm64: (0...30).map { "x\($0)" } + ["sp"]
    case .arm, .thumb: (0...12).map { "r\($0)" } + ["sp", "lr"]
    }
  }
}

internal import CrashModel
internal import DWARF
internal import Instructions

/// Names the variable that an instruction used as a pointer or as a divisor.
struct PointerNaming {
  private let context: FaultContext
  private let window: InstructionWindow
  private let disassembler: Disassembler
  private let registers: RegisterFile
  private let counter: UInt64

  init(
    _ context: FaultContext, _ window: InstructionWindow, _ disassembler: Disassembler, _ registers: RegisterFile,
    at counter: UInt64
  ) {
    self.context = context
    self.window = window
    self.disassembler = disassembler
    self.registers = registers
    self.counter = counter
  }

  /// Names the pointer of an access that explains the crash.
  func name(_ access: MemoryAccess, _ result: inout FaultInstruction) {
    guard let base = result.base, result.finding != .stackOverflow, !registers.isStack(base.register) else { return }
    guard let ask = context.ask else {
      result.reason = PointerSearch.Reason.noDebugInformation.rawValue
      return
    }
    let preceding = window.instructions(before: counter, count: 8, notBefore: context.runtimeStart, disassembler)
    let search = PointerSearch(
      access, at: counter, preceding, registers, frameAddress: frameAddress, link: context.link)
    guard let (answer, candidate) = first(search, ask) else {
      result.reason = search.end.rawValue
      return
    }
    set(answer, candidate, &result)
    let value = base.value &- candidate.added
    result.pointerValue = value
    result.member = answer.member
    result.memberOffset = candidate.question.offsets.last
    result.finding = BaseFinding.of(value, registers.processor, hasIndex: false)
  }

  /// Names a divisor in memory or in a register.
  func name(divisor access: MemoryAccess?, register: String?, _ result: inout FaultInstruction) {
    guard let ask = context.ask else { return }
    let search = PointerSearch(
      access, register: register, at: counter, registers, frameAddress: frameAddress, link: context.link)
    if let (answer, candidate) = first(search, ask) { set(answer, candidate, &result) }
  }

  private func set(_ answer: PointerAnswer, _ candidate: PointerSearch.Candidate, _ result: inout FaultInstruction) {
    result.pointer = answer.expression
    result.certainty = candidate.isCertain ? .certain : .probable
  }

  private func first(_ search: PointerSearch, _ ask: ([PointerQuestion]) -> [PointerAnswer?])
    -> (PointerAnswer, PointerSearch.Candidate)?
  {
    let answers = ask(search.candidates.map(\.question))
    for (answer, candidate) in zip(answers, search.candidates) {
      if let answer { return (answer, candidate) }
    }
    return nil
  }

  /// The canonical frame address of a function of x86-64 that begins with `push rbp; mov rbp, rsp`: 16 bytes after rbp.
  private var frameAddress: PointerQuestion.FrameAddress? {
    guard registers.processor == .x86_64, let start = context.runtimeStart,
      let code = context.program?.bytes(around: start, before: 0, after: 8)?.bytes
    else { return nil }
    let prologue: [UInt8] = [0x55, 0x48, 0x89, 0xe5]
    let guarded: [UInt8] = [0xf3, 0x0f, 0x1e, 0xfa]
    let body = code.starts(with: guarded) ? Array(code.dropFirst(4)) : code
    return body.starts(with: prologue) ? PointerQuestion.FrameAddress(register: 6, offset: 16) : nil
  }
}

internal import Bytes
package import CrashModel
internal import Instructions
package import SymbolModel

/// Says what the instruction at which a thread crashed did. The front of the module `Faults`.
///
/// In: a report, and a `FaultContext`, what is known of the image of its first frame. Out: a `FaultInstruction`, whose sentence is for people. On
/// the way:
///
/// 1. `CodeBytes`: the bytes at the program counter, from the report and from the program, which must agree.
/// 2. `Instructions` decodes them.
/// 3. `FaultAddress`: whether the address that the instruction uses is the one that the report states.
/// 4. `BaseFinding`: what the value of the base register is: null, a small number, text.
/// 5. `PointerNaming`: the variable that the base register comes from (`PointerSearch`).
/// 6. `FaultSentence`: all of it in words.
///
/// An instruction that does not explain the address gets no sentence.
package struct FaultExplainer {
  /// The kind of crash that an instruction can explain.
  enum Kind {
    case memory, trap, division
  }

  let report: CrashReport
  let kind: Kind
  let thread: CrashThread
  let registers: RegisterFile
  let counter: UInt64

  /// Returns nil for reports without registers, and for events that no instruction explains: an abort's comes after the crash.
  package init?(_ report: CrashReport) {
    guard report.marksCrashedThread, let kind = report.exception.flatMap(Self.kind),
      let thread = report.threads.first(where: { $0.crashed && !$0.registers.isEmpty }), let frame = thread.frames.first,
      let registers = RegisterFile(of: thread)
    else { return nil }
    let processor = registers.processor
    self.registers = registers
    guard let counter = registers.programCounter, let address = report.frames[frame].address else { return nil }
    // The registers of another moment explain nothing.
    let architecture = Architecture(processor == .arm64 ? "arm64e" : "other")
    guard
      address.isSameCode(as: RuntimeAddress(counter), on: architecture)
        || processor == .thumb && address.value & ~1 == counter & ~1
    else { return nil }
    self.report = report
    self.kind = kind
    self.thread = thread
    self.counter = processor == .thumb ? address.value & ~1 : min(address.value, counter)
  }

  /// The position of the frame of the instruction.
  package var frame: Int { thread.frames.lowerBound }

  /// The program counter without authentication bits.
  package var address: RuntimeAddress { RuntimeAddress(counter) }

  private static func kind(_ exception: CrashException) -> Kind? {
    switch exception.type {
    case "EXC_BREAKPOINT", "EXC_BAD_INSTRUCTION": return .trap
    case "EXC_ARITHMETIC": return .division
    case "EXC_CRASH", "EXC_GUARD", "EXC_RESOURCE": return nil
    default: break
    }
    if exception.isMemoryFault { return .memory }
    let words = exception.type?.lowercased() ?? ""
    switch exception.signal ?? exception.type {
    case "SIGILL", "SIGTRAP": return .trap
    case "SIGFPE": return .division
    default:
      if ["illegal instruction", "breakpoint", "trap"].contains(where: { words.containsBytes(of: $0) }) { return .trap }
      return words.containsBytes(of: "floating point") || words.containsBytes(of: "divi") ? .division : nil
    }
  }

  /// Explains the instruction with what is known of the image that it is in.
  package func explain(_ context: FaultContext) -> FaultInstruction? {
    var result = FaultInstruction(frame: frame)
    if kind == .memory, let jump = jump(context) { return jump }
    guard let code = CodeBytes(report, context.program, at: counter) else { return nil }
    result.source = code.source
    if let trap = TrapInstruction(code.atCounter, registers.processor) ?? passedBreakpoint(code) {
      return explain(trap, code, context, &result)
    }
    guard let found = Disassembler.with(registers.processor, { explain(code, context, $0, result) }) else {
      result.bytes = code.atCounter
      return result
    }
    return found
  }

  private func explain(
    _ code: CodeBytes, _ context: FaultContext, _ disassembler: Disassembler, _ start: FaultInstruction
  ) -> FaultInstruction? {
    guard let instruction = disassembler.decode(code.atCounter, at: counter) else { return nil }
    var result = start
    result.text = instruction.text
    result.bytes = Array(code.atCounter.prefix(instruction.size))
    let naming = PointerNaming(context, code.window, disassembler, registers, at: counter)
    switch kind {
    case .memory:
      if let access = FaultAddress(report, registers).explain(instruction, &result) { naming.name(access, &result) }
    case .division: explainDivision(instruction, naming, &result)
    case .trap: break
    }
    result.sentence = FaultSentence(result, report, quotesText: context.quotesText).text
    return result
  }

  /// The `int3` in front of the program counter: processors of x86-64 report the instruction after it.
  private func passedBreakpoint(_ code: CodeBytes) -> TrapInstruction? {
    guard registers.processor == .x86_64, kind == .trap, Self.isBreakpoint(report.exception), counter > 0,
      let byte = code.window.bytes(from: counter - 1)?.first
    else { return nil }
    return byte == TrapInstruction.breakpoint ? TrapInstruction([byte], .x86_64) : nil
  }

  private static func isBreakpoint(_ exception: CrashException?) -> Bool {
    let type = exception?.type?.lowercased() ?? ""
    return exception?.signal == "SIGTRAP" || type == "exc_breakpoint" || type == "sigtrap" || type.containsBytes(of: "trap")
      || type.containsBytes(of: "breakpoint")
  }

  private func explain(
    _ trap: TrapInstruction, _ code: CodeBytes, _ context: FaultContext, _ result: inout FaultInstruction
  ) -> FaultInstruction? {
    guard kind == .trap else { return nil }
    result.text = trap.text
    result.bytes = trap.bytes
    switch trap.kind {
    case .authentication: result.finding = .authentication
    case .sanitizer: result.finding = .check
    case .other: result.finding = .trap
    }
    // A failed check that Swift has inlined has a name of its own, which says more.
    let meaning = report.exception?.runtimeFailure == nil ? trap.meaning : nil
    let words = [meaning, trap.isCheck ? checked(trap, context, &result) : nil].compactMap { $0 }
    if !words.isEmpty { result.sentence = "\(trap.text): \(words.joined(separator: "; "))" }
    return result
  }

  /// The numbers whose comparison led to a trap, in words.
  private func checked(_ trap: TrapInstruction, _ context: FaultContext, _ result: inout FaultInstruction) -> String? {
    guard let code = FunctionCode(context, at: counter) else { return nil }
    let isIndex = trap.isIndexCheck || report.exception?.runtimeFailure.map(Self.isIndexFailure) == true
    var filled = result
    let words = Disassembler.with(registers.processor) { disassembler -> String? in
      guard let check = FailedCheck(code, disassembler, registers, before: counter) else { return nil }
      let naming = CheckNaming(check, registers, PointerNaming(context, code.window, disassembler, registers, at: counter))
      return isIndex ? naming.index(&filled) : naming.relation
    }
    result = filled
    return words ?? nil
  }

  /// Index out of range, Array index is out of range, String index is out of bounds
  private static func isIndexFailure(_ failure: String) -> Bool {
    let words = failure.lowercased()
    return words.containsBytes(of: "index")
      && (words.containsBytes(of: "out of range") || words.containsBytes(of: "out of bounds"))
  }

  /// The program counter is the address that cannot be accessed: the code was run from there.
  private func jump(_ context: FaultContext) -> FaultInstruction? {
    guard let fault = report.exception?.wholeFaultAddress, fault.value == counter,
      context.program?.holdsCode(at: counter) != true,
      !report.memoryBytes.contains(where: { $0.contains(fault) })
    else { return nil }
    var result = FaultInstruction(frame: frame)
    result.access = "execute"
    result.address = fault.value
    result.explains = true
    result.finding = fault.value == 0 ? .null : .jump
    result.sentence = FaultSentence(result, report, quotesText: context.quotesText).text
    return result
  }

  private func explainDivision(_ instruction: Instruction, _ naming: PointerNaming, _ result: inout FaultInstruction) {
    guard let divisor = instruction.divisor else { return }
    switch divisor {
    case .register(let name):
      guard let value = registers.value(of: name) else { return }
      result.base = FaultInstruction.Operand(register: name, value: value)
      if value == 0 { result.finding = .zeroDivisor }
      naming.name(divisor: .register(name), &result)
    case .memory:
      guard let access = instruction.accesses.first else { return }
      FaultAddress.set(access, registers, &result)
      if QuotientRange(instruction.text, access.size, registers).isAlwaysWide { result.finding = .zeroDivisor }
      naming.name(divisor: .memory(access), &result)
    }
    result.access = "divide"
  }
}

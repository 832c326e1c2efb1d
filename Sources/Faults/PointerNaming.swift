internal import CrashModel
internal import DWARF
internal import Instructions
internal import SymbolModel

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

  private typealias Found = (answer: PointerAnswer, candidate: PointerSearch.Candidate)

  /// Names the pointer of an access that explains the crash.
  func name(_ access: MemoryAccess, _ result: inout FaultInstruction) {
    if let index = access.index, result.finding != .stackOverflow { return nameElement(access, index, &result) }
    guard let base = result.base, result.finding != .stackOverflow, !registers.isStack(base.register) else { return }
    guard let (answer, candidate) = find(.base(access), &result) else { return }
    result.pointer = answer.expression
    result.certainty = isCertain(candidate) ? .certain : .probable
    let value = base.value &- candidate.added
    result.pointerValue = value
    result.member = answer.member
    result.memberOffset = candidate.question.offsets.last
    result.finding = BaseFinding.of(value, registers.processor, hasIndex: false)
  }

  /// Names the function that returned a pointer.
  private func nameResult(_ search: PointerSearch, _ result: inout FaultInstruction) {
    guard let callee = search.callee, let name = context.functionName?(RuntimeAddress(callee)), !Self.returnsArgument(name),
      let value = result.base?.value, let offset = result.offset
    else { return }
    result.reason = nil
    result.pointer = name
    result.isResult = true
    result.certainty = .probable
    result.pointerValue = value &- search.added
    result.memberOffset = offset &+ Int64(bitPattern: search.added)
    result.finding = BaseFinding.of(value &- search.added, registers.processor, hasIndex: false)
  }

  /// Functions of the runtimes that return what they get say nothing about where a pointer comes from; nor do those that compilers make.
  private static func returnsArgument(_ name: String) -> Bool {
    ["swift_", "_swift_", "objc_", "_objc_", "outlined "].contains { name.hasPrefix($0) }
  }

  /// Whether the place of a candidate is the register itself, or its address is a part of code that control enters nowhere in between.
  private func isCertain(_ candidate: PointerSearch.Candidate) -> Bool {
    guard !candidate.isCertain, case .object = candidate.question.place else { return candidate.isCertain }
    guard let bases = context.bases, let offset = candidate.question.instruction.offset(from: bases.text),
      let code = FunctionCode(context, at: counter)
    else { return false }
    let first = RuntimeAddress(load: bases.load, offset: offset).value
    return code.jumps(registers.processor) { $0 > first && $0 <= counter }.isEmpty
  }

  /// Names the array and the index of an element.
  private func nameElement(_ access: MemoryAccess, _ index: MemoryAccess.Index, _ result: inout FaultInstruction) {
    guard let ask = context.ask else {
      result.reason = PointerSearch.Reason.noDebugInformation.rawValue
      return
    }
    let preceding = preceding
    result.indexName = indexName(PointerSearch.Index(register: index.register, address: counter, preceding: preceding), ask)
    result.reason = PointerSearch.Reason.computed.rawValue
    guard let base = access.base, let value = result.base?.value, !registers.isStack(base) else { return }
    let search = PointerSearch(.array(base), at: counter, preceding, registers, link: context.link)
    guard let (answer, candidate) = first(search.candidates, ask),
      let name = candidate.isAccess ? answer.access : answer.expression
    else { return }
    result.reason = nil
    result.pointer = name
    result.pointerValue = value
    result.certainty = isCertain(candidate) ? .certain : .probable
  }

  /// Returns the variable that is in a register at an instruction, or nil if unknown.
  func name(of register: String, at address: UInt64) -> String? {
    guard let ask = context.ask else { return nil }
    let start = context.runtimeStart
    let preceding = PointerSearch.Preceding(
      instructions: PrecedingInstructions(in: window, before: address, count: 8, notBefore: start, disassembler), start: start)
    return indexName(PointerSearch.Index(register: register, address: address, preceding: preceding), ask)
  }

  private func indexName(_ index: PointerSearch.Index, _ ask: ([PointerQuestion]) -> [PointerAnswer?]) -> String? {
    let search = PointerSearch(.register(index.register), at: index.address, index.preceding, registers, link: context.link)
    return first(search.candidates, ask).flatMap { $0.candidate.isAccess ? $0.answer.access : $0.answer.expression }
  }

  /// Names a divisor in memory or in a register.
  func name(divisor goal: PointerSearch.Goal, _ result: inout FaultInstruction) {
    guard let (answer, candidate) = find(goal, &result) else { return }
    result.pointer = candidate.isAccess ? answer.access : answer.expression
    result.certainty = candidate.isCertain ? .certain : .probable
  }

  private func find(_ goal: PointerSearch.Goal, _ result: inout FaultInstruction) -> Found? {
    guard let ask = context.ask else {
      result.reason = PointerSearch.Reason.noDebugInformation.rawValue
      return nil
    }
    let search = PointerSearch(
      goal, at: counter, preceding, registers, link: context.link, indexName: { indexName($0, ask) })
    if let found = first(search.candidates, ask) ?? constant(search, ask) { return found }
    result.reason = search.end.rawValue
    nameResult(search, &result)
    return nil
  }

  private var preceding: PointerSearch.Preceding {
    let start = context.runtimeStart
    return PointerSearch.Preceding(
      instructions: PrecedingInstructions(in: window, before: counter, count: 8, notBefore: start, disassembler), start: start)
  }

  private func first(_ candidates: [PointerSearch.Candidate], _ ask: ([PointerQuestion]) -> [PointerAnswer?]) -> Found? {
    for (answer, candidate) in zip(ask(candidates.map(\.question)), candidates) {
      if let answer, !candidate.isAccess || answer.access != nil { return (answer, candidate) }
    }
    return nil
  }

  private func constant(_ search: PointerSearch, _ ask: ([PointerQuestion]) -> [PointerAnswer?]) -> Found? {
    guard let origin = search.origin, !origin.offsets.isEmpty,
      let copy = ConstantCopy(context, disassembler, registers, at: counter)
    else { return nil }
    let places =
      switch origin.place {
      case .slot(let access): copy.places(of: access)
      case .register(let name, let address): copy.places(of: name, before: address)
      }
    let candidates = places.compactMap { place in
      context.link(place.instruction).map { link in
        PointerSearch.Candidate(
          question: PointerQuestion(
            instruction: link, place: .memory(register: place.register, offset: place.offset), offsets: origin.offsets,
            wantsConstant: true),
          isCertain: false, added: origin.added)
      }
    }
    return first(candidates, ask)
  }
}

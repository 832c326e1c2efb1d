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

  private typealias Found = (answer: PointerAnswer, candidate: PointerSearch.Candidate)

  /// Names the pointer of an access that explains the crash.
  func name(_ access: MemoryAccess, _ result: inout FaultInstruction) {
    if let index = access.index, result.finding != .stackOverflow { return nameElement(access, index, &result) }
    guard let base = result.base, result.finding != .stackOverflow, !registers.isStack(base.register) else { return }
    guard let (answer, candidate) = find(.base(access), &result) else { return }
    result.pointer = answer.expression
    result.certainty = candidate.isCertain ? .certain : .probable
    let value = base.value &- candidate.added
    result.pointerValue = value
    result.member = answer.member
    result.memberOffset = candidate.question.offsets.last
    result.finding = BaseFinding.of(value, registers.processor, hasIndex: false)
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
    let search = PointerSearch(.register(base), at: counter, preceding, registers, link: context.link)
    guard let (answer, candidate) = first(search.candidates, ask),
      let name = candidate.isAccess ? answer.access : answer.expression
    else { return }
    result.reason = nil
    result.pointer = name
    result.pointerValue = value
    result.certainty = candidate.isCertain ? .certain : .probable
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
    return nil
  }

  private var preceding: PointerSearch.Preceding {
    let instructions = window.instructions(before: counter, count: 8, notBefore: context.runtimeStart, disassembler)
    let first = instructions.last?.address ?? counter
    return PointerSearch.Preceding(instructions: instructions, reachesStart: first == context.runtimeStart)
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

internal import DWARF
internal import Instructions
internal import SymbolModel

/// The copies that compilers keep of a value without optimization: in a slot of the frame that is no variable's, or in the register of a
/// parameter. The variable that the value came from may have another one since, unless it is a constant: `this`, `self`, and what Swift
/// declares with `let`.
struct ConstantCopy {
  /// The instructions of the function in front of the crashed one.
  private let instructions: [Instruction]
  private let registers: RegisterFile
  private let counter: UInt64

  /// The maximum number of bytes of a function in front of the crashed instruction.
  private static let maxBytes: UInt64 = 2048

  /// Returns nil if the code of the function is not known from its start, or is long.
  init?(_ context: FaultContext, _ disassembler: Disassembler, _ registers: RegisterFile, at counter: UInt64) {
    guard let start = context.runtimeStart, start < counter, counter - start <= Self.maxBytes,
      let code = context.program?.bytes(around: start, before: 0, after: Int(counter - start))
    else { return nil }
    var found: [Instruction] = []
    var at = start
    while at < counter {
      guard let next = disassembler.decode(code.bytes.dropFirst(Int(at - start)), at: at) else { return nil }
      found.append(next)
      at = next.end
    }
    guard at == counter else { return nil }
    instructions = found
    self.registers = registers
    self.counter = counter
  }

  /// A place of memory that the value may have come from or gone to, and the instruction at which it is a variable's.
  struct Place: Hashable {
    let register: Int
    let offset: Int64
    let instruction: UInt64
  }

  /// Returns the places whose variable has the value of a slot to which one instruction stores.
  func places(of slot: MemoryAccess) -> [Place] {
    var found: (position: Int, register: String)?
    for (position, instruction) in instructions.enumerated() {
      guard case .store(let stores) = instruction.effect,
        let store = stores.first(where: { $0.access.base == slot.base && $0.access.displacement == slot.displacement })
      else { continue }
      if found != nil { return [] }
      found = (position, store.register)
    }
    guard let (position, register) = found else { return [] }
    if position > 0, case .load(let loads) = instructions[position - 1].effect,
      let load = loads.first(where: { $0.register == register })
    {
      return place(load.access, at: instructions[position - 1].address).map { [$0] } ?? []
    }
    return places(of: register, before: instructions[position].address).filter {
      $0.offset != slot.displacement || $0.register != registers.debugNumber(of: slot.base ?? "")
    }
  }

  /// Returns the places to which a register was stored while it had the value that the function got in it, and that it still has at
  /// `address`.
  func places(of register: String, before address: UInt64) -> [Place] {
    var places: [Place] = []
    for instruction in instructions where instruction.address < address {
      if case .store(let stores) = instruction.effect {
        places += stores.filter { $0.register == register }.compactMap { place($0.access, at: counter) }
      }
      if instruction.writes(register) { return [] }
    }
    return places
  }

  private func place(_ access: MemoryAccess, at address: UInt64) -> Place? {
    guard let base = access.base, access.index == nil, registers.isStack(base),
      let number = registers.debugNumber(of: base)
    else { return nil }
    return Place(register: number, offset: access.displacement, instruction: address)
  }
}

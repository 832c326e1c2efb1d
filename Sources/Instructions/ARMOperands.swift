/// What a 32-bit ARM instruction accesses, from its text.
///
/// Example: `ldr r0, [r1, r2, lsl #2]` reads 4 bytes at r1 + r2 * 4.
struct ARMOperands {
  private let mnemonic: String
  private let operands: [String]
  private let processor: Processor
  private let programCounter: UInt64

  init(_ mnemonic: String, _ operands: String, at address: UInt64, _ processor: Processor) {
    self.mnemonic = String(mnemonic.prefix { $0 != "." })
    self.operands = OperandText.split(operands)
    self.processor = processor
    // The program counter is two instructions ahead; literals are relative to the word it is in.
    programCounter = (address &+ (processor == .arm ? 8 : 4)) & ~3
  }

  /// The access, or empty if there is none.
  var accesses: [MemoryAccess] { (list ?? single).map { [$0] } ?? [] }

  private func direction(_ reads: [String], _ writes: [String]) -> MemoryAccess.Direction? {
    if reads.contains(where: { mnemonic.hasPrefix($0) }) { return .read }
    return writes.contains { mnemonic.hasPrefix($0) } ? .write : nil
  }

  /// `[r1, #4]`, `[r1], #4`, `[r1, #4]!`, `[r1, -r2, lsl #2]`
  private var single: MemoryAccess? {
    guard let direction = direction(["ldr", "ldx", "lda", "vld", "ldc"], ["str", "stx", "stl", "vst", "stc"]),
      let place = operands.first(where: OperandText.isMemory), let inside = OperandText.inBrackets(place)
    else { return nil }
    let parts = OperandText.split(inside)
    guard var base = parts.first else { return nil }
    // `[r0:0x40]` states an alignment.
    if let colon = base.firstIndex(where: { $0 == ":" || $0 == " " }) { base = String(base[..<colon]) }
    guard RegisterName(base, processor)?.width == 4 else { return nil }
    var access = MemoryAccess(direction, size: size, base: base)
    if base == "pc" { access = MemoryAccess(direction, size: size, base: nil, displacement: Int64(programCounter)) }
    guard parts.count > 1 else { return access }
    if let number = OperandText.number(parts[1]) {
      access.displacement &+= number
      return access
    }
    let isNegative = parts[1].hasPrefix("-")
    let register = String(parts[1].drop { $0 == "-" })
    guard RegisterName(register, processor) != nil else { return nil }
    var scale = 1
    if parts.count > 2 {
      guard parts[2].hasPrefix("lsl #"), let shift = OperandText.number(parts[2].dropFirst(4)), (0...31).contains(shift) else {
        return nil
      }
      scale <<= Int(shift)
    }
    access.index = MemoryAccess.Index(register: register, scale: isNegative ? -scale : scale)
    return access
  }

  private var size: Int {
    var name = mnemonic
    for prefix in ["ldrex", "ldaex", "strex", "stlex", "ldr", "str", "lda", "stl"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
      if name.hasPrefix("b") || name.hasPrefix("sb") { return 1 }
      if name.hasPrefix("h") || name.hasPrefix("sh") { return 2 }
      return name.hasPrefix("d") ? 8 : 4
    }
    // One register of `vldr`; lists of `vld1` depend on the arrangement.
    return operands.first.flatMap { RegisterName($0, processor)?.width } ?? 0
  }

  /// `push {r4, lr}`, `pop {r4, pc}`, `ldm r0!, {r1, r2}`, `stmdb sp!, {r4}`
  private var list: MemoryAccess? {
    guard let registers = operands.last, registers.hasPrefix("{") else { return nil }
    let names = registers.dropFirst().prefix { $0 != "}" }.split(separator: ",")
    let size = names.reduce(0) { $0 + (RegisterName($1.drop { $0 == " " }, processor)?.width ?? 4) }
    if mnemonic.hasPrefix("push") || mnemonic.hasPrefix("vpush") {
      return MemoryAccess(.write, size: size, base: "sp", displacement: Int64(-size))
    }
    if mnemonic.hasPrefix("pop") || mnemonic.hasPrefix("vpop") { return MemoryAccess(.read, size: size, base: "sp") }
    guard operands.count == 2, let direction = direction(["ldm", "vldm"], ["stm", "vstm"]) else { return nil }
    let base = operands[0].filter { $0 != "!" }
    let mode = mnemonic.drop { $0 == "v" }.dropFirst(3)
    let offset = mode.hasPrefix("db") ? -size : mode.hasPrefix("da") ? 4 - size : mode.hasPrefix("ib") ? 4 : 0
    return MemoryAccess(direction, size: size, base: base, displacement: Int64(offset))
  }

  /// The registers among the operands that may be written: none is followed on this processor.
  var effect: Instruction.Effect {
    switch mnemonic {
    case "bl", "blx": .call
    case "b", "bx": .jump(isConditional: false)
    default: .other
    }
  }
}

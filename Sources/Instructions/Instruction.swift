/// One decoded instruction. What it does is read from its text when that is asked for: most are only passed by.
package struct Instruction: Hashable, Sendable {
  /// What an instruction does to the register that it sets. Only effects through which a value can be followed are distinguished.
  package enum Effect: Hashable, Sendable {
    /// A whole register is copied.
    case copy(to: String, from: String)
    /// A register is copied, cut off or extended: the number stays the same if it fits.
    case extend(to: String, from: String)
    /// A register gets an address that is a part of the program.
    case address(to: String, UInt64)
    /// A constant is added to a whole register.
    case add(to: String, from: String, UInt64)
    /// Registers are loaded from memory; each load has its part of the access.
    case load([Load])
    /// Whole registers are stored; each store has its part of the access.
    case store([Load])
    /// A function is called: it may change every register that is not preserved across calls.
    case call
    /// Control may continue elsewhere; `isConditional` if it may also continue with the next instruction.
    case jump(isConditional: Bool)
    case other
  }

  /// A register that is loaded from memory or stored there.
  package struct Load: Hashable, Sendable {
    /// The register as the instruction names it.
    package let register: String
    package let access: MemoryAccess
  }

  /// What an instruction divides by.
  package enum Divisor: Hashable, Sendable {
    case register(String)
    case memory
  }

  package private(set) var address: UInt64
  /// The number of bytes.
  package let size: Int
  private let processor: Processor
  private let mnemonic: String
  private let operands: String
  /// A bit for each register that the disassembler says is written.
  private var written: UInt128 = 0

  init(_ processor: Processor, _ mnemonic: String, _ operands: String, size: Int, at address: UInt64) {
    (self.processor, self.mnemonic, self.operands) = (processor, mnemonic, operands)
    (self.size, self.address) = (size, address)
  }

  /// Returns the same instruction at another address, for one that does not depend on it.
  func moved(to address: UInt64) -> Instruction {
    var moved = self
    moved.address = address
    return moved
  }

  /// Notes that a register may have another value afterwards.
  mutating func addWritten(_ name: String) {
    if let register = RegisterName(name, processor) { written |= 1 << register.whole }
  }

  /// The address of the next instruction.
  package var end: UInt64 { address &+ UInt64(size) }

  /// The instruction in assembler: `ldr x0, [x8, #0x20]`.
  package var text: String { operands.isEmpty ? mnemonic : "\(mnemonic) \(operands)" }

  private var arm64: ARM64Operands { ARM64Operands(mnemonic, operands) }
  private var x86: X86Operands { X86Operands(mnemonic, operands, end: end) }
  private var arm: ARMOperands { ARMOperands(mnemonic, operands, at: address, processor) }

  /// The memory that it accesses, apart from its own bytes; the stack of calls and returns included. Read from the text.
  package var accesses: [MemoryAccess] {
    switch processor {
    case .arm64: arm64.accesses
    case .x86_64: x86.accesses
    case .arm, .thumb: arm.accesses
    }
  }

  /// What it does. Read from the text.
  package var effect: Effect {
    switch processor {
    case .arm64: arm64.effect
    case .x86_64: x86.effect
    case .arm, .thumb: arm.effect
    }
  }

  /// The divisor of a division that traps if it is 0.
  package var divisor: Divisor? { processor == .x86_64 ? x86.divisor : nil }

  /// What it compares, or nil if it is no comparison, or not one of two numbers as they are.
  package var comparison: Comparison? { Comparison(mnemonic, OperandText.split(operands), processor) }

  /// The branch `tbnz x0, #63, ...`: whether a number is negative, and the condition when it jumps.
  package var signTest: (comparison: Comparison, condition: Comparison.Condition)? {
    guard processor == .arm64, mnemonic == "tbnz" || mnemonic == "tbz" else { return nil }
    let parts = OperandText.split(operands)
    guard parts.count == 3, let width = RegisterName(parts[0], processor)?.width,
      OperandText.number(parts[1]) == Int64(width * 8 - 1)
    else { return nil }
    return (Comparison(isNegative: parts[0], size: width), mnemonic == "tbnz" ? .less : .greaterOrEqual)
  }

  /// Whether it jumps always, and to an address that it names.
  package var isJump: Bool { mnemonic == (processor == .x86_64 ? "jmp" : "b") && OperandText.number(operands) != nil }

  /// Whether it depends on nothing but the sign of a comparison: also after `test`, where it is no order.
  package var dependsOnSign: Bool { mnemonic == "js" || mnemonic == "jns" }

  /// When it jumps, or nil if it is no branch that depends on the order of two numbers.
  package var condition: Comparison.Condition? { Comparison.Condition(mnemonic, processor) }

  /// The function that a call names, or nil for other instructions and for calls through registers and memory.
  package var callee: UInt64? {
    isCall ? OperandText.number(operands).map { UInt64(bitPattern: $0) } : nil
  }

  /// Whether the result of a comparison in front of it is still there after it. Only instructions that are frequent there are known.
  package var keepsComparison: Bool {
    switch processor {
    case .arm64:
      [
        "mov", "movz", "movk", "movn", "ldr", "ldur", "ldrb", "ldrh", "ldrsw", "ldp", "str", "stur", "stp", "add", "sub", "adrp",
        "adr", "lsl", "lsr", "asr", "orr", "and", "eor", "mul", "madd", "sxtw", "ubfx", "sbfx", "nop",
      ].contains(mnemonic)
    case .x86_64: ["mov", "movzx", "movsx", "movsxd", "movabs", "lea", "nop", "push", "pop"].contains(mnemonic)
    case .arm, .thumb: false
    }
  }

  /// Whether a branch on a register alone is certainly not taken with these values: `cbz x0, ...`, `tbnz x1, #63, ...`.
  package func isNotTaken(_ registers: RegisterFile) -> Bool {
    let parts = OperandText.split(operands)
    guard processor == .arm64, let value = parts.first.flatMap({ registers.value(of: $0) }) else { return false }
    switch mnemonic {
    case "cbz": return value != 0
    case "cbnz": return value == 0
    case "tbz", "tbnz":
      guard parts.count == 3, let bit = OperandText.number(parts[1]), 0...63 ~= bit else { return false }
      return (value >> UInt64(bit) & 1 == 1) == (mnemonic == "tbz")
    default: return false
    }
  }

  /// Whether control never continues with the next instruction.
  package var isFinalJump: Bool {
    guard processor == .x86_64 || mnemonic.utf8.first == UInt8(ascii: "b") || mnemonic.utf8.first == UInt8(ascii: "r") else {
      return false
    }
    return effect == .jump(isConditional: false)
  }

  /// Whether a function is called.
  package var isCall: Bool {
    switch processor {
    case .x86_64: mnemonic == "call"
    case .arm64: mnemonic.utf8.starts(with: "bl".utf8)
    case .arm, .thumb: mnemonic == "bl" || mnemonic == "blx"
    }
  }

  /// Returns whether the instruction may change a register, or a part of it.
  package func writes(_ register: String) -> Bool {
    guard let whole = RegisterName(register, processor)?.whole else { return true }
    if written >> whole & 1 == 1 { return true }
    let named =
      switch processor {
      case .arm64: arm64.written
      case .x86_64: x86.written
      case .arm, .thumb: [String]()
      }
    return named.contains { RegisterName($0, processor)?.whole == whole } || isCall && !isPreserved(whole)
  }

  /// Returns whether functions must preserve a register.
  private func isPreserved(_ whole: Int) -> Bool {
    switch processor {
    case .arm64: 19...29 ~= whole || whole == RegisterName.stackPointer(processor) || whole == RegisterName.zero
    case .x86_64: [3, 6, 7].contains(whole) || 12...15 ~= whole
    case .arm, .thumb: 4...11 ~= whole || whole == RegisterName.stackPointer(processor)
    }
  }
}

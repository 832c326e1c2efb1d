/// One decoded instruction.
package struct Instruction: Hashable, Sendable {
  /// What an instruction does to the register that it sets. Only effects through which a value can be followed are distinguished.
  package enum Effect: Hashable, Sendable {
    /// A whole register is copied.
    case copy(to: String, from: String)
    /// A register is copied, cut off or extended: the number stays the same if it fits.
    case extend(to: String, from: String)
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

  package let address: UInt64
  /// The number of bytes.
  package let size: Int
  /// The instruction in assembler: `ldr x0, [x8, #0x20]`.
  package let text: String
  /// The memory that it accesses, apart from its own bytes; the stack of calls and returns included.
  package let accesses: [MemoryAccess]
  package let effect: Effect
  /// The divisor of a division that traps if it is 0.
  package let divisor: Divisor?
  /// The whole registers that may have another value afterwards.
  let written: Set<String>

  /// The address of the next instruction.
  package var end: UInt64 { address &+ UInt64(size) }

  /// Returns whether the instruction may change a register, or a part of it.
  package func writes(_ register: String, _ processor: Processor) -> Bool {
    guard let whole = RegisterName(register, processor)?.whole else { return true }
    return written.contains(whole) || effect == .call && !Self.isPreserved(whole, processor)
  }

  /// Returns whether functions must preserve a register.
  private static func isPreserved(_ whole: String, _ processor: Processor) -> Bool {
    switch processor {
    case .arm64: ["sp", "xzr"].contains(whole) || (19...29).contains { whole == "x\($0)" }
    case .x86_64: ["rbx", "rbp", "rsp", "r12", "r13", "r14", "r15"].contains(whole)
    case .arm, .thumb: ["sp"].contains(whole) || (4...11).contains { whole == "r\($0)" }
    }
  }
}

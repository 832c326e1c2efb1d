/// The values of a thread's registers.
package struct RegisterFile: Sendable {
  package let processor: Processor
  /// The values by the numbers of the registers, 0 of unknown ones.
  private var values = [UInt64](repeating: 0, count: 64)
  /// A bit for each register whose value is known.
  private var known: UInt64 = 0

  /// Takes registers by the names that reports use; unknown names are ignored. The first of two with one name counts.
  package init(_ registers: [(name: String, value: UInt64)], _ processor: Processor) {
    self.init(registers.map { (RegisterName.packed($0.name), $0.value) }, processor)
  }

  /// The same, or nil if the registers are of no known processor.
  package init?(_ registers: [(name: String, value: UInt64)]) {
    let packed = registers.map { (name: RegisterName.packed($0.name), value: $0.value) }
    guard let processor = Processor(packed) else { return nil }
    self.init(packed, processor)
  }

  private init(_ registers: [(name: UInt64, value: UInt64)], _ processor: Processor) {
    self.processor = processor
    for (name, value) in registers {
      guard let register = RegisterName(packed: name, processor), register.width == processor.pointerSize,
        !isKnown(register.whole)
      else { continue }
      set(register.whole, value)
    }
    if processor == .arm64 { set(RegisterName.zero, 0) }
  }

  private func isKnown(_ register: Int) -> Bool { register < 64 && known >> UInt64(register) & 1 == 1 }

  private mutating func set(_ register: Int, _ value: UInt64) {
    values[register] = value
    known |= 1 << UInt64(register)
  }

  private func value(of register: Int) -> UInt64? { isKnown(register) ? values[register] : nil }

  /// Returns the value of a register or of a part of one (`w8`, `ecx`), or nil if the report does not have it.
  package func value(of name: String) -> UInt64? {
    guard let register = RegisterName(name, processor), let value = value(of: register.whole) else { return nil }
    let part = value >> UInt64(register.shift)
    return register.width >= 8 ? part : part & (UInt64(1) << UInt64(register.width * 8) - 1)
  }

  package var programCounter: UInt64? { value(of: RegisterName.programCounter(processor)) }
  package var stackPointer: UInt64? { value(of: RegisterName.stackPointer(processor)) }

  /// Returns whether a register is the stack pointer.
  package func isStackPointer(_ name: String) -> Bool {
    RegisterName(name, processor)?.whole == RegisterName.stackPointer(processor)
  }

  /// Returns whether a register is the stack pointer, or the frame pointer where it points into the stack near it.
  package func isStack(_ name: String) -> Bool {
    guard let register = RegisterName(name, processor)?.whole else { return false }
    if register == RegisterName.stackPointer(processor) { return true }
    guard register == RegisterName.framePointer(processor), let value = value(of: register), let stackPointer else {
      return false
    }
    return value >= stackPointer && value - stackPointer < 1 << 20
  }

  /// Returns the number that a general register has in DWARF, by its name or that of a part of it with at least two bytes; nil for
  /// other registers.
  package func debugNumber(of name: String) -> Int? {
    guard let register = RegisterName(name, processor), register.width >= 2, register.shift == 0 else { return nil }
    let last = processor == .arm64 ? 31 : processor == .x86_64 ? 15 : 12
    return register.whole <= last && !(processor == .arm64 && register.whole == 31 && register.width < 8) ? register.whole : nil
  }
}

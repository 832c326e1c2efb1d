/// The values of a thread's registers.
package struct RegisterFile: Sendable {
  package let processor: Processor
  private var values: [String: UInt64] = [:]

  /// Takes registers by the names that reports use; unknown names are ignored. The first of two with one name counts.
  package init(_ registers: [(String, UInt64)], _ processor: Processor) {
    self.processor = processor
    for (name, value) in registers {
      guard let known = RegisterName(name.lowercased(), processor), known.width == processor.pointerSize else { continue }
      if values[known.whole] == nil { values[known.whole] = value }
    }
    if processor == .arm64 { values["xzr"] = 0 }
  }

  /// Returns the value of a register or of a part of one (`w8`, `ecx`), or nil if the report does not have it.
  package func value(of name: String) -> UInt64? {
    guard let register = RegisterName(name, processor), let value = values[register.whole] else { return nil }
    let part = value >> UInt64(register.shift)
    return register.width >= 8 ? part : part & (UInt64(1) << UInt64(register.width * 8) - 1)
  }

  package var programCounter: UInt64? { value(of: processor == .x86_64 ? "rip" : "pc") }
  package var stackPointer: UInt64? { value(of: processor == .x86_64 ? "rsp" : "sp") }

  /// Returns whether a register is the stack pointer.
  package func isStackPointer(_ name: String) -> Bool {
    let whole = RegisterName(name, processor)?.whole
    return whole == "sp" || whole == "rsp"
  }

  /// Returns whether a register is the stack pointer, or the frame pointer where it points into the stack near it.
  package func isStack(_ name: String) -> Bool {
    guard let register = RegisterName(name, processor) else { return false }
    if isStackPointer(name) { return true }
    guard register.whole == "x29" || register.whole == "rbp", let value = value(of: register.whole), let stackPointer else {
      return false
    }
    return value >= stackPointer && value - stackPointer < 1 << 20
  }
}

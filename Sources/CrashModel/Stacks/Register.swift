/// One register of a thread.
package struct Register: Hashable, Sendable {
  /// The name as reported, for example `x0`, `pc`, `rip`.
  package var name: String
  /// The value, zero-extended to 64 bits.
  package var value: UInt64
  /// The report's note on the value: the meaning of an exception syndrome, or the symbol at the address. With the blanks around
  /// it that Apple's layout prints.
  package var note: String?

  /// Creates a register.
  package init(name: String, value: UInt64, note: String? = nil) {
    self.name = name
    self.value = value
    self.note = note
  }
}

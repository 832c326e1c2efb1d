/// The memory that an instruction reads or writes: base + index * scale + displacement.
package struct MemoryAccess: Hashable, Sendable {
  /// The direction. The raw value is the name in JSON output.
  package enum Direction: String, Sendable {
    case read
    case write
    case readWrite = "read and write"
  }

  /// A register that is multiplied and added.
  package struct Index: Hashable, Sendable {
    /// The register as the instruction names it; of `w1` and `ecx` only the low half counts.
    package var register: String
    /// The factor: 1, 2, 4, 8 or 16; negative where the product is subtracted.
    package var scale: Int
    /// Whether the low half is extended with its sign.
    package var isSigned = false
  }

  package var direction: Direction
  /// The number of bytes, or 0 if it depends on the processor's state.
  package var size: Int
  /// The register as the instruction names it, or nil if the address has none.
  package var base: String?
  package var index: Index?
  /// The constant that is added; without base and index the address itself.
  package var displacement: Int64

  package init(_ direction: Direction, size: Int, base: String?, index: Index? = nil, displacement: Int64 = 0) {
    self.direction = direction
    self.size = size
    self.base = base
    self.index = index
    self.displacement = displacement
  }

  /// Whether the address is a part of the program: a constant, or relative to the program counter.
  package var isConstant: Bool { base == nil && index == nil }

  /// Returns the address of the first byte with the values of `registers`, or nil if one of them is unknown.
  package func address(_ registers: RegisterFile) -> UInt64? {
    var sum = UInt64(bitPattern: displacement)
    if let base {
      guard let value = registers.value(of: base) else { return nil }
      sum &+= value
    }
    if let index {
      guard var value = registers.value(of: index.register) else { return nil }
      if index.isSigned, RegisterName(index.register, registers.processor)?.width == 4 {
        value = UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: value)))
      }
      sum = sum &+ value &* UInt64(bitPattern: Int64(index.scale))
    }
    return registers.processor.pointerSize == 4 ? sum & 0xffff_ffff : sum
  }
}

package import SymbolModel

/// A question for the variable whose value led to an address.
///
/// Example: for `mov rax, [rbp - 8]; mov ecx, [rax + 0x10]`, the value at rbp - 8 when the first instruction runs, and the
/// offsets [0x10].
package struct PointerQuestion: Hashable, Sendable {
  /// Where a value is kept, registers by their numbers in DWARF.
  package enum Place: Hashable, Sendable {
    case register(Int)
    /// Memory at a register plus an offset.
    case memory(register: Int, offset: Int64)
    /// A link-time address.
    case address(UInt64)
  }

  /// The link-time address of the instruction that uses the value.
  package var instruction: LinkAddress
  package var place: Place
  /// The offsets that are added to the value: after each but the last, a pointer is loaded from the address. Empty if the value
  /// itself is used.
  package var offsets: [Int64]
  /// The canonical frame address of the function as a register and an offset, or nil if unknown.
  package var frameAddress: FrameAddress?

  /// A register plus an offset.
  package struct FrameAddress: Hashable, Sendable {
    package var register: Int
    package var offset: Int64

    package init(register: Int, offset: Int64) {
      self.register = register
      self.offset = offset
    }
  }

  package init(
    instruction: LinkAddress, place: Place, offsets: [Int64], frameAddress: FrameAddress? = nil
  ) {
    self.instruction = instruction
    self.place = place
    self.offsets = offsets
    self.frameAddress = frameAddress
  }
}

/// The answer to a `PointerQuestion`.
package struct PointerAnswer: Hashable, Sendable {
  /// The pointer as an expression of the source: `cart->owner`.
  package var expression: String
  /// The member of what it points to at the last offset: `price.cents`, or nil if unknown.
  package var member: String?

  package init(expression: String, member: String? = nil) {
    self.expression = expression
    self.member = member
  }
}

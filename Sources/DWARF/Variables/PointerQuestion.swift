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
    /// Nowhere: the value is itself this link-time address, at which a variable begins.
    case object(UInt64)
  }

  /// The link-time address of the instruction that uses the value.
  package var instruction: LinkAddress
  package var place: Place
  /// The offsets that are added to the value: after each but the last, a pointer is loaded from the address. Empty if the value
  /// itself is used.
  package var offsets: [Int64]
  /// The index that one of the offsets is beside, or nil if all addresses are pointers plus constants.
  package var index: Index?
  /// Whether only constants are answers: `this`, `self`, and what Swift declares with `let`.
  package var wantsConstant: Bool

  /// The index of an element whose address is computed.
  package struct Index: Hashable, Sendable {
    /// The position of the offset to which the product is added.
    package var step: Int
    /// The size of an element in bytes.
    package var stride: UInt64
    /// The index as an expression of the source.
    package var name: String

    package init(step: Int, stride: UInt64, name: String) {
      self.step = step
      self.stride = stride
      self.name = name
    }
  }

  package init(
    instruction: LinkAddress, place: Place, offsets: [Int64], index: Index? = nil, wantsConstant: Bool = false
  ) {
    self.instruction = instruction
    self.place = place
    self.offsets = offsets
    self.index = index
    self.wantsConstant = wantsConstant
  }
}

/// The answer to a `PointerQuestion`.
package struct PointerAnswer: Hashable, Sendable {
  /// The pointer as an expression of the source: `cart->owner`.
  package var expression: String
  /// The member of what it points to at the last offset: `price.cents`, or nil if unknown.
  package var member: String?
  /// What is at the last offset, as an expression of the source: `cart->owner->price.cents`, or nil if unknown.
  package var access: String?

  package init(expression: String, member: String? = nil, access: String? = nil) {
    self.expression = expression
    self.member = member
    self.access = access
  }
}

internal import CLibdw

/// The entries of one file as libdw decodes them, named by their offsets in `.debug_info`. Damaged entries read as absent.
struct LibdwEntries {
  private let handle: LibdwHandle

  init(_ handle: LibdwHandle) { self.handle = handle }

  /// Where a variable is at one instruction.
  enum Location: Hashable {
    case register(Int)
    /// Memory at a register plus an offset.
    case memory(register: Int, offset: Int64)
    /// Memory at the function's frame base plus an offset.
    case frame(offset: Int64)
    /// A link-time address.
    case address(UInt64)
    /// The canonical frame address, of a frame base.
    case canonicalFrame
  }

  @unsafe func with<Result>(_ entry: UInt64, _ body: (inout Dwarf_Die) -> Result?) -> Result? {
    var die = unsafe Dwarf_Die()
    guard unsafe dwarf_offdie(handle.dwarf, entry, &die) != nil else { return nil }
    defer { withExtendedLifetime(handle) {} }
    return unsafe body(&die)
  }

  @unsafe func withAttribute<Result>(_ entry: UInt64, _ name: UInt16, _ body: (inout Dwarf_Attribute) -> Result?) -> Result? {
    unsafe with(entry) { die in
      var attribute = unsafe Dwarf_Attribute()
      guard unsafe dwarf_attr_integrate(&die, UInt32(name), &attribute) != nil else { return nil }
      return unsafe body(&attribute)
    }
  }

  func tag(of entry: UInt64) -> UInt16 { unsafe with(entry) { unsafe UInt16(truncatingIfNeeded: dwarf_tag(&$0)) } ?? 0 }

  /// Returns the name, or that of the entry that it is an instance of.
  func name(of entry: UInt64) -> String? {
    unsafe withAttribute(entry, Attribute.name) { unsafe dwarf_formstring(&$0).map { unsafe String(cString: $0) } }
  }

  /// Returns an unsigned number, or nil if the entry has no such attribute or one that is no constant.
  func number(_ attribute: UInt16, of entry: UInt64) -> UInt64? {
    unsafe withAttribute(entry, attribute) { attribute in
      var value: Dwarf_Word = 0
      return unsafe dwarf_formudata(&attribute, &value) == 0 ? value : nil
    }
  }

  /// Returns the entry of the type, without names and qualifiers, or nil without a type.
  func valueType(of entry: UInt64) -> UInt64? {
    var current = entry
    for _ in 0..<32 {
      let next: UInt64? = unsafe withAttribute(current, Attribute.type) { attribute in
        var target = unsafe Dwarf_Die()
        guard unsafe dwarf_formref_die(&attribute, &target) != nil else { return nil }
        return unsafe dwarf_dieoffset(&target)
      }
      guard let next else { return nil }
      switch tag(of: next) {
      case Tag.typedef, Tag.constType, Tag.volatileType, Tag.restrictType, Tag.atomicType: current = next
      default: return next
      }
    }
    return nil
  }

  /// Whether the type of a variable is a constant one.
  func isConstant(_ variable: UInt64) -> Bool {
    unsafe withAttribute(variable, Attribute.type) { attribute -> Bool? in
      var target = unsafe Dwarf_Die()
      guard unsafe dwarf_formref_die(&attribute, &target) != nil else { return nil }
      return unsafe dwarf_tag(&target) == Tag.constType
    } ?? false
  }

  /// Returns the size of a type in bytes, arrays included, or nil if unknown.
  func size(of type: UInt64) -> UInt64? {
    unsafe with(type) { die in
      var size: Dwarf_Word = 0
      return unsafe dwarf_aggregate_size(&die, &size) == 0 ? size : nil
    }
  }

  /// The maximum number of children that are looked at.
  private static let maxChildren = 200_000

  /// Returns the children of an entry in order.
  func children(of entry: UInt64) -> [UInt64] {
    unsafe with(entry) { die -> [UInt64]? in
      var found: [UInt64] = []
      var child = unsafe Dwarf_Die()
      guard unsafe dwarf_child(&die, &child) == 0 else { return found }
      repeat {
        found.append(unsafe dwarf_dieoffset(&child))
        var next = unsafe Dwarf_Die()
        guard found.count < Self.maxChildren, unsafe dwarf_siblingof(&child, &next) == 0 else { break }
        unsafe child = unsafe next
      } while true
      return found
    } ?? []
  }

  /// Returns whether the code of an entry contains a link-time address.
  func holds(_ address: UInt64, _ entry: UInt64) -> Bool {
    unsafe with(entry) { unsafe dwarf_haspc(&$0, address) == 1 } ?? false
  }

  /// A part of a variable.
  struct Piece {
    /// The distance from the variable's first byte.
    var offset: UInt64 = 0
    let location: Location
  }

  /// Returns where an expression (`Attribute.location`, `Attribute.frameBase`) leads at a link-time address, or nil if nowhere, or if more
  /// than one operation is needed.
  func location(_ attribute: UInt16, of entry: UInt64, at address: UInt64) -> Location? {
    let found = pieces(attribute, of: entry, at: address)
    return found.count == 1 && found[0].offset == 0 ? found[0].location : nil
  }

  /// The maximum number of operations of an expression that are looked at.
  private static let maxOperations = 256

  /// Returns the parts of a variable that are at known places. Parts that more than one operation describes are left out.
  func pieces(_ attribute: UInt16, of entry: UInt64, at address: UInt64) -> [Piece] {
    unsafe withAttribute(entry, attribute) { attribute -> [Piece]? in
      var operations: UnsafeMutablePointer<Dwarf_Op>?
      var count = 0
      guard unsafe dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) == 1, let operations = unsafe operations
      else { return nil }
      if count == 1 { return unsafe Self.location(operations, of: &attribute).map { [Piece(location: $0)] } }
      var found: [Piece] = []
      var (first, offset) = (0, UInt64(0))
      for position in 0..<min(count, Self.maxOperations) {
        let operation = unsafe operations[position]
        if operation.atom == 0x9d { return found }  // DW_OP_bit_piece
        guard operation.atom == 0x93 else { continue }  // DW_OP_piece
        if position == first + 1, let location = unsafe Self.location(operations + first, of: &attribute) {
          found.append(Piece(offset: offset, location: location))
        }
        first = position + 1
        offset &+= operation.number
      }
      return found
    } ?? []
  }

  @unsafe private static func location(_ place: UnsafeMutablePointer<Dwarf_Op>, of attribute: inout Dwarf_Attribute) -> Location?
  {
    let operation = unsafe place.pointee
    let signed = Int64(bitPattern: operation.number)
    switch operation.atom {
    case 0xa1, 0xfb:  // DW_OP_addrx, DW_OP_GNU_addr_index
      var (entry, address) = unsafe (Dwarf_Attribute(), Dwarf_Addr())
      guard unsafe dwarf_getlocation_attr(&attribute, place, &entry) == 0, unsafe dwarf_formaddr(&entry, &address) == 0 else {
        return nil
      }
      return .address(address)
    case 0x50...0x6f: return .register(Int(operation.atom - 0x50))  // DW_OP_reg0 to reg31
    case 0x90: return Int(exactly: operation.number).map { .register($0) }  // DW_OP_regx
    case 0x70...0x8f: return .memory(register: Int(operation.atom - 0x70), offset: signed)  // DW_OP_breg0 to breg31
    case 0x92:  // DW_OP_bregx
      return Int(exactly: operation.number).map { .memory(register: $0, offset: Int64(bitPattern: operation.number2)) }
    case 0x91: return .frame(offset: signed)  // DW_OP_fbreg
    case 0x03: return .address(operation.number)  // DW_OP_addr
    case 0x9c: return .canonicalFrame  // DW_OP_call_frame_cfa
    default: return nil
    }
  }
}

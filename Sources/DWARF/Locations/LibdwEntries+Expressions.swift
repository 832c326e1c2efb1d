internal import CLibdw

extension LibdwEntries {
  /// The expression of a variable at an instruction.
  enum Expression {
    case operations([LocationOperation], isList: Bool)
    /// The attribute is there, and describes no location at the instruction.
    case none
    case damaged
  }

  /// Returns the expression of an attribute at a link-time address, or nil without the attribute.
  func expression(_ name: UInt16, of entry: UInt64, at address: UInt64) -> Expression? {
    unsafe withAttribute(entry, name) { attribute in
      var operations: UnsafeMutablePointer<Dwarf_Op>?
      var count = 0
      let found = unsafe dwarf_getlocation_addr(&attribute, address, &operations, &count, 1)
      guard found > 0 else { return found == 0 ? Expression.none : .damaged }
      guard count > 0, let first = unsafe operations else { return Expression.operations([], isList: false) }
      let isList = ![Form.exprloc, Form.block, Form.block1, Form.block2, Form.block4].contains(
        unsafe UInt16(truncatingIfNeeded: dwarf_whatform(&attribute)))
      // Each operation takes a byte at least; no compiler writes more.
      guard count <= 4_096 else { return .damaged }
      var result: [LocationOperation] = []
      for index in 0..<count {
        guard let operation = unsafe Self.operation(first + index, &attribute) else { return .damaged }
        result.append(operation)
      }
      return .operations(result, isList: isList)
    }
  }

  private static func operation(_ source: UnsafeMutablePointer<Dwarf_Op>, _ attribute: inout Dwarf_Attribute)
    -> LocationOperation?
  {
    let raw = unsafe source.pointee
    var result = LocationOperation(code: raw.atom, first: raw.number, second: raw.number2, position: raw.offset)
    switch raw.atom {
    case Operation.implicitValue:
      var block = unsafe Dwarf_Block()
      guard unsafe dwarf_getlocation_implicit_value(&attribute, source, &block) == 0 else { return nil }
      result.block = unsafe bytes(block)
    case Operation.addrx, Operation.gnuAddrIndex, Operation.constx, Operation.gnuConstIndex:
      var target = unsafe Dwarf_Attribute()
      guard unsafe dwarf_getlocation_attr(&attribute, source, &target) == 0 else { return nil }
      let isAddress = raw.atom == Operation.addrx || raw.atom == Operation.gnuAddrIndex
      guard let number = unsafe isAddress ? address(&target) : number(&target) else { return nil }
      result.first = number
    case Operation.constType, Operation.gnuConstType:
      var target = unsafe Dwarf_Attribute()
      var block = unsafe Dwarf_Block()
      guard unsafe dwarf_getlocation_attr(&attribute, source, &target) == 0,
        unsafe dwarf_formblock(&target, &block) == 0
      else { return nil }
      result.block = unsafe bytes(block)
      result.type = unsafe type(source, &attribute)
      if result.type == nil { return nil }
    case Operation.regvalType, Operation.gnuRegvalType, Operation.derefType, Operation.gnuDerefType:
      result.type = unsafe type(source, &attribute)
      if result.type == nil { return nil }
    case Operation.convert, Operation.gnuConvert, Operation.reinterpret, Operation.gnuReinterpret:
      if raw.number == 0 { return result }
      result.type = unsafe type(source, &attribute)
      if result.type == nil { return nil }
    default: break
    }
    return result
  }

  /// The maximum size of a value in an expression.
  private static let maxBlock = 1 << 16

  @unsafe private static func bytes(_ block: Dwarf_Block) -> [UInt8] {
    guard let start = unsafe block.data, unsafe block.length <= maxBlock else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(block.length)))
  }

  @unsafe private static func number(_ attribute: inout Dwarf_Attribute) -> UInt64? {
    var value: Dwarf_Word = 0
    return unsafe dwarf_formudata(&attribute, &value) == 0 ? value : nil
  }

  @unsafe private static func address(_ attribute: inout Dwarf_Attribute) -> UInt64? {
    var value: Dwarf_Addr = 0
    return unsafe dwarf_formaddr(&attribute, &value) == 0 ? value : nil
  }

  @unsafe private static func type(_ operation: UnsafeMutablePointer<Dwarf_Op>, _ attribute: inout Dwarf_Attribute)
    -> LocationOperation.BaseType?
  {
    var die = unsafe Dwarf_Die()
    guard unsafe dwarf_getlocation_die(&attribute, operation, &die) == 0, unsafe dwarf_tag(&die) == Int32(Tag.baseType) else {
      return nil
    }
    func value(_ name: UInt16) -> UInt64? {
      var found = unsafe Dwarf_Attribute()
      guard unsafe dwarf_attr(&die, UInt32(name), &found) != nil else { return nil }
      return unsafe number(&found)
    }
    guard let size = value(Attribute.byteSize), size <= 64, let encoding = value(Attribute.encoding) else { return nil }
    let signed = [Encoding.signed, Encoding.signedCharacter]
    let whole =
      signed + [Encoding.unsigned, Encoding.unsignedCharacter, Encoding.boolean, Encoding.address, Encoding.unicodeCharacter]
    return LocationOperation.BaseType(
      size: Int(size), isSigned: signed.contains(encoding), isFloat: !whole.contains(encoding))
  }

  /// Returns the bytes of a constant value, at most `size`, or nil without one. Numbers that are shorter are extended.
  func constant(of entry: UInt64, size: Int) -> [UInt8]? {
    unsafe withAttribute(entry, Attribute.constValue) { attribute in
      if let value = unsafe Self.number(&attribute) {
        // libdw extends signed forms, and no others.
        var signed: Dwarf_Sword = 0
        let isNegative = unsafe dwarf_formsdata(&attribute, &signed) == 0 && signed < 0 && UInt64(bitPattern: signed) == value
        let filler: UInt8 = isNegative ? 0xff : 0
        return (0..<size).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) : filler }
      }
      var block = unsafe Dwarf_Block()
      if unsafe dwarf_formblock(&attribute, &block) == 0 { return unsafe Self.bytes(block) }
      return unsafe dwarf_formstring(&attribute).map { unsafe Array(String(cString: $0).utf8) + [0] }
    }
  }

  func has(_ name: UInt16, _ entry: UInt64) -> Bool {
    unsafe withAttribute(entry, name) { _ in true } ?? false
  }

  /// Returns the entry that an attribute refers to, or nil if none.
  func reference(_ name: UInt16, of entry: UInt64) -> UInt64? {
    unsafe withAttribute(entry, name) { attribute in
      var target = unsafe Dwarf_Die()
      guard unsafe dwarf_formref_die(&attribute, &target) != nil else { return nil }
      return unsafe dwarf_dieoffset(&target)
    }
  }

  /// Returns a text, or nil if the attribute is none.
  func text(_ name: UInt16, of entry: UInt64) -> String? {
    unsafe withAttribute(entry, name) { unsafe dwarf_formstring(&$0).map { unsafe String(cString: $0) } }
  }

  /// Returns the language and the size of addresses of the unit that an entry is in.
  func unit(of entry: UInt64) -> (language: UInt64, addressSize: Int)? {
    unsafe with(entry) { die in
      var root = unsafe Dwarf_Die()
      var (addressSize, offsetSize) = (UInt8(0), UInt8(0))
      guard unsafe dwarf_diecu(&die, &root, &addressSize, &offsetSize) != nil, addressSize == 4 || addressSize == 8 else {
        return nil
      }
      return (UInt64(bitPattern: Int64(unsafe dwarf_srclang(&root))), Int(addressSize))
    }
  }

  /// Returns the code of a function from its entry to its last address in one piece, or nil if unknown.
  func code(of function: UInt64) -> Range<UInt64>? {
    unsafe with(function) { die in
      var (entry, base, start, end): (Dwarf_Addr, Dwarf_Addr, Dwarf_Addr, Dwarf_Addr) = (0, 0, 0, 0)
      guard unsafe dwarf_entrypc(&die, &entry) == 0 else { return nil }
      var next = 0
      // The first range is the one with the entry; a function in two pieces has its prologue there.
      repeat {
        next = unsafe dwarf_ranges(&die, next, &base, &start, &end)
        if next > 0, start < end, (start..<end).contains(entry) { return entry..<end }
      } while next > 0
      return nil
    }
  }
}

internal import SymbolModel

/// Decodes the bytes of a variable by its type.
struct TypeDecoder {
  private let entries: LibdwEntries
  private let state: CapturedState
  /// The number of values that may still be decoded.
  private var left = 256

  private static let deepest = 6
  /// The number of elements of an array that are shown.
  private static let maxElements = 8

  init(_ entries: LibdwEntries, _ state: CapturedState) {
    self.entries = entries
    self.state = state
  }

  /// Returns the value of a type, which has no names and qualifiers (`LibdwEntries.valueType`).
  mutating func decode(_ type: UInt64, _ bytes: VariableBytes, depth: Int = 0) -> VariableValue {
    left -= 1
    guard left > 0, depth <= Self.deepest else { return .absent(.unknownType) }
    switch entries.tag(of: type) {
    case Tag.baseType: return base(type, bytes)
    case Tag.pointerType, Tag.referenceType, Tag.rvalueReferenceType: return pointer(type, bytes)
    case Tag.unspecifiedType: return ScalarValue.pointer(bytes)
    case Tag.enumerationType: return enumeration(type, bytes)
    case Tag.structureType, Tag.classType, Tag.unionType: return structure(type, bytes, depth)
    case Tag.arrayType: return array(type, bytes, depth)
    default: return .absent(.unknownType)
    }
  }

  /// Returns the children of a type; long lists of them leave fewer values to decode.
  private mutating func children(of type: UInt64) -> [UInt64] {
    let found = entries.children(of: type)
    left -= found.count / 64
    return found
  }

  private func base(_ type: UInt64, _ bytes: VariableBytes) -> VariableValue {
    switch entries.number(Attribute.encoding, of: type) {
    case Encoding.boolean:
      guard let value = bytes.number else { return .absent(bytes.reason) }
      return value < 2 ? .named(value == 1 ? "true" : "false") : .number(String(value))
    case Encoding.signed: return ScalarValue.integer(bytes, isSigned: true)
    case Encoding.unsigned: return ScalarValue.integer(bytes, isSigned: false)
    case Encoding.signedCharacter: return ScalarValue.character(bytes, isSigned: true)
    case Encoding.unsignedCharacter, Encoding.unicodeCharacter: return ScalarValue.character(bytes, isSigned: false)
    case Encoding.float: return ScalarValue.float(bytes)
    case Encoding.address: return ScalarValue.pointer(bytes)
    default: return .absent(.unknownType)
    }
  }

  private func pointer(_ type: UInt64, _ bytes: VariableBytes) -> VariableValue {
    let target = entries.valueType(of: type)
    let isFunction = target.map { entries.tag(of: $0) == Tag.subroutineType } ?? false
    guard case .pointer(var pointer) = ScalarValue.pointer(bytes, isFunction: isFunction) else { return .absent(bytes.reason) }
    if let target, isCharacter(target) { pointer.text = text(at: pointer.address) }
    return .pointer(pointer)
  }

  private func isCharacter(_ type: UInt64) -> Bool {
    guard entries.tag(of: type) == Tag.baseType, entries.size(of: type) == 1 else { return false }
    let encoding = entries.number(Attribute.encoding, of: type)
    return encoding == Encoding.signedCharacter || encoding == Encoding.unsignedCharacter || encoding == Encoding.unicodeCharacter
  }

  /// Returns the characters up to a zero, or nil if the report does not have them all.
  private func text(at address: UInt64) -> String? {
    let found = state.bytes(at: address, count: CharacterText.maxCount).prefix { $0 != 0 && $0 != nil }.compactMap(\.self)
    guard found.count < CharacterText.maxCount, state.number(at: address &+ UInt64(found.count), size: 1) == 0 else { return nil }
    return CharacterText.escaped(found)
  }

  private mutating func enumeration(_ type: UInt64, _ bytes: VariableBytes) -> VariableValue {
    guard let value = bytes.number, (1...8).contains(bytes.count) else { return .absent(bytes.reason) }
    let mask = bytes.count == 8 ? UInt64.max : (1 << UInt64(8 * bytes.count)) - 1
    var isSigned = false
    for child in children(of: type) where entries.tag(of: child) == Tag.enumerator {
      guard let constant = entries.constant(of: child, size: 8) else { continue }
      let number = constant.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if number & mask == value, let name = entries.name(of: child) { return .named(name) }
      if number >> 63 == 1 { isSigned = true }
    }
    return ScalarValue.integer(bytes, isSigned: isSigned)
  }

  private mutating func array(_ type: UInt64, _ bytes: VariableBytes, _ depth: Int) -> VariableValue {
    let counts = ArrayBounds.counts(of: type, entries)
    guard !counts.isEmpty, let element = entries.valueType(of: type), let size = entries.size(of: element), size > 0,
      size < 1 << 30, counts.allSatisfy({ $0 != nil })
    else { return .absent(.unknownType) }
    return array(counts.compactMap { $0 }[...], element, Int(size), bytes, depth)
  }

  private mutating func array(
    _ counts: ArraySlice<UInt64>, _ element: UInt64, _ size: Int, _ bytes: VariableBytes, _ depth: Int
  ) -> VariableValue {
    guard let first = counts.first else { return decode(element, bytes, depth: depth + 1) }
    let count = Int(clamping: first)
    let inner = counts.dropFirst()
    var stride = size
    for count in inner {
      let (product, overflow) = stride.multipliedReportingOverflow(by: Int(clamping: count))
      guard !overflow, product < 1 << 30 else { return .absent(.unknownType) }
      stride = product
    }
    if inner.isEmpty, isCharacter(element), let text = characters(bytes, count) { return text }
    var elements: [VariableValue] = []
    for index in 0..<min(count, Self.maxElements) {
      guard left > 0 else { break }
      elements.append(array(inner, element, size, bytes.part(at: index * stride, count: stride), depth))
    }
    if !elements.isEmpty, let reason = Self.commonReason(elements) { return .absent(reason) }
    return .elements(elements, count: count)
  }

  /// Returns the characters of an array up to the first zero, or nil if one before it is unknown or if they are no text.
  private func characters(_ bytes: VariableBytes, _ count: Int) -> VariableValue? {
    let shown = bytes.part(at: 0, count: min(count, CharacterText.maxCount)).bytes
    let text = shown.prefix { $0 != 0 && $0 != nil }.compactMap(\.self)
    guard text.count == shown.count || shown[text.count] == 0 else { return nil }
    return .text(CharacterText.escaped(text) + (text.count < count && text.count == shown.count ? "…" : ""))
  }

  private mutating func structure(_ type: UInt64, _ bytes: VariableBytes, _ depth: Int) -> VariableValue {
    if let mangled = SwiftTypeName.mangled(type, entries) {
      if let swift = SwiftType(mangled) { return SwiftValue.decode(swift, bytes, state) }
      // Of Swift's structures, only those of Embedded Swift have their members in DWARF.
      let hasMembers = entries.children(of: type).contains { entries.tag(of: $0) == Tag.member && entries.name(of: $0) != nil }
      guard mangled.hasSuffix("VD"), hasMembers else { return .absent(.unknownType) }
    }
    var members: [VariableValue.Member] = []
    for child in children(of: type) {
      switch entries.tag(of: child) {
      // The cases of Rust's enumerations: which one holds is not decoded.
      case Tag.variantPart: return .absent(.unknownType)
      case Tag.member where !isStatic(child): members.append(member(child, name: entries.name(of: child) ?? "", bytes, depth))
      case Tag.inheritance:
        members.append(member(child, name: entries.valueType(of: child).flatMap(entries.name) ?? "", bytes, depth))
      default: continue
      }
      guard left > 0, members.count <= 64 else { break }
    }
    if entries.has(Attribute.declaration, type) { return .absent(.noType) }
    if !members.isEmpty, let reason = Self.commonReason(members.map(\.value)) { return .absent(reason) }
    return .members(members)
  }

  /// Returns the reason why nothing is known if it is the same for all, as far as that goes.
  private static func commonReason(_ values: [VariableValue]) -> VariableValue.Reason? {
    guard let first = values.first?.reason, values.allSatisfy({ $0.reason != nil }) else { return nil }
    return first
  }

  private func isStatic(_ member: UInt64) -> Bool {
    entries.has(Attribute.external, member) || entries.has(Attribute.declaration, member)
  }

  private mutating func member(_ entry: UInt64, name: String, _ bytes: VariableBytes, _ depth: Int)
    -> VariableValue.Member
  {
    VariableValue.Member(name: name, value: memberValue(entry, bytes, depth))
  }

  private mutating func memberValue(_ entry: UInt64, _ bytes: VariableBytes, _ depth: Int) -> VariableValue {
    guard let type = entries.valueType(of: entry), let size = entries.size(of: type), size < 1 << 30 else {
      return .absent(.noType)
    }
    // A base of another kind has its place in the virtual table.
    if entries.has(Attribute.dataMemberLocation, entry), entries.number(Attribute.dataMemberLocation, of: entry) == nil {
      return .absent(.unknownLocation)
    }
    let start = entries.number(Attribute.dataMemberLocation, of: entry) ?? 0
    guard start < 1 << 30 else { return .absent(.unknownLocation) }
    if let bits = entries.number(Attribute.bitSize, of: entry) {
      guard let field = bitField(entry, bits, start, Int(size), bytes) else { return .absent(.unknownLocation) }
      return decode(type, field, depth: depth + 1)
    }
    return decode(type, bytes.part(at: Int(start), count: Int(size)), depth: depth + 1)
  }

  /// Returns the bits of a field as the bytes of its type.
  private func bitField(_ entry: UInt64, _ bits: UInt64, _ start: UInt64, _ size: Int, _ bytes: VariableBytes)
    -> VariableBytes?
  {
    guard (1...64).contains(bits), size <= 8, bits <= UInt64(8 * size) else { return nil }
    let first: UInt64
    if let offset = entries.number(Attribute.dataBitOffset, of: entry) {
      first = offset
    } else if let offset = entries.number(Attribute.bitOffset, of: entry) {
      // DWARF 3 counts from the highest bit of the storage unit.
      let unit = entries.number(Attribute.byteSize, of: entry) ?? UInt64(size)
      guard unit <= 16, offset <= 128, offset + bits <= unit * 8 else { return nil }
      let storage = unit * 8
      first = start * 8 + storage - offset - bits
    } else {
      first = start * 8
    }
    guard first < 1 << 34 else { return nil }
    let from = Int(first / 8)
    let part = bytes.part(at: from, count: Int((first % 8 + bits + 7) / 8))
    guard let known = part.known else { return part.part(at: 0, count: part.count) }
    var value = known.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) } >> UInt128(first % 8)
    value &= (1 << UInt128(bits)) - 1
    let isSigned = entries.valueType(of: entry).map { self.isSigned($0) } ?? false
    if isSigned, value >> UInt128(bits - 1) == 1 { value |= UInt128.max << UInt128(bits) }
    return VariableBytes((0..<size).map { UInt8(truncatingIfNeeded: value >> UInt128(8 * $0)) }, origins: [])
  }

  private func isSigned(_ type: UInt64) -> Bool {
    guard entries.tag(of: type) == Tag.baseType else { return false }
    let encoding = entries.number(Attribute.encoding, of: type)
    return encoding == Encoding.signed || encoding == Encoding.signedCharacter
  }
}

/// Finds the mangled names of Swift's types.
enum SwiftTypeName {
  /// Returns the mangled name of a type, or nil if it is not Swift's. A bound generic type is a structure without a name whose only
  /// member has the name.
  static func mangled(_ type: UInt64, _ entries: LibdwEntries) -> String? {
    if let name = entries.text(Attribute.linkageName, of: type) ?? entries.name(of: type), name.hasPrefix("$s") { return name }
    guard entries.name(of: type) == nil, case let children = entries.children(of: type), children.count == 1,
      entries.tag(of: children[0]) == Tag.member, entries.name(of: children[0]) == nil,
      let inner = entries.valueType(of: children[0])
    else { return nil }
    let name = entries.text(Attribute.linkageName, of: inner) ?? entries.name(of: inner)
    return name?.hasPrefix("$s") == true ? name : nil
  }
}

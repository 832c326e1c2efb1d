/// Finds the member of a type at an offset. Members of types are read once.
final class TypePath {
  private let entries: LibdwEntries
  private var known: [UInt64: [Field]] = [:]
  private var fieldCount = 0

  init(_ entries: LibdwEntries) { self.entries = entries }

  /// A member or base of a structure whose type and size are known.
  private struct Field {
    let start: UInt64
    let size: UInt64
    let type: UInt64
    /// The member's name, or nil for a base and for a member without a name.
    let name: String?
  }

  /// The maximum number of members that are remembered; then all are dropped.
  private static let maxFields = 100_000

  struct Member {
    /// `price.cents`, `items[2].label`; empty if the type itself is meant.
    var text: String
    /// The type, without names and qualifiers.
    var type: UInt64
    /// Whether the text has the index of the question.
    var hasIndex = false
  }

  private static let deepest = 16

  /// Returns the scalar or pointer that is at an offset in a type, through structures and arrays, or nil if there is none, or if a
  /// union leaves it open. With an index, one array on the way must have elements of its stride.
  func member(of type: UInt64, at offset: Int64, index: PointerQuestion.Index? = nil) -> Member? {
    guard offset >= 0 else { return nil }
    guard let index else { return find(type, UInt64(offset), nil, depth: 0) }
    guard let found = find(type, UInt64(offset), index, depth: 0), found.hasIndex else { return nil }
    return found
  }

  private func find(_ type: UInt64, _ offset: UInt64, _ index: PointerQuestion.Index?, depth: Int) -> Member? {
    guard depth < Self.deepest else { return nil }
    switch entries.tag(of: type) {
    case Tag.structureType, Tag.classType: return field(type, offset, index, depth)
    case Tag.arrayType: return element(type, offset, index, depth)
    case Tag.unionType: return nil
    default: return offset == 0 ? Member(text: "", type: type) : nil
    }
  }

  private func field(_ type: UInt64, _ offset: UInt64, _ index: PointerQuestion.Index?, _ depth: Int) -> Member? {
    for field in fields(of: type) where field.start <= offset && offset - field.start < field.size {
      guard var inner = find(field.type, offset - field.start, index, depth: depth + 1) else { return nil }
      guard let name = field.name else { return inner }
      inner.text = Self.joined(name, inner.text)
      return inner
    }
    return nil
  }

  private func fields(of type: UInt64) -> [Field] {
    if let known = known[type] { return known }
    let found = entries.children(of: type).compactMap { child -> Field? in
      let tag = entries.tag(of: child)
      guard tag == Tag.member || tag == Tag.inheritance, entries.number(Attribute.bitSize, of: child) == nil,
        let start = entries.number(Attribute.dataMemberLocation, of: child), let fieldType = entries.valueType(of: child),
        let size = entries.size(of: fieldType)
      else { return nil }
      return Field(start: start, size: size, type: fieldType, name: tag == Tag.member ? entries.name(of: child) : nil)
    }
    fieldCount += found.count
    if fieldCount > Self.maxFields { (known, fieldCount) = ([:], found.count) }
    known[type] = found
    return found
  }

  private func element(_ type: UInt64, _ offset: UInt64, _ index: PointerQuestion.Index?, _ depth: Int) -> Member? {
    // The bounds of several dimensions are lost in one number.
    let bounds = entries.children(of: type).filter { entries.tag(of: $0) == Tag.subrangeType }
    guard bounds.count == 1, let elementType = entries.valueType(of: type), let size = entries.size(of: elementType), size > 0
    else { return nil }
    let isIndexed = index?.stride == size
    guard var inner = find(elementType, offset % size, isIndexed ? nil : index, depth: depth + 1) else { return nil }
    inner.text = Self.joined(Self.subscripted(isIndexed ? index : nil, plus: offset / size), inner.text)
    inner.hasIndex = inner.hasIndex || isIndexed
    return inner
  }

  /// `[2]`, `[n]`, `[n + 2]`
  static func subscripted(_ index: PointerQuestion.Index?, plus constant: UInt64) -> String {
    guard let index else { return "[\(constant)]" }
    return constant == 0 ? "[\(index.name)]" : "[\(index.name) + \(constant)]"
  }

  /// Joins `price` and `cents` to `price.cents`, `items` and `[2]` to `items[2]`.
  static func joined(_ first: String, _ rest: String) -> String {
    rest.isEmpty || rest.hasPrefix("[") || first.isEmpty ? first + rest : "\(first).\(rest)"
  }

  /// Returns the type that a pointer or reference leads to, or nil for other types and for pointers to anything.
  func pointee(of type: UInt64) -> UInt64? {
    isPointer(type) ? entries.valueType(of: type) : nil
  }

  func isPointer(_ type: UInt64) -> Bool { entries.tag(of: type) == Tag.pointerType || isReference(type) }

  func isReference(_ type: UInt64) -> Bool {
    [Tag.referenceType, Tag.rvalueReferenceType].contains(entries.tag(of: type))
  }

  /// Whether a value of a type fills a register as a pointer does.
  func mayBePointer(_ type: UInt64) -> Bool {
    switch entries.tag(of: type) {
    case Tag.baseType, Tag.enumerationType: false
    default: true
    }
  }
}

/// Writes types as C and C++ do, and finds the names of Swift's types.
struct TypeText {
  private let entries: LibdwEntries
  private let isC: Bool
  private let steps = Steps()

  /// The number of types that may still be written. Types may refer to each other in circles.
  private final class Steps { var left = 256 }

  private static let deepest = 16

  /// `isC` writes `struct` before the names of structures.
  init(_ entries: LibdwEntries, isC: Bool) {
    self.entries = entries
    self.isC = isC
  }

  /// Returns the type of a variable or member: `const char *`, `int [4]`, `int (*)(long)`.
  func text(ofTypeOf entry: UInt64) -> String { text(entries.reference(Attribute.type, of: entry), 0) }

  private func text(_ type: UInt64?, _ depth: Int) -> String {
    guard let type else { return "void" }
    steps.left -= 1
    guard depth < Self.deepest, steps.left > 0 else { return "…" }
    let target = { text(entries.reference(Attribute.type, of: type), depth + 1) }
    switch entries.tag(of: type) {
    case Tag.constType: return Self.qualified(target(), "const")
    case Tag.volatileType: return Self.qualified(target(), "volatile")
    case Tag.restrictType: return Self.qualified(target(), "restrict")
    case Tag.atomicType: return "_Atomic(\(target()))"
    case Tag.pointerType: return pointer(type, "*", depth)
    case Tag.referenceType: return pointer(type, "&", depth)
    case Tag.rvalueReferenceType: return pointer(type, "&&", depth)
    case Tag.arrayType: return target() + " " + bounds(type)
    case Tag.subroutineType: return target() + " " + parameters(type, depth)
    case Tag.structureType: return named(type, "struct")
    case Tag.classType: return named(type, isC ? "struct" : "class")
    case Tag.unionType: return named(type, "union")
    case Tag.enumerationType: return named(type, "enum")
    default: return entries.name(of: type) ?? "…"
    }
  }

  private func named(_ type: UInt64, _ word: String) -> String {
    guard let name = entries.name(of: type) else { return "\(word) {…}" }
    return isC ? "\(word) \(name)" : name
  }

  private static func qualified(_ text: String, _ word: String) -> String {
    if text.hasSuffix("*)") { return text }
    return text.hasSuffix("*") ? "\(text)\(word)" : "\(word) \(text)"
  }

  private func pointer(_ type: UInt64, _ mark: String, _ depth: Int) -> String {
    let target = entries.reference(Attribute.type, of: type)
    switch target.map(entries.tag) {
    case Tag.subroutineType?:
      guard let target else { return mark }
      return "\(text(entries.reference(Attribute.type, of: target), depth + 1)) (\(mark))\(parameters(target, depth))"
    case Tag.arrayType?:
      guard let target else { return mark }
      return "\(text(entries.reference(Attribute.type, of: target), depth + 1)) (\(mark))\(bounds(target))"
    default:
      let name = text(target, depth + 1)
      return name.hasSuffix("*") || name.hasSuffix("&") ? name + mark : "\(name) \(mark)"
    }
  }

  private func bounds(_ type: UInt64) -> String {
    let counts = ArrayBounds.counts(of: type, entries)
    return counts.isEmpty ? "[]" : counts.map { $0.map { "[\($0)]" } ?? "[]" }.joined()
  }

  private func parameters(_ type: UInt64, _ depth: Int) -> String {
    let parameters = entries.children(of: type).prefix(16).filter { entries.tag(of: $0) == Tag.formalParameter }
    let texts = parameters.map { text(entries.reference(Attribute.type, of: $0), depth + 1) }
    return "(" + (texts.isEmpty && isC ? "void" : texts.joined(separator: ", ")) + ")"
  }
}

/// The sizes of the dimensions of an array.
enum ArrayBounds {
  /// Returns the number of elements of each dimension, the outermost first, or nil if one is not constant.
  static func counts(of type: UInt64, _ entries: LibdwEntries) -> [UInt64?] {
    entries.children(of: type).prefix(16).filter { entries.tag(of: $0) == Tag.subrangeType }.map { range in
      if let count = entries.number(Attribute.count, of: range) { return count }
      guard let last = entries.number(Attribute.highestIndex, of: range) else { return nil }
      let first = entries.number(Attribute.lowestIndex, of: range) ?? 0
      // The upper bound of an array without elements is -1.
      let (count, overflow) = (last &+ 1).subtractingReportingOverflow(first)
      return overflow || count > 1 << 40 ? nil : count
    }
  }
}

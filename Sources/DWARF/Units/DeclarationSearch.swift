/// Finds the declaration of a root entry in a table of `.debug_abbrev` without decoding those before it: gcc puts it last. It refuses where
/// bytes could mean something else. If every declaration is decoded instead, one address of a Linux kernel (2,352 units) takes 1.6 times
/// the instructions.
struct DeclarationSearch {
  private let section: SectionBytes
  /// The declaration's code, its tag and that it has children.
  private let pattern: [UInt8]

  /// The maximum length of a table in bytes: hostile units could each have the same long one.
  private static let longest = 1 << 20

  /// Prepares the search for a code.
  init(_ section: SectionBytes, code: UInt64) {
    self.section = section
    var pattern: [UInt8] = []
    var rest = code
    repeat {
      pattern.append(UInt8(truncatingIfNeeded: rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    self.pattern = pattern + [UInt8(Tag.compileUnit), 1]
  }

  /// Returns the position of the declaration of a unit's root with children, or nil if it is the table's first one, or was not found.
  func unitRoot(inTableAt offset: Int) -> Int? {
    guard offset >= 0, offset < section.count, pattern[0] != 0, section.byte(at: offset) != pattern[0] else { return nil }
    let end = min(section.count, offset + Self.longest)
    var start = offset
    // The pair of zeros that ends a declaration is the only one in a table but for a third zero before it.
    while let found = section.afterZeros(in: start..<end, before: pattern[0]) {
      if section.byte(at: found) == 0 {
        guard isConstant(at: found - 2, from: offset) || isWithoutAttributes(at: found - 2, from: offset) else { return nil }
      } else if pattern.indices.allSatisfy({ section.byte(at: found + $0) == pattern[$0] }) {
        return found
      }
      start = found - 1
    }
    return nil
  }

  /// Returns whether a zero can only be the value of `DW_FORM_implicit_const`, so that the table goes on.
  private func isConstant(at position: Int, from offset: Int) -> Bool {
    guard position >= offset + 4 else { return false }
    let (attribute, form) = (section.byte(at: position - 2), section.byte(at: position - 1))
    return form == UInt8(Form.implicitConst) && attribute < 0x80 && attribute != form
  }

  /// Returns whether a zero can only say that a declaration without attributes has no children, so that the table goes on: a code and a
  /// tag are before it, and the end of another declaration before those.
  private func isWithoutAttributes(at position: Int, from offset: Int) -> Bool {
    guard position >= offset + 2, (1..<0x80).contains(section.byte(at: position - 1)) else { return false }
    var code = position - 2
    guard (1..<0x80).contains(section.byte(at: code)) else { return false }
    while code > offset, section.byte(at: code - 1) >= 0x80 { code -= 1 }
    return code == offset || code >= offset + 2 && section.byte(at: code - 1) == 0 && section.byte(at: code - 2) == 0
  }
}

/// The identifier with which a source file declares a function.
enum DeclaredName {
  /// Returns the identifier in a name as outputs show it: `total` of `closure #1 in Checkout.total(of:)`, `shop::Basket<int>::total()` and
  /// `-[Checkout total:]`. Returns nil if there is none.
  static func of(_ function: String) -> String? {
    var name = function[...]
    if name.contains("closure #"), let around = name.pieces(after: " in ") { name = around }
    if let method = objectiveC(name) { return method }
    // The arguments, and what follows them.
    if let open = arguments(name) { name = name[..<open] }
    name = withoutGenerics(name)
    for suffix in accessors where name.hasSuffix(suffix) { name = name.dropLast(suffix.count) }
    if let last = name.lastIndex(where: { $0 == "." || $0 == ":" || $0 == " " }) { name = name[name.index(after: last)...] }
    return name.isEmpty || !name.contains(where: \.isLetter) ? nil : String(name)
  }

  /// Returns where the arguments begin: not at the parentheses of `(anonymous namespace)::` and `operator()`.
  private static func arguments(_ name: Substring) -> Substring.Index? {
    name.indices.first { at in
      guard name[at] == "(", at != name.startIndex else { return false }
      return !":( ".contains(name[name.index(before: at)]) && !name[..<at].hasSuffix("operator")
    }
  }

  private static func objectiveC(_ name: Substring) -> String? {
    guard let start = name.range(ofAny: ["-[", "+["]) else { return nil }
    let selector = name[start...].drop { $0 != " " }.dropFirst().prefix { $0 != ":" && $0 != "]" }
    return selector.isEmpty ? nil : String(selector)
  }

  private static func withoutGenerics(_ name: Substring) -> Substring {
    guard name.hasSuffix(">"), !name.contains("operator") else { return name }
    var depth = 0
    for position in name.indices.reversed() {
      if name[position] == ">" { depth += 1 }
      if name[position] == "<" { depth -= 1 }
      if depth == 0 { return name[..<position] }
    }
    return name
  }

  private static let accessors = [
    ".getter", ".setter", ".modify", ".read", ".didset", ".willset", ".unsafeAddressor", ".unsafeMutableAddressor",
  ]
}

extension Substring {
  /// The text after the last occurrence of a separator, or nil if it does not occur.
  fileprivate func pieces(after separator: String) -> Substring? {
    var position = endIndex
    while position > startIndex {
      position = index(before: position)
      if self[position...].hasPrefix(separator) { return self[position...].dropFirst(separator.count) }
    }
    return nil
  }

  /// The position of the first of some texts at the beginning or after a blank.
  fileprivate func range(ofAny texts: [String]) -> Index? {
    indices.first { at in
      (at == startIndex || self[index(before: at)] == " ") && texts.contains { self[at...].hasPrefix($0) }
    }
  }
}

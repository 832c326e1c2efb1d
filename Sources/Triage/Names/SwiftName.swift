/// Names of Swift functions as demanglers print them, simplified or in full.
enum SwiftName {
  /// `App.Cart.add<A>(_: A, to: B) async throws -> C` becomes `Cart.add(_:to:)`. `modules` are names that may stand in front.
  static func normalized(_ name: String, modules: [String]) -> String {
    var text = name[...]
    while let shorter = withoutAttribute(text) { text = shorter }
    if let (owner, depth) = closure(text) {
      return String(repeating: "closure in ", count: depth) + normalized(String(owner), modules: modules)
    }
    if let witness = witness(text) { return normalized(witness, modules: modules) }
    if text.hasPrefix("one-time initialization function for ") {
      return normalized(String(text.dropFirst(37)), modules: modules) + ".init-once"
    }
    if text.hasPrefix("default argument "), let at = text.position(of: " of ") {
      return normalized(String(text[at...].dropFirst(4)), modules: modules)
    }
    return SwiftSignature.plain(String(text), modules: modules)
  }

  /// Without what stands before the name and says how the compiler made this copy; nil when there is nothing.
  private static func withoutAttribute(_ text: Substring) -> Substring? {
    for word in attributes where text.hasPrefix(word) { return text.dropFirst(word.count) }
    for word in specializations where text.hasPrefix(word) {
      var depth = 0
      var last: Character = " "
      for at in text.indices {
        if text[at] == "<" { depth += 1 }
        if text[at] == ">", last != "-" { depth -= 1 }
        last = text[at]
        if depth == 0, last == ">" {
          let rest = text[text.index(after: at)...]
          return rest.hasPrefix(" of ") ? rest.dropFirst(4) : nil
        }
      }
    }
    if text.hasPrefix("("), let at = text.position(of: ") "), text[..<at].dropFirst().allSatisfy(\.isNumber) {
      let rest = text[at...].dropFirst(2)
      for word in ["await resume partial function for ", "suspend resume partial function for "] where rest.hasPrefix(word) {
        return rest.dropFirst(word.count)
      }
    }
    return nil
  }

  private static let attributes = [
    "@objc ", "@nonobjc ", "specialized ", "merged ", "implicit ", "dispatch thunk of ", "override ", "static ", "class ",
    "partial apply forwarder for ", "partial apply for ", "distributed thunk ", "async function pointer to ",
  ]

  private static let specializations = [
    "generic specialization <", "generic not re-abstracted specialization <", "function signature specialization <",
    "generic partial specialization <",
  ]

  /// What a closure is in, and how deep; nil for functions.
  private static func closure(_ text: Substring) -> (owner: Substring, depth: Int)? {
    guard text.hasPrefix("closure #") else { return nil }
    var depth = 0
    for at in text.indices {
      switch text[at] {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case " " where depth == 0 && text[at...].hasPrefix(" in "): return (text[at...].dropFirst(4), 1)
      default: break
      }
    }
    return nil
  }

  /// `protocol witness for P.f in conformance T` is `T.f`.
  private static func witness(_ text: Substring) -> String? {
    guard text.hasPrefix("protocol witness for "), let at = text.position(of: " in conformance ") else { return nil }
    let requirement = SwiftSignature.plain(String(text[..<at].dropFirst(21)), modules: [])
    let type = text[at...].dropFirst(16).prefix { $0 != " " && $0 != "<" }
    let head = requirement.prefix { $0 != "(" }
    let function = (head.lastIndex(of: ".").map { requirement[$0...].dropFirst() } ?? requirement[...])
    return "\(type).\(function)"
  }
}

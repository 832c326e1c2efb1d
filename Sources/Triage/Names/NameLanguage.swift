internal import Bytes

/// The language of a function, by its mangling where that is known, else by the looks of its name.
enum NameLanguage: Sendable {
  case swift, oldSwift, cPlusPlus, objectiveC, rust, other

  /// Looks at a name. `linkageName` is the mangled name; nil when unknown.
  init(_ name: String, linkageName: String?) {
    let mangled = linkageName ?? name
    if Self.isObjectiveC(name) {
      self = .objectiveC
    } else if mangled.hasPrefix("_TF") || mangled.hasPrefix("_TT") || mangled.hasPrefix("_T0") {
      self = name == mangled ? .oldSwift : .swift
    } else if mangled.hasPrefix("$s") || mangled.hasPrefix("_$s") || mangled.hasPrefix("$S") || mangled.hasPrefix("$e") {
      self = .swift
    } else if mangled.hasPrefix("_R") || Self.endsInRustHash(mangled) || Self.endsInRustHash(name) || Self.isRust(name) {
      self = .rust
    } else if mangled.hasPrefix("_Z") || mangled.hasPrefix("__Z") {
      self = .cPlusPlus
    } else {
      self = Self.byLooks(name)
    }
  }

  private static func isObjectiveC(_ name: String) -> Bool {
    if name.hasPrefix("-[") || name.hasPrefix("+[") { return true }
    guard name.hasPrefix("__") else { return false }
    let rest = name.dropFirst(2).drop { $0.isASCII && $0.isNumber }
    return rest.hasPrefix("-[") || rest.hasPrefix("+[")
  }

  private static func byLooks(_ name: String) -> Self {
    if swiftPrefixes.contains(where: name.hasPrefix) || name.containsBytes(of: "(_:") || name.containsBytes(of: ":)")
      || name.containsBytes(of: " : Swift.")
    {
      return .swift
    }
    if name.hasPrefix("("), name.containsBytes(of: "resume partial function for ") { return .swift }
    if name.containsBytes(of: "_block_invoke") { return .other }
    if name.containsBytes(of: "::") { return .cPlusPlus }
    let scope = name.prefix { $0 != "(" && $0 != "<" }
    if scope.contains(".") && !scope.contains(" ") && !CommonSuffix.isCloneSuffix(of: name) { return .swift }
    if name.containsBytes(of: "(") && name.containsBytes(of: ")") { return .cPlusPlus }
    return .other
  }

  private static let swiftPrefixes = [
    "@objc ", "@nonobjc ", "specialized ", "static ", "closure #", "implicit closure #", "partial apply ",
    "generic specialization <",
    "function signature specialization <", "merged ", "dispatch thunk of ", "protocol witness for ", "reabstraction thunk",
    "thunk for ", "default argument ", "outlined ", "one-time initialization ", "(extension in ", "Swift runtime failure: ",
  ]

  private static func isRust(_ name: String) -> Bool {
    name.containsBytes(of: "{{closure}}") || name.hasPrefix("core::") || name.hasPrefix("alloc::") || name.hasPrefix("<alloc::")
      || name.hasPrefix("<core::")
  }

  /// Whether a name ends in `17h` or `::h` and 16 hexadecimal digits, and `E` where it is mangled.
  static func endsInRustHash(_ name: String) -> Bool {
    let text = name.last == "E" ? name.dropLast() : name[...]
    let digits = text.suffix(16)
    guard digits.utf8.count == 16, digits.allSatisfy(\.isHexDigit) else { return false }
    let before = text.dropLast(16)
    return before.hasSuffix("17h") || before.hasSuffix("::h")
  }
}

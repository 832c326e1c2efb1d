/// A function's name without what differs between builds, compilers and reporters.
struct NormalizedName: Hashable, Sendable {
  /// The name as it is compared and shown.
  let text: String
  /// The spellings that lists of functions are asked for.
  let spellings: [String]
  /// The last part in lower case without arguments, which helpers of apps are known by.
  let lastPart: String

  /// Normalizes a name; nil for what is no name: `<redacted>`, `???`, bare addresses. `modules` are names of modules that a Swift
  /// name may begin with.
  init?(_ raw: String, linkageName: String? = nil, modules: [String] = []) {
    let name = CommonSuffix.removed(from: raw)
    guard !Self.isNameless(name) else { return nil }
    let text: String
    switch NameLanguage(name, linkageName: linkageName) {
    case .swift: text = name.hasPrefix("Swift runtime failure") ? name : SwiftName.normalized(name, modules: modules)
    case .oldSwift: text = OldSwiftName.normalized(name) ?? name
    case .cPlusPlus: text = CPlusPlusName.normalized(name)
    case .objectiveC: text = ObjectiveCName.normalized(name)
    case .rust: text = RustName.normalized(name)
    case .other: text = ObjectiveCName.blockOfFunction(name) ?? name
    }
    self.text = text
    let bare = text.hasSuffix("()") ? String(text.dropLast(2)) : nil
    spellings = [text] + [bare, name == text ? nil : name].compactMap { $0 }
    lastPart = Self.lastPart(of: text)
  }

  private static func lastPart(of text: String) -> String {
    var name = text[...]
    if name.hasPrefix("-[") || name.hasPrefix("+[") {
      name = name.drop { $0 != " " }.dropFirst().prefix { $0 != ":" && $0 != "]" }
      return name.lowercased()
    }
    // The parentheses of `operator()` belong to the name.
    let arguments = name.hasSuffix("operator()()") ? name.dropLast(2).endIndex : name.lastIndex(of: "(") ?? name.endIndex
    name = name[..<arguments]
    if let at = name.lastIndex(where: { $0 == "." || $0 == ":" }) { name = name[at...].dropFirst() }
    return name.lowercased()
  }

  private static func isNameless(_ name: String) -> Bool {
    if nameless.contains(name) || name.isEmpty { return true }
    let digits = name.hasPrefix("0x") ? name.dropFirst(2) : name[...]
    return digits.utf8.count >= 6 && digits.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == " ") }
      && digits.contains(where: \.isNumber)
  }

  private static let nameless: Set<String> = [
    "<redacted>", "<deduplicated_symbol>", "???", "_mh_execute_header", "__mh_execute_header", "__mh_dylib_header", "<unknown>",
    "(null)", "<null>", "unknown", "[unknown]", "?? ()", "??",
  ]
}

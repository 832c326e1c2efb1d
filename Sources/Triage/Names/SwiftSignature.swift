/// The part of a Swift name that no attribute stands in front of: scope, name and arguments.
struct SwiftSignature {
  private let text: [UInt8]
  private var at = 0
  private var output: [UInt8] = []

  private init(_ text: String) { self.text = Array(text.utf8) }

  /// Without generic arguments, argument types, results, discriminators and the module.
  static func plain(_ name: String, modules: [String]) -> String {
    var text = name[...]
    if text.hasPrefix("(extension in "), let end = text.position(of: "):") { text = text[end...].dropFirst(2) }
    for module in modules {
      guard text.hasPrefix(module + "."), text.utf8.count > module.utf8.count + 1 else { continue }
      // `Shop.main()` of a module Shop may as well be a method of a type Shop.
      let rest = text.dropFirst(module.count + 1)
      guard rest.prefix(while: { $0 != "(" && $0 != "<" }).contains(".") || rest.first == "(" else { continue }
      text = rest
      break
    }
    var scan = SwiftSignature(String(text))
    return accessor(scan.run())
  }

  private mutating func run() -> String {
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "<") where isAfterName: skipGenerics()
      case UInt8(ascii: "("):
        if takeDiscriminated() { continue }
        takeArguments()
        // A local function goes on: `outer() -> Int`, ` in `; an accessor of a subscript: `.getter`.
        if !stands(".") { return finish() }
      case UInt8(ascii: "+") where takeCutOffset(): continue
      case UInt8(ascii: " "):
        // ` : Type` after an accessor, ` -> Type`, ` in module`, ` where`.
        if isOperatorAhead { copy() } else { return finish() }
      default: copy()
      }
    }
    return finish()
  }

  private func finish() -> String { String(decoding: output, as: UTF8.self) }

  private var isAfterName: Bool {
    guard let last = output.last else { return false }
    return last == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) || last >= UInt8(ascii: "A")
  }

  private var isOperatorAhead: Bool { stands(" infix(") || stands(" prefix(") || stands(" postfix(") }

  private func stands(_ part: String) -> Bool { text[at...].starts(with: part.utf8) }

  private mutating func copy() {
    output.append(text[at])
    at += 1
  }

  private mutating func skipGenerics() {
    var depth = 0
    while at < text.count {
      if text[at] == UInt8(ascii: "<") { depth += 1 }
      if text[at] == UInt8(ascii: ">"), at > 0, text[at - 1] != UInt8(ascii: "-") { depth -= 1 }
      at += 1
      if depth == 0 { return }
    }
  }

  /// Takes `(name in _0123456789ABCDEF0123456789ABCDEF)` as `name`; false when no such thing stands here.
  private mutating func takeDiscriminated() -> Bool {
    guard let close = text[at...].firstIndex(of: UInt8(ascii: ")")) else { return false }
    let inside = String(decoding: text[(at + 1)..<close], as: UTF8.self)
    guard let middle = inside.position(of: " in _") else { return false }
    let hash = inside[middle...].dropFirst(5)
    guard hash.utf8.count == 32, hash.allSatisfy(\.isHexDigit) else { return false }
    output += inside[..<middle].utf8
    at = close + 1
    return true
  }

  /// Skips Apple's `+ 169548 ` in the middle of a name.
  private mutating func takeCutOffset() -> Bool {
    var end = at + 1
    guard end < text.count, text[end] == UInt8(ascii: " ") else { return false }
    end += 1
    let digits = end
    while end < text.count, text[end] >= UInt8(ascii: "0"), text[end] <= UInt8(ascii: "9") { end += 1 }
    guard end > digits, end < text.count, text[end] == UInt8(ascii: " ") else { return false }
    at = end + 1
    return true
  }

  /// Takes `(_: A, to: B)` as `(_:to:)`, and `(_:to:)` as it stands.
  private mutating func takeArguments() {
    var depth = 0
    var parts: [[UInt8]] = [[]]
    let start = at
    while at < text.count {
      let unit = text[at]
      let isArrow = unit == UInt8(ascii: ">") && at > 0 && text[at - 1] == UInt8(ascii: "-")
      if "([<".utf8.contains(unit) { depth += 1 }
      if ")]>".utf8.contains(unit), !isArrow { depth -= 1 }
      at += 1
      if depth == 0 { break }
      if depth == 1, unit == UInt8(ascii: ",") { parts.append([]) } else if at - 1 > start { parts[parts.count - 1].append(unit) }
    }
    let texts = parts.map { String(decoding: $0, as: UTF8.self).trimmed }
    if texts.count == 1, texts[0].isEmpty || texts[0].hasSuffix(":") && !texts[0].contains(" ") {
      output += "(\(texts[0]))".utf8
    } else {
      output += "(\(texts.map(Self.label).joined()))".utf8
    }
  }

  /// The label of an argument with its colon.
  private static func label(_ argument: Substring) -> String {
    let name = argument.prefix { $0 != ":" && $0 != " " && $0 != "(" && $0 != "<" && $0 != "." }
    return argument.dropFirst(name.count).hasPrefix(":") ? "\(name):" : "_:"
  }

  /// Accessors that do the same have one name.
  private static func accessor(_ name: String) -> String {
    for (ending, replacement) in accessors where name.hasSuffix(ending) { return name.dropLast(ending.count) + replacement }
    return name
  }

  private static let accessors = [
    (".read", ".getter"), (".modify", ".setter"), (".unsafeMutableAddressor", ".getter"), (".unsafeAddressor", ".getter"),
    (".willset", ".didset"), (".modify2", ".setter"), (".read2", ".getter"),
  ]
}

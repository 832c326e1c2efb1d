extension OldSwiftName {
  /// A type as text.
  struct TypeText {
    var text: String
    /// Whether it is that of a function: parameters, an arrow and the result.
    var isFunction = false
    /// Whether it begins with parentheses around parameters.
    var isTuple = false
  }

  /// Reads a type.
  mutating func type() -> TypeText? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest, let text = typeText(), text.text.utf8.count <= Self.longestText else { return nil }
    return text
  }

  private mutating func typeText() -> TypeText? {
    switch next {
    case UInt8(ascii: "S"): return substitution().map { TypeText(text: $0.text) }
    case UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O"): return nominal().map { TypeText(text: $0.text) }
    default: break
    }
    let letter = next
    at += 1
    switch letter {
    case UInt8(ascii: "F"), UInt8(ascii: "f"): return functionType("")
    case UInt8(ascii: "b"): return functionType("@convention(block) ")
    case UInt8(ascii: "c"): return functionType("@convention(c) ")
    case UInt8(ascii: "K"): return functionType("@autoclosure ")
    case UInt8(ascii: "T"): return tuple(isVariadic: false)
    case UInt8(ascii: "t"): return tuple(isVariadic: true)
    case UInt8(ascii: "G"): return boundGeneric().map { TypeText(text: $0) }
    case UInt8(ascii: "P"): return protocols()
    case UInt8(ascii: "M"): return type().map { TypeText(text: $0.text + ".Type") }
    case UInt8(ascii: "R"): return type().map { TypeText(text: "inout " + $0.text) }
    case UInt8(ascii: "D"): return type().map { _ in TypeText(text: "Self") }
    case UInt8(ascii: "E"): return take("RR") ? TypeText(text: "Swift.Error") : nil
    case UInt8(ascii: "a"): return declaration().map { TypeText(text: $0.text) }
    case UInt8(ascii: "x"): return TypeText(text: "A")
    case UInt8(ascii: "q"): return parameter().map { TypeText(text: $0) }
    case UInt8(ascii: "w"): return associatedType()
    case UInt8(ascii: "u"): return generic()
    case UInt8(ascii: "B"): return builtin()
    case UInt8(ascii: "X"):
      if take("o") { return type().map { TypeText(text: "unowned " + $0.text) } }
      return take("w") ? type().map { TypeText(text: "weak " + $0.text) } : nil
    default: return nil
    }
  }

  /// `(Swift.Int) throws -> ()`
  private mutating func functionType(_ prefix: String) -> TypeText? {
    let isThrowing = take("z")
    guard let parameters = type(), let result = type() else { return nil }
    let inner = parameters.isTuple ? parameters.text : "(\(parameters.text))"
    return TypeText(text: "\(prefix)\(inner)\(isThrowing ? " throws" : "") -> \(result.text)", isFunction: prefix.isEmpty)
  }

  private mutating func tuple(isVariadic: Bool) -> TypeText? {
    var parts: [String] = []
    while !take("_") {
      guard at < bytes.count else { return nil }
      var label = ""
      if next >= 0x30 && next <= 0x39 || next == UInt8(ascii: "o") {
        guard let name = identifier() else { return nil }
        label = name + ": "
      }
      guard let type = type() else { return nil }
      parts.append(label + type.text)
    }
    if isVariadic, let last = parts.popLast() { parts.append(last + "...") }
    return TypeText(text: "(" + parts.joined(separator: ", ") + ")", isTuple: true)
  }

  private mutating func protocols() -> TypeText? {
    if take("M") { return type().map { TypeText(text: $0.text + ".Type") } }
    var names: [String] = []
    while !take("_") {
      guard let name = protocolName() else { return nil }
      names.append(name)
    }
    return TypeText(text: names.isEmpty ? "Any" : names.joined(separator: " & "))
  }

  /// Reads a type with its arguments: those of the outermost type first.
  mutating func boundGeneric() -> String? {
    guard let nominal = nominal(), nominal.levels > 0, nominal.levels < 32 else { return nil }
    var lists: [[TypeText]] = []
    for _ in 0..<nominal.levels {
      var list: [TypeText] = []
      while !take("_") {
        guard let type = type() else { return nil }
        list.append(type)
      }
      lists.append(list)
    }
    guard lists.dropLast().allSatisfy(\.isEmpty), let arguments = lists.last else { return nil }
    return Self.sugared(nominal.text, arguments)
  }

  private static func sugared(_ name: String, _ arguments: [TypeText]) -> String {
    let texts = arguments.map(\.text)
    switch (name, texts.count) {
    case ("Swift.Optional", 1): return (arguments[0].isFunction ? "(\(texts[0]))" : texts[0]) + "?"
    case ("Swift.ImplicitlyUnwrappedOptional", 1): return (arguments[0].isFunction ? "(\(texts[0]))" : texts[0]) + "!"
    case ("Swift.Array", 1): return "[\(texts[0])]"
    case ("Swift.Dictionary", 2): return "[\(texts[0]) : \(texts[1])]"
    default: return texts.isEmpty ? name : "\(name)<\(texts.joined(separator: ", "))>"
    }
  }

  // MARK: Generic parameters

  /// `A`, `B`; `A1` for a parameter of a context inside.
  private static func name(depth: Int, index: Int) -> String {
    var rest = index
    var text = ""
    repeat {
      text.append(Character(Unicode.Scalar(UInt8(0x41 + rest % 26))))
      rest /= 26
    } while rest > 0
    return depth > 0 ? "\(text)\(depth)" : text
  }

  private mutating func parameter() -> String? {
    if take("d") {
      guard let depth = index(), let index = index() else { return nil }
      return Self.name(depth: depth + 1, index: index)
    }
    if take("x") { return "A" }
    return index().map { Self.name(depth: 0, index: $0 + 1) }
  }

  private mutating func associatedType() -> TypeText? {
    guard let base = parameter() else { return nil }
    if next == UInt8(ascii: "S") { return substitution().map { TypeText(text: "\(base).\($0.text)") } }
    if take("P"), protocolName() == nil { return nil }
    guard let name = identifier() else { return nil }
    known.append(Known(text: name))
    return TypeText(text: "\(base).\(name)")
  }

  /// Reads a generic function's type: `<A where A: Swift.Hashable> (A) -> ()`.
  private mutating func generic() -> TypeText? {
    var counts: [Int] = []
    while next != UInt8(ascii: "R"), next != UInt8(ascii: "r") {
      if take("z") {
        counts.append(0)
      } else {
        guard let count = index(), count < 64, counts.count < 8 else { return nil }
        counts.append(count + 1)
      }
    }
    if counts.isEmpty { counts = [1] }
    guard let requirements = requirements(), var type = type() else { return nil }
    let names = counts.enumerated().flatMap { depth, count in (0..<count).map { Self.name(depth: depth, index: $0) } }
    let clause = requirements.isEmpty ? "" : " where " + requirements.joined(separator: ", ")
    type.text = "<\(names.joined(separator: ", "))\(clause)>" + type.text
    return type
  }

  private mutating func requirements() -> [String]? {
    if take("r") { return [] }
    guard take("R") else { return nil }
    var texts: [String] = []
    while !take("r") {
      let subject = take("w") ? associatedType()?.text : parameter()
      guard let subject, texts.count < 32 else { return nil }
      if take("z") {
        guard let type = type() else { return nil }
        texts.append("\(subject) == \(type.text)")
      } else {
        let isClass = next == UInt8(ascii: "C")
        guard let name = isClass ? type()?.text : protocolName() else { return nil }
        texts.append("\(subject): \(name)")
      }
    }
    return texts
  }

  private mutating func builtin() -> TypeText? {
    if take("o") { return TypeText(text: "Builtin.NativeObject") }
    if take("O") { return TypeText(text: "Builtin.UnknownObject") }
    if take("p") { return TypeText(text: "Builtin.RawPointer") }
    if take("w") { return TypeText(text: "Builtin.Word") }
    if take("b") { return TypeText(text: "Builtin.BridgeObject") }
    guard take("i"), let size = natural(), take("_") else { return nil }
    return TypeText(text: "Builtin.Int\(size)")
  }
}

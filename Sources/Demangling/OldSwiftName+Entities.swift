extension OldSwiftName {
  /// Reads a function, variable, initializer, subscript or type.
  mutating func entity() -> String? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { return nil }
    let prefix = take("Z") ? "static " : ""
    let kind = next
    switch kind {
    case UInt8(ascii: "F"), UInt8(ascii: "v"), UInt8(ascii: "I"), UInt8(ascii: "i"):
      at += 1
      guard let context = context(), let text = entity(of: kind, in: context) else { return nil }
      return text.utf8.count > Self.longestText ? nil : prefix + text
    default: return nominal()?.text
    }
  }

  private static let accessors = [
    (UInt8(ascii: "g"), "getter"), (UInt8(ascii: "s"), "setter"), (UInt8(ascii: "m"), "materializeForSet"),
    (UInt8(ascii: "w"), "willset"), (UInt8(ascii: "W"), "didset"), (UInt8(ascii: "G"), "getter"),
  ]
  private static let addressors = [
    (UInt8(ascii: "O"), "owningMutableAddressor"), (UInt8(ascii: "o"), "nativeOwningMutableAddressor"),
    (UInt8(ascii: "u"), "unsafeMutableAddressor"),
  ]

  private mutating func entity(of kind: UInt8, in context: Known) -> String? {
    if take("D") { return context.text + ".__deallocating_deinit" }
    if take("d") { return context.text + ".deinit" }
    if take("e") { return context.text + ".__ivar_initializer" }
    if take("E") { return context.text + ".__ivar_destroyer" }
    if take("C") { return function(context.text + (context.isClass ? ".__allocating_init" : ".init")) }
    if take("c") { return function(context.text + ".init") }
    if take("U") { return closure("closure", in: context) }
    if take("u") { return closure("implicit closure", in: context) }
    if take("a") {
      guard let words = Self.addressors.first(where: { $0.0 == next })?.1 else { return nil }
      at += 1
      return accessor(words, in: context)
    }
    if kind == UInt8(ascii: "I") { return initializer(in: context) }
    if let words = Self.accessors.first(where: { $0.0 == next })?.1 {
      at += 1
      return accessor(words, in: context)
    }
    guard let (name, isLocal) = declarationName() else { return nil }
    if isLocal {
      guard let type = type() else { return nil }
      return "\(name) \(type.text) in \(context.text)"
    }
    if kind == UInt8(ascii: "v") { return type().map { "\(context.text).\(name) : \($0.text)" } }
    return function("\(context.text).\(name)")
  }

  private mutating func closure(_ words: String, in context: Known) -> String? {
    guard let number = index(), let type = type() else { return nil }
    return "\(words) #\(number + 1) \(type.text) in \(context.text)"
  }

  private mutating func initializer(in context: Known) -> String? {
    if take("A") { return index().map { "default argument \($0) of \(context.text)" } }
    return take("i") ? "variable initialization expression of \(context.text)" : nil
  }

  private mutating func accessor(_ words: String, in context: Known) -> String? {
    guard let (name, _) = declarationName(), let type = type() else { return nil }
    if name == "subscript" { return "\(context.text).subscript.\(words) : \(type.text)" }
    return "\(context.text).\(name).\(words) : \(type.text)"
  }

  /// Reads the type of a function and puts its parameters after the name.
  private mutating func function(_ name: String) -> String? {
    guard let type = type() else { return nil }
    return type.isFunction ? name + type.text : "\(name) : \(type.text)"
  }

  // MARK: Contexts

  /// Reads a module, type, function or extension that contains something.
  mutating func context() -> Known? {
    if take("E") {
      guard let owner = module(), var context = context() else { return nil }
      context.text = "(extension in \(owner.text)):" + context.text
      return context
    }
    if next == UInt8(ascii: "S"), at + 1 < bytes.count { return substitution() }
    if take("s") { return Known(text: "Swift", isModule: true) }
    if take("G") { return boundGeneric().map { Known(text: $0) } }
    switch next {
    case UInt8(ascii: "F"), UInt8(ascii: "v"), UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "Z"):
      return entity().map { Known(text: $0) }
    case UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "P"): return nominal()
    default: return module()
    }
  }

  private mutating func module() -> Known? {
    if take("s") { return Known(text: "Swift", isModule: true) }
    if next == UInt8(ascii: "S") { return substitution().flatMap { $0.isModule ? $0 : nil } }
    guard let name = identifier() else { return nil }
    let module = Known(text: name, isModule: true)
    known.append(module)
    return module
  }

  /// Reads a class, structure, enumeration or protocol.
  mutating func nominal() -> Known? {
    if next == UInt8(ascii: "S") { return substitution() }
    let kind = next
    guard [UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "P")].contains(kind) else { return nil }
    at += 1
    return declaration(isClass: kind == UInt8(ascii: "C"))
  }

  /// Reads a context and the name of a type in it.
  mutating func declaration(isClass: Bool = false) -> Known? {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest, let context = context(), let (name, isLocal) = declarationName() else { return nil }
    let text = isLocal ? "\(name) in \(context.text)" : "\(context.text).\(name)"
    guard text.utf8.count <= Self.longestText else { return nil }
    let found = Known(text: text, isClass: isClass, levels: context.levels + 1)
    known.append(found)
    return found
  }

  /// Reads the name of a protocol, of which only the module may be a reference.
  mutating func protocolName() -> String? {
    if next == UInt8(ascii: "S") {
      guard let found = substitution() else { return nil }
      return found.isModule ? protocolName(in: found) : found.text
    }
    if take("s") { return protocolName(in: Known(text: "Swift", isModule: true)) }
    return declaration()?.text
  }

  private mutating func protocolName(in module: Known) -> String? {
    guard let (name, _) = declarationName() else { return nil }
    let found = Known(text: "\(module.text).\(name)", levels: 1)
    known.append(found)
    return found.text
  }

  private static let shortNames: [UInt8: String] = [
    UInt8(ascii: "a"): "Array", UInt8(ascii: "b"): "Bool", UInt8(ascii: "c"): "UnicodeScalar", UInt8(ascii: "d"): "Double",
    UInt8(ascii: "f"): "Float", UInt8(ascii: "i"): "Int", UInt8(ascii: "V"): "UnsafeRawPointer",
    UInt8(ascii: "v"): "UnsafeMutableRawPointer", UInt8(ascii: "P"): "UnsafePointer", UInt8(ascii: "p"): "UnsafeMutablePointer",
    UInt8(ascii: "q"): "Optional", UInt8(ascii: "Q"): "ImplicitlyUnwrappedOptional", UInt8(ascii: "R"): "UnsafeBufferPointer",
    UInt8(ascii: "r"): "UnsafeMutableBufferPointer", UInt8(ascii: "S"): "String", UInt8(ascii: "u"): "UInt",
  ]

  /// Reads a reference: `So` is the module of Objective-C, `Si` Swift's `Int`, `S_` the first thing that was read.
  mutating func substitution() -> Known? {
    guard take("S") else { return nil }
    if take("o") { return Known(text: "__C", isModule: true) }
    if take("C") { return Known(text: "__C_Synthesized", isModule: true) }
    if let name = Self.shortNames[next] {
      at += 1
      return Known(text: "Swift." + name, levels: 1)
    }
    guard let number = index(), known.indices.contains(number) else { return nil }
    return known[number]
  }
}

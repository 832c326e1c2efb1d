/// Reads the mangling that Swift had before version 4 (`_TFC4Shop6Basket4payfT_T_`), which the runtime no longer supports.
///
/// In: a name that begins with `_T`. Out: the name as swift-demangle prints it, `Shop.Basket.pay() -> ()`, or nil for what is not
/// such a name or of a rare form. Specializations are printed as `specialized NAME`, without their parameters.
///
/// Source: swiftlang/swift, docs/ABI/OldMangling.rst.
struct OldSwiftName {
  /// One thing that a later part of the name may refer to.
  struct Known {
    var text: String
    /// Whether it is a module.
    var isModule = false
    /// Whether it is a class.
    var isClass = false
    /// The number of nested types in it, each with its own list of generic arguments; 0 for anything but types.
    var levels = 0
  }

  /// The bytes of the name.
  let bytes: [UInt8]
  /// The position of the next byte.
  var at = 0
  /// What was read so far and may be referred to.
  var known: [Known] = []
  /// The number of entities and types that the current one is inside of.
  var depth = 0

  /// Longer texts are given up: references can make a text grow with each level.
  static let longestText = 1 << 14
  /// Names that are nested deeper are given up.
  static let deepest = 128

  /// Returns the readable form of a name, or nil.
  static func demangle(_ name: String) -> String? { demangle(Array(name.utf8), depth: 0) }

  private static func demangle(_ bytes: [UInt8], depth: Int) -> String? {
    guard depth < 8 else { return nil }
    var reader = OldSwiftName(bytes: bytes)
    guard reader.take("_T") else { return nil }
    if reader.take("TS") {
      guard let rest = reader.afterSpecialization() else { return nil }
      return demangle(rest, depth: depth + 1).map { $0.hasPrefix("specialized ") ? $0 : "specialized " + $0 }
    }
    guard let text = reader.global(), reader.at == bytes.count else { return nil }
    return text
  }

  /// Returns the name that is specialized: the bytes after the parameters, which end in `_`, and `__T`, which begins it.
  private func afterSpecialization() -> [UInt8]? {
    let mark = Array("___T".utf8)
    var position = at
    while position + mark.count < bytes.count {
      if bytes[position..<position + mark.count].elementsEqual(mark) { return Array(bytes[(position + 2)...]) }
      position += 1
    }
    return nil
  }

  private static let attributes = [("To", "@objc "), ("TO", "@nonobjc "), ("TD", "dynamic ")]

  /// Reads what follows `_T`.
  private mutating func global() -> String? {
    for (mark, words) in Self.attributes where take(mark) { return entity().map { words + $0 } }
    if take("PA") { return partialApplication() }
    if take("TW") { return witness() }
    if take("TR") || take("Tr") {
      guard let from = type(), let to = type() else { return nil }
      return "reabstraction thunk helper from \(from.text) to \(to.text)"
    }
    if take("Ma") { return type().map { "type metadata accessor for \($0.text)" } }
    if take("Wa") { return conformance().map { "protocol witness table accessor for \($0)" } }
    return entity()
  }

  private mutating func partialApplication() -> String? {
    let words = take("o") ? "partial apply ObjC forwarder" : "partial apply forwarder"
    guard take("__T") else { return at == bytes.count ? words : nil }
    return global().map { "\(words) for \($0)" }
  }

  private mutating func witness() -> String? {
    guard let conformance = conformance(), let entity = entity() else { return nil }
    return "protocol witness for \(entity) in conformance \(conformance)"
  }

  /// `SHOP.BASKET : SHOP.PAYABLE in SHOP`
  private mutating func conformance() -> String? {
    guard let type = type(), let proto = protocolName(), let context = context() else { return nil }
    return "\(type.text) : \(proto) in \(context.text)"
  }

  // MARK: Scanning

  /// The next byte, or 0 at the end.
  var next: UInt8 { at < bytes.count ? bytes[at] : 0 }

  /// Consumes a mark if it is next.
  mutating func take(_ mark: StaticString) -> Bool { take(mark.description) }

  private mutating func take(_ mark: String) -> Bool {
    let end = at + mark.utf8.count
    guard end <= bytes.count, bytes[at..<end].elementsEqual(mark.utf8) else { return false }
    at = end
    return true
  }

  /// Reads a decimal number.
  mutating func natural() -> Int? {
    var number: Int?
    while next >= 0x30, next <= 0x39 {
      let value = (number ?? 0) * 10 + Int(next - 0x30)
      guard value < 1 << 20 else { return nil }
      number = value
      at += 1
    }
    return number
  }

  /// Reads `_` for 0, `0_` for 1 and so on.
  mutating func index() -> Int? {
    if take("_") { return 0 }
    guard let number = natural(), take("_") else { return nil }
    return number + 1
  }

  private static let operatorLetters = Array("& @/= >    <*!|+?%-~   ^ .".utf8)

  /// Reads an identifier; operators have their position after them: `== infix`.
  mutating func identifier() -> String? {
    var position = ""
    if take("op") { position = " prefix" } else if take("oP") { position = " postfix" } else if take("oi") { position = " infix" }
    guard let length = natural(), length > 0, length <= bytes.count - at else { return nil }
    let text = bytes[at..<at + length]
    at += length
    guard !position.isEmpty else { return String(decoding: text, as: UTF8.self) }
    var letters: [UInt8] = []
    for byte in text {
      guard byte >= 0x61, byte <= 0x7a else { return nil }
      let letter = Self.operatorLetters[Int(byte - 0x61)]
      guard letter != 0x20 else { return nil }
      letters.append(letter)
    }
    return String(decoding: letters, as: UTF8.self) + position
  }

  /// Reads an identifier, the one of a private declaration with the file it is in, or a local one with its number.
  mutating func declarationName() -> (name: String, isLocal: Bool)? {
    if take("L") {
      guard let number = index(), let name = identifier() else { return nil }
      return ("\(name) #\(number + 1)", true)
    }
    if take("P") {
      guard let file = identifier(), let name = identifier() else { return nil }
      return ("(\(name) in \(file))", false)
    }
    return identifier().map { ($0, false) }
  }
}

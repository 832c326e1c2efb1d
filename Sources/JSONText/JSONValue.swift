internal import Bytes

/// One value of a document. It is cheap to copy; its contents are decoded on each call.
@usableFromInline package struct JSONValue: Sendable {
  /// The document that the value belongs to.
  package let document: JSONDocument
  let index: Int

  init(_ document: JSONDocument, _ index: Int) {
    self.document = document
    self.index = index
  }

  /// The value `null`.
  package static let null = JSONValue(JSONDocument(Array("null".utf8)), 0)

  var node: JSONNode { document.nodes[index] }

  /// Whether this is the whole document.
  package var isRoot: Bool { index == 0 }

  /// The kind of a value.
  package enum Kind: Sendable {
    case object, array, string, number, bool, null
    /// Missing or unreadable: cut off, an unknown literal, nested too deeply.
    case missing
  }

  /// The kind of the value.
  package var kind: Kind {
    switch node.kind {
    case .object: .object
    case .array: .array
    case .string, .key: .string
    case .number: .number
    case .trueWord, .falseWord: .bool
    case .null: .null
    case .missing: .missing
    }
  }

  /// The bytes of the value in the input, quotes and brackets included. Empty if the value is missing.
  package var range: Range<Int> { Int(node.start)..<Int(node.end) }

  /// Whether a container's closing bracket is present; true for every other value that is not missing.
  package var isClosed: Bool {
    switch node.kind {
    case .object, .array: !node.marked
    case .missing: false
    default: true
    }
  }

  // MARK: Containers

  /// The value of a key of an object, or nil if there is none or this is not an object. If the key occurs twice, the last one
  /// counts. Keys are compared byte by byte. Walks over all keys.
  package subscript(key: String) -> JSONValue? {
    let name = key.utf8.span
    return value(at: JSONName.fingerprint(name, 0, name.count)) { $0.isSpelled(name) }
  }

  /// Does the same for a `JSONName`.
  package subscript(name: JSONName) -> JSONValue? { value(at: name.fingerprint) { $0.isSpelled(name.bytes.span) } }

  @inline(__always)
  private func value(at fingerprint: UInt32, _ isWanted: (JSONKey) -> Bool) -> JSONValue? {
    guard node.kind == .object else { return nil }
    var found: Int?
    var position = index + 1
    let nodes = document.nodes
    let limit = Int(nodes[index].next)
    while position < limit - 1 {
      StepCount.count()
      let key = nodes[position]
      if key.next == fingerprint || key.marked, isWanted(JSONKey(value: JSONValue(document, position))) {
        found = position + 1
      }
      position = Int(nodes[position + 1].next)
    }
    return found.map { JSONValue(document, $0) }
  }

  /// The keys and values of an object in the order of the text, or none for any other value.
  package var members: Members {
    Members(document, node.kind == .object ? index + 1 : 0, node.kind == .object ? Int(node.next) : 0)
  }

  /// The elements of an array in the order of the text, or none for any other value.
  package var elements: Elements {
    Elements(document, node.kind == .array ? index + 1 : 0, node.kind == .array ? Int(node.next) : 0)
  }

  /// The keys and values of an object.
  package struct Members: Sequence, IteratorProtocol, Sendable {
    private let document: JSONDocument
    private var position: Int
    private let limit: Int

    init(_ document: JSONDocument, _ position: Int, _ limit: Int) {
      self.document = document
      self.position = position
      self.limit = limit
    }

    fileprivate init() { self.init(JSONDocument([]), 0, 0) }

    /// Returns the next key and its value.
    package mutating func next() -> (key: JSONKey, value: JSONValue)? {
      guard position < limit - 1 else { return nil }
      StepCount.count()
      let key = JSONKey(value: JSONValue(document, position))
      let value = JSONValue(document, position + 1)
      position = Int(document.nodes[position + 1].next)
      return (key, value)
    }
  }

  /// The elements of an array.
  @usableFromInline package struct Elements: Sequence, IteratorProtocol, Sendable {
    let document: JSONDocument
    private var position: Int
    private let limit: Int

    init(_ document: JSONDocument, _ position: Int, _ limit: Int) {
      self.document = document
      self.position = position
      self.limit = limit
    }

    fileprivate init() { self.init(JSONDocument([]), 0, 0) }

    /// Returns the next element.
    @usableFromInline package mutating func next() -> JSONValue? { nextIndex().map { JSONValue(document, $0) } }

    /// Returns the position on the tape of the next element.
    mutating func nextIndex() -> Int? {
      guard position < limit else { return nil }
      StepCount.count()
      let index = position
      position = Int(document.nodes[index].next)
      return index
    }
  }

  // MARK: Scalars

  /// The text of a string, escapes undone and invalid UTF-8 replaced by U+FFFD, or nil for any other value.
  package var string: String? {
    if node.kind == .string, node.end >= node.start + 2 { document.take(index) }
    return decoded
  }

  /// The same, without taking the value.
  var decoded: String? {
    let node = node
    guard node.kind == .string || node.kind == .key, node.end >= node.start + 2 else { return nil }
    StepCount.count(Int(node.end - node.start))
    return document.text(of: node)
  }

  /// The bytes between the quotes of a string without escapes, or nil for any other value. Does not take the value, see `take`.
  package var plainText: Range<Int>? {
    let node = node
    guard node.kind == .string, !node.marked, node.end >= node.start + 2 else { return nil }
    return Int(node.start) + 1..<Int(node.end) - 1
  }

  /// Returns whether this is the string `text`. Compares bytes without decoding if there are no escapes.
  package func equals(_ text: String) -> Bool {
    guard node.kind == .string || node.kind == .key, node.end >= node.start + 2 else { return false }
    if node.marked { return string == text }
    return document.equals(node, text.utf8.span)
  }

  /// The value of an integer from 0 to 2^64 - 1, or nil for any other value, fractions and exponents included.
  package var uint64: UInt64? {
    guard node.kind == .number else { return nil }
    let text = document.part(range)
    guard let number = JSONNumber.unsigned(text.bytes, text.range) else { return nil }
    document.take(index)
    return number
  }

  /// The value of an integer that fits 64 bits with a sign, or nil for any other value.
  package var int64: Int64? {
    guard node.kind == .number else { return nil }
    let text = document.part(range)
    guard let number = JSONNumber.signed(text.bytes, text.range) else { return nil }
    document.take(index)
    return number
  }

  /// The same as `Int`.
  package var int: Int? { int64.flatMap { Int(exactly: $0) } }

  /// The 64 bits of an integer from -2^63 to 2^64 - 1: addresses that a writer printed as signed numbers keep their bits.
  package var bits: UInt64? { uint64 ?? int64.map { UInt64(bitPattern: $0) } }

  /// The value of any number, or nil for any other value or a malformed number.
  package var double: Double? { isNumberOfGrammar ? Double(text) : nil }

  /// Whether this is a number that follows JSON's grammar.
  package var isNumberOfGrammar: Bool {
    guard node.kind == .number else { return false }
    let text = document.part(range)
    return JSONGrammar.isNumber(text.bytes[text.range])
  }

  /// `true`, `false`, and numbers as in C, or nil for any other value.
  package var bool: Bool? {
    switch node.kind {
    case .trueWord, .falseWord:
      document.take(index)
      return node.kind == .trueWord
    case .number: return double.map { $0 != 0 }
    default: return nil
    }
  }

  /// The bytes of the value as they are in the text, invalid UTF-8 replaced.
  package var text: String {
    document.take(index)
    let text = document.part(range)
    return String(decoding: text.bytes[text.range], as: UTF8.self)
  }
}

extension JSONValue.Members {
  /// No keys: for a value that is missing.
  package static let none = Self()
}

extension JSONValue.Elements {
  /// No elements: for a value that is missing.
  package static let none = Self()
}

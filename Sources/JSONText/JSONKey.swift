/// A key of an object.
@usableFromInline package struct JSONKey: Sendable {
  let value: JSONValue
  @usableFromInline let fingerprint: UInt32
  @usableFromInline let hasEscapes: Bool

  init(value: JSONValue) {
    self.value = value
    let node = value.node
    (fingerprint, hasEscapes) = (node.next, node.marked)
  }

  /// Returns whether this is the name `text`.
  package func equals(_ text: String) -> Bool { value.equals(text) }

  /// Does the same for a `JSONName`; for a different name, one comparison of integers is enough.
  @inlinable
  package func equals(_ name: JSONName) -> Bool { (fingerprint == name.fingerprint || hasEscapes) && isSpelled(name) }

  @usableFromInline func isSpelled(_ name: JSONName) -> Bool { isSpelled(name.bytes.span) }

  func isSpelled(_ name: Span<UInt8>) -> Bool {
    guard hasEscapes else { return value.document.equals(value.node, name) }
    guard let key = value.string?.utf8, key.count == name.count else { return false }
    return zip(key, name.indices).allSatisfy { $0 == name[$1] }
  }

  /// The name, or empty if it is missing.
  package var string: String { value.string ?? "" }

  /// The bytes of the key in the input, quotes included. Empty if the key is missing.
  package var range: Range<Int> { value.range }
}

extension JSONName {
  /// Returns whether a key has this name.
  @inlinable
  package static func ~= (name: JSONName, key: JSONKey) -> Bool { key.equals(name) }
}

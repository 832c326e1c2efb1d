/// The name of an object's member.
public struct JSONKey: Sendable {
  let value: JSONValue
  @usableFromInline let fingerprint: UInt32
  @usableFromInline let hasEscapes: Bool

  init(value: JSONValue) {
    self.value = value
    let node = value.node
    (fingerprint, hasEscapes) = (node.next, node.marked)
  }

  /// Whether this is the name `text`.
  public func equals(_ text: String) -> Bool { value.equals(text) }

  /// The same for a name made before; one comparison of integers when it is another.
  @inlinable
  public func equals(_ name: JSONName) -> Bool { (fingerprint == name.fingerprint || hasEscapes) && isSpelled(name) }

  @usableFromInline func isSpelled(_ name: JSONName) -> Bool {
    guard hasEscapes else { return value.document.equals(value.node, name.bytes.span) }
    return value.string.map { $0.utf8.elementsEqual(name.bytes) } ?? false
  }

  /// The name; empty when it is missing.
  public var string: String { value.string ?? "" }

  /// The bytes of the key in the input, quotes included. Empty when the key is missing.
  public var range: Range<Int> { value.range }
}

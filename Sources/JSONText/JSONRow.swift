/// Names whose values are wanted together from many objects of the same kind.
public struct JSONFields: Sendable {
  fileprivate let names: [JSONName]
  fileprivate let fingerprints: [UInt32]

  /// Wraps names, best in the order in which writers put them.
  public init(_ names: String...) {
    self.names = names.map { JSONName($0) }
    fingerprints = self.names.map(\.fingerprint)
  }
}

/// What one object after the other has for some names. Reading an object so costs one walk over its members and makes no copies.
///
/// Example: with the fields `JSONFields("imageOffset", "imageIndex")`, `row.read(frame)` and then `row.bits(0)`.
public struct JSONRow: Sendable {
  private var document = JSONDocument([])
  private let fields: JSONFields
  /// The position on the tape of each field's value; 0, which is never that of a member, when there is none.
  private var places: [Int]

  /// Prepares to read objects.
  public init(_ fields: JSONFields) {
    self.fields = fields
    places = Array(repeating: 0, count: fields.names.count)
  }

  /// Takes the members of an object; of a name that occurs twice the last one. Any other value has none.
  public mutating func read(_ value: JSONValue) {
    for field in places.indices { places[field] = 0 }
    document = value.document
    let tape = document.nodes
    let nodes = tape.span
    let count = fields.fingerprints.count
    guard nodes[value.index].kind == .object else { return }
    let limit = Int(nodes[value.index].next)
    var position = value.index + 1
    var likely = 0
    while position < limit - 1 {
      let key = nodes[position]
      var tried = 0
      while tried < count {
        if key.next == fields.fingerprints[likely] || key.marked, isSpelled(key, position, fields.names[likely]) {
          places[likely] = position + 1
          break
        }
        likely = likely + 1 == count ? 0 : likely + 1
        tried += 1
      }
      likely = likely + 1 >= count ? 0 : likely + 1
      position = Int(nodes[position + 1].next)
    }
  }

  private func isSpelled(_ key: JSONNode, _ position: Int, _ name: JSONName) -> Bool {
    if key.marked { return JSONKey(value: JSONValue(document, position)).isSpelled(name) }
    return document.equals(key, name.bytes)
  }

  /// The value of a field, by the position of its name; nil when the object has none.
  public subscript(field: Int) -> JSONValue? { places[field] > 0 ? JSONValue(document, places[field]) : nil }

  /// See `JSONValue.string`.
  public func string(_ field: Int) -> String? {
    guard places[field] > 0, document.nodes[places[field]].kind == .string else { return nil }
    return self[field]?.string
  }

  /// See `JSONValue.uint64`.
  public func uint64(_ field: Int) -> UInt64? {
    guard places[field] > 0, document.nodes[places[field]].kind == .number else { return nil }
    let node = document.nodes[places[field]]
    return JSONNumber.unsigned(document.bytes, Int(node.start)..<Int(node.end))
  }

  /// See `JSONValue.int64`.
  public func int64(_ field: Int) -> Int64? {
    if let number = uint64(field) { return Int64(exactly: number) }
    return self[field]?.int64
  }

  /// See `JSONValue.int`.
  public func int(_ field: Int) -> Int? { int64(field).flatMap { Int(exactly: $0) } }

  /// See `JSONValue.bits`.
  public func bits(_ field: Int) -> UInt64? { uint64(field) ?? self[field]?.bits }

  /// See `JSONValue.bool`.
  public func bool(_ field: Int) -> Bool? { places[field] > 0 ? self[field]?.bool : nil }
}

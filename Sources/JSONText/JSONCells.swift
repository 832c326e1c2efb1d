/// What one object after the other has for some names: see `JSONRow`. Fields are counted from 0.
@usableFromInline
struct JSONCells: Sendable {
  private var document = JSONDocument([])
  private let names: [JSONName]
  private let fingerprints: [UInt32]
  /// The position on the tape of each field's value; 0, which is never that of a member, when there is none.
  private var places: [Int]

  /// Prepares to read objects.
  @usableFromInline
  init(_ names: [String]) {
    self.names = names.map { JSONName($0) }
    fingerprints = self.names.map(\.fingerprint)
    places = Array(repeating: 0, count: names.count)
  }

  /// Takes the members of an object; of a name that occurs twice the last one. Any other value has none.
  @usableFromInline
  mutating func read(_ value: JSONValue) {
    for field in places.indices { places[field] = 0 }
    document = value.document
    let tape = document.nodes
    let nodes = tape.span
    let count = fingerprints.count
    guard nodes[value.index].kind == .object else { return }
    let limit = Int(nodes[value.index].next)
    var position = value.index + 1
    var likely = 0
    while position < limit - 1 {
      let key = nodes[position]
      var tried = 0
      while tried < count {
        if key.next == fingerprints[likely] || key.marked, isSpelled(key, position, names[likely]) {
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
    return document.equals(key, name.bytes.span)
  }

  /// The value of a field, by the position of its name; nil when the object has none.
  @usableFromInline
  subscript(field: Int) -> JSONValue? { places[field] > 0 ? JSONValue(document, places[field]) : nil }

  /// See `JSONValue.string`.
  @usableFromInline
  func string(_ field: Int) -> String? {
    guard places[field] > 0, document.nodes[places[field]].kind == .string else { return nil }
    return self[field]?.string
  }

  /// See `JSONValue.uint64`.
  @usableFromInline
  func uint64(_ field: Int) -> UInt64? {
    guard places[field] > 0, document.nodes[places[field]].kind == .number else { return nil }
    let node = document.nodes[places[field]]
    return JSONNumber.unsigned(document.bytes, Int(node.start)..<Int(node.end))
  }

  /// See `JSONValue.int64`.
  @usableFromInline
  func int64(_ field: Int) -> Int64? {
    if let number = uint64(field) { return Int64(exactly: number) }
    return self[field]?.int64
  }

  /// See `JSONValue.int`.
  @usableFromInline
  func int(_ field: Int) -> Int? { int64(field).flatMap { Int(exactly: $0) } }

  /// See `JSONValue.bits`.
  @usableFromInline
  func bits(_ field: Int) -> UInt64? { uint64(field) ?? self[field]?.bits }

  /// See `JSONValue.bool`.
  @usableFromInline
  func bool(_ field: Int) -> Bool? { places[field] > 0 ? self[field]?.bool : nil }
}

/// What one object after the other has for some names: see `JSONRow`. Fields are counted from 0.
@usableFromInline
struct JSONCells: Sendable {
  /// What a member is for a row.
  private struct Step {
    var fingerprint: UInt32
    /// The field; its name is compared with the key's. -1 when no name has this fingerprint.
    var field: Int
  }

  private var document = JSONDocument([])
  private let fingerprints: [UInt32]
  /// The names behind each other, and where each stands.
  private let names: [UInt8]
  private let nameRanges: [Range<Int>]
  /// The position on the tape of each field's value; 0, which is never that of a member, when there is none.
  private var places: [Int]
  /// The first members of the last object: those of the next one are most likely the same.
  private var steps: [Step] = []

  /// Prepares to read objects.
  @usableFromInline
  init(_ names: [String]) {
    let all = names.map { JSONName($0) }
    fingerprints = all.map(\.fingerprint)
    self.names = all.flatMap(\.bytes)
    nameRanges = all.reduce(into: []) { ranges, name in
      let start = ranges.last?.upperBound ?? 0
      ranges.append(start..<start + name.bytes.count)
    }
    places = Array(repeating: 0, count: names.count)
  }

  /// Takes the members of an object; of a name that occurs twice the last one. Any other value has none.
  @usableFromInline
  mutating func read(_ value: JSONValue) {
    document = value.document
    let (tape, text, names) = (document.nodes, document.bytes, names)
    let nodes = tape.span
    for field in places.indices { places[field] = 0 }
    guard nodes[value.index].kind == .object else { return }
    let limit = Int(nodes[value.index].next) - 1
    var position = value.index + 1
    var step = 0
    while position < limit {
      let field = field(of: nodes[position], step, text.span, names.span)
      if field >= 0 { places[field] = position + 1 }
      position = Int(nodes[position + 1].next)
      step += 1
    }
  }

  /// The field that the member in one place of an object is for; -1 for none.
  @inline(__always)
  private mutating func field(of key: JSONNode, _ step: Int, _ text: Span<UInt8>, _ names: Span<UInt8>) -> Int {
    if step < steps.count, steps[step].fingerprint == key.next, !key.marked {
      let field = steps[step].field
      if field < 0 || isSpelled(key, field, text, names) { return field }
    }
    return find(key, step, text, names)
  }

  @inline(never)
  private mutating func find(_ key: JSONNode, _ step: Int, _ text: Span<UInt8>, _ names: Span<UInt8>) -> Int {
    let field = fingerprints.indices.first { field in
      (fingerprints[field] == key.next || key.marked) && isSpelled(key, field, text, names)
    }
    let found = Step(fingerprint: key.next, field: field ?? fingerprints.firstIndex(of: key.next) ?? -1)
    if step < steps.count { steps[step] = found } else if step < 64 { steps.append(found) }
    return field ?? -1
  }

  @inline(__always)
  private func isSpelled(_ key: JSONNode, _ field: Int, _ text: Span<UInt8>, _ names: Span<UInt8>) -> Bool {
    let name = nameRanges[field]
    if key.marked {
      let text = JSONString.decode(document.bytes, Int(key.start) + 1..<Int(key.end) - 1, escaped: true)
      return text.utf8.elementsEqual(self.names[name])
    }
    return JSONScanner.equals(text, Int(key.start) + 1, Int(key.end) - 1, names.extracting(name))
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

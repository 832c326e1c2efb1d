internal import Bytes
internal import Synchronization

/// The values that successive objects have for some names, see `JSONRow`. Fields are numbered from 0.
///
/// The keys of an object are expected to be those of the object before it, in the same order (`steps`). Without that, reading
/// takes 6 (`.ips`) to 16 percent (KSCrash) more instructions.
@usableFromInline
struct JSONCells: Sendable {
  /// The field that a key belongs to.
  private struct Step {
    var fingerprint: UInt32
    /// The field, or -1 if no name has this fingerprint. The caller compares its name with the key.
    var field: Int
    /// Whether the first key with the fingerprint had that name.
    var isSpelled: Bool
  }

  /// The requested names, by field.
  private struct Names {
    let fingerprints: [UInt32]
    /// The bytes of all names in a row, and the position of each.
    let bytes: [UInt8]
    let ranges: [Range<Int>]

    init(_ texts: [String]) {
      let names = texts.map { JSONName($0) }
      fingerprints = names.map(\.fingerprint)
      bytes = names.flatMap(\.bytes)
      ranges = names.reduce(into: []) { ranges, name in
        let start = ranges.last?.upperBound ?? 0
        ranges.append(start..<start + name.bytes.count)
      }
    }

    /// Returns whether a key, which is in `text`, is the name of a field.
    @inline(__always)
    func isSpelled(_ key: JSONNode, _ field: Int, _ text: Span<UInt8>) -> Bool {
      if key.marked { return isSpelledWithEscapes(key, field, text) }
      return JSONScanner.equals(text, Int(key.start) + 1, Int(key.end) - 1, bytes.span.extracting(ranges[field]))
    }

    private func isSpelledWithEscapes(_ key: JSONNode, _ field: Int, _ text: Span<UInt8>) -> Bool {
      let spelled = (Int(key.start) + 1..<Int(key.end) - 1).map { text[$0] }
      return JSONString.decode(spelled, 0..<spelled.count, escaped: true).utf8.elementsEqual(bytes[ranges[field]])
    }

    /// Returns the field that a key belongs to.
    @inline(never)
    func step(_ key: JSONNode, _ text: Span<UInt8>) -> Step {
      let field = fingerprints.indices.first { (fingerprints[$0] == key.next || key.marked) && isSpelled(key, $0, text) }
      return Step(fingerprint: key.next, field: field ?? fingerprints.firstIndex(of: key.next) ?? -1, isSpelled: field != nil)
    }
  }

  // The text of the current object, stored beside the document so that no object copies it.
  private var document = JSONDocument([])
  private var tape: [JSONNode] = []
  private var text: [UInt8] = []
  private let wanted: Names
  /// The position on the tape of each field's value, or 0, which is never a value, if there is none.
  private var places: [Int]
  /// The current object's values that no field has, and those of fields that hold others.
  private var left: [Int] = []
  /// The first keys of the last object, which the next one most likely has too.
  private var steps: [Step] = []

  /// Prepares to read objects.
  @usableFromInline
  init(_ names: [String]) {
    wanted = Names(names)
    places = Array(repeating: 0, count: names.count)
  }

  /// Reads the keys of an object. If a name occurs twice, the last one counts. Any other value has none.
  @usableFromInline
  mutating func read(_ value: JSONValue) {
    if document !== value.document { (document, tape, text) = (value.document, value.document.nodes, value.document.bytes) }
    for field in places.indices { places[field] = 0 }
    guard tape[value.index].kind == .object else { return }
    left.removeAll(keepingCapacity: true)
    Self.read(value.index, tape, text, wanted, &places, &steps, &left)
    document.take(object: value.index, but: left)
  }

  private static func read(
    _ object: Int, _ tape: borrowing [JSONNode], _ text: borrowing [UInt8], _ wanted: borrowing Names, _ places: inout [Int],
    _ steps: inout [Step], _ left: inout [Int]
  ) {
    let nodes = tape.span
    let limit = Int(nodes[object].next) - 1
    var position = object + 1
    var order = 0
    while position < limit {
      let field = field(of: nodes[position], order, text.span, wanted, &steps)
      if field >= 0 { places[field] = position + 1 }
      if field < 0 || nodes[position + 1].kind == .object || nodes[position + 1].kind == .array { left.append(position + 1) }
      position = Int(nodes[position + 1].next)
      order += 1
    }
  }

  /// Returns the field of the key at a position in the object, or -1 if it has none.
  @inline(__always)
  private static func field(
    of key: JSONNode, _ order: Int, _ text: Span<UInt8>, _ wanted: borrowing Names, _ steps: inout [Step]
  ) -> Int {
    if order < steps.count, steps[order].fingerprint == key.next, !key.marked {
      let field = steps[order].field
      if field < 0 || wanted.isSpelled(key, field, text) { return field }
    }
    let found = wanted.step(key, text)
    if order < steps.count { steps[order] = found } else if order < 64 { steps.append(found) }
    return found.isSpelled ? found.field : -1
  }

  /// Appends the values of fields as they are in the text, each followed by a comma, also if it is missing.
  func append(_ fields: [Int], to bytes: inout [UInt8]) {
    let nodes = tape.span
    let text = text.span
    var room = fields.count
    for field in fields where places[field] > 0 { room += Int(nodes[places[field]].end - nodes[places[field]].start) }
    bytes.append(addingCapacity: room) { output in
      for field in fields {
        let node = nodes[places[field]]
        if places[field] > 0 { output.append(copying: text.extracting(Int(node.start)..<Int(node.end))) }
        output.append(UInt8(ascii: ","))
      }
    }
  }

  /// The value of a field, by the position of its name, or nil if the object has none.
  @usableFromInline
  subscript(field: Int) -> JSONValue? { places[field] > 0 ? JSONValue(document, places[field]) : nil }

  /// The number that `read` makes of a field, or nil if it makes none of it: then the value is not taken.
  @usableFromInline
  func number(_ field: Int, _ read: (JSONValue) -> UInt64?) -> UInt64? {
    guard places[field] > 0 else { return nil }
    return read(JSONValue(document, places[field])) ?? leave(field)
  }

  /// See `JSONValue.string`.
  @usableFromInline
  func string(_ field: Int) -> String? {
    guard places[field] > 0 else { return nil }
    guard tape[places[field]].kind == .string else { return leave(field) }
    return self[field]?.decoded
  }

  /// See `JSONValue.uint64`.
  @usableFromInline
  func uint64(_ field: Int) -> UInt64? {
    guard places[field] > 0, tape[places[field]].kind == .number else { return nil }
    let node = tape[places[field]]
    return JSONNumber.unsigned(text, Int(node.start)..<Int(node.end))
  }

  /// See `JSONValue.int64`.
  @usableFromInline
  func int64(_ field: Int) -> Int64? {
    if let number = uint64(field) { return Int64(exactly: number) }
    return self[field]?.int64 ?? leave(field)
  }

  /// See `JSONValue.int`.
  @usableFromInline
  func int(_ field: Int) -> Int? { int64(field).flatMap { Int(exactly: $0) } }

  /// See `JSONValue.bits`.
  @usableFromInline
  func bits(_ field: Int) -> UInt64? { uint64(field) ?? self[field]?.bits ?? leave(field) }

  /// See `JSONValue.bool`.
  @usableFromInline
  func bool(_ field: Int) -> Bool? { places[field] > 0 ? self[field]?.bool ?? leave(field) : nil }

  /// Notes that the value of a field, if there is one, is not of the kind that the reader wants.
  @inline(never)
  private func leave<Value>(_ field: Int) -> Value? {
    if places[field] > 0 { document.marks.withLock { $0.leave(places[field]) } }
    return nil
  }
}

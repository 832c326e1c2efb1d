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
    /// Where its name is in `Names.bytes`.
    var name: Range<Int>
    /// Whether the first key with the fingerprint had that name.
    var isSpelled: Bool
    /// The first and the last eight bytes of the name, or all of a shorter one, followed by zeros.
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    init(_ fingerprint: UInt32, _ field: Int, _ name: Range<Int>, of names: Span<UInt8>, isSpelled: Bool) {
      (self.fingerprint, self.field, self.name, self.isSpelled) = (fingerprint, field, name, isSpelled)
      for place in name.prefix(8).reversed() { first = first << 8 | UInt64(names[place]) }
      for place in name.suffix(8).reversed() { last = last << 8 | UInt64(names[place]) }
    }

    /// Returns whether the name is in a range of a text.
    @inline(__always)
    func stands(in text: Span<UInt8>, from start: Int, to end: Int, _ names: Span<UInt8>) -> Bool {
      let count = name.count
      guard end - start == count else { return false }
      guard count < 8 else {
        return ByteSearch.word(in: text, at: start) == first && ByteSearch.word(in: text, at: end - 8) == last
          && (count <= 16 || ByteSearch.stands(names.extracting(name), at: start, of: text))
      }
      guard start + 8 <= text.count else { return ByteSearch.stands(names.extracting(name), at: start, of: text) }
      return ByteSearch.word(in: text, at: start) & ((1 << UInt64(8 * count)) &- 1) == first
    }
  }

  /// The requested names, by field.
  private struct Names {
    private var fingerprints: [UInt32] = []
    /// The bytes of all names in a row, and the end of each.
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ texts: [String]) {
      for text in texts {
        let start = bytes.count
        bytes.append(copying: text.utf8.span)
        fingerprints.append(JSONName.fingerprint(bytes.span, start, bytes.count))
        ends.append(bytes.count)
      }
    }

    private func range(_ field: Int) -> Range<Int> { (field == 0 ? 0 : ends[field - 1])..<ends[field] }

    /// Returns whether a key, which is in `text`, is a name.
    private func isSpelled(_ key: JSONNode, _ name: Range<Int>, _ text: Span<UInt8>) -> Bool {
      if key.marked { return isSpelledWithEscapes(key, name, text) }
      return JSONScanner.equals(text, Int(key.start) + 1, Int(key.end) - 1, bytes.span.extracting(name))
    }

    private func isSpelledWithEscapes(_ key: JSONNode, _ name: Range<Int>, _ text: Span<UInt8>) -> Bool {
      let spelled = (Int(key.start) + 1..<Int(key.end) - 1).map { text[$0] }
      return JSONString.decode(spelled, 0..<spelled.count, escaped: true).utf8.elementsEqual(bytes[name])
    }

    /// Returns the field that a key belongs to.
    @inline(never)
    func step(_ key: JSONNode, _ text: Span<UInt8>) -> Step {
      for field in fingerprints.indices where fingerprints[field] == key.next || key.marked {
        if isSpelled(key, range(field), text) {
          return Step(key.next, field, range(field), of: bytes.span, isSpelled: true)
        }
      }
      let field = fingerprints.firstIndex(of: key.next)
      return Step(key.next, field ?? -1, field.map { range($0) } ?? 0..<0, of: bytes.span, isSpelled: false)
    }
  }

  // The text of the current object, stored beside the document so that no object copies it.
  private var document = JSONDocument([])
  private var tape: [JSONNode] = []
  private var text: [UInt8] = []
  private let wanted: Names
  /// The position on the tape of the current value.
  private var current = 0
  /// The position on the tape of each field's value, or 0, which is never a value, if there is none.
  private var places: [Int]
  /// The objects that were read since the document was last told which ones.
  private var read: [Int] = []
  /// Their values that no field has, and those of fields that hold others.
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
    open(value.document)
    read(value.index)
    tell(value.document)
  }

  /// Reads the next element of an array, and returns false after the last one. Until then, the elements do not count as taken: for each
  /// one, a lock and a copy of the value take a sixth of reading it.
  @usableFromInline
  mutating func readNext(_ elements: inout JSONValue.Elements) -> Bool {
    open(elements.document)
    guard let next = elements.nextIndex() else {
      tell(elements.document)
      return false
    }
    read(next)
    return true
  }

  private mutating func open(_ other: JSONDocument) {
    guard document !== other else { return }
    tell(document)
    (document, tape, text) = (other, other.nodes, other.whole)
  }

  private mutating func read(_ index: Int) {
    current = index
    var cleared = places.mutableSpan
    for field in cleared.indices { cleared[field] = 0 }
    guard tape[index].kind == .object else { return }
    read.append(index)
    Self.read(index, tape, text, wanted, &places, &steps, &left)
  }

  /// Tells the document which objects were read.
  private mutating func tell(_ document: JSONDocument) {
    guard !read.isEmpty else { return }
    document.take(read, but: left)
    read.removeAll(keepingCapacity: true)
    left.removeAll(keepingCapacity: true)
  }

  private var node: JSONNode { tape[current] }

  /// The bytes of the current value, as `JSONValue.range`.
  @usableFromInline
  var range: Range<Int> { Int(node.start)..<Int(node.end) }

  /// The current value.
  @usableFromInline
  var value: JSONValue { JSONValue(document, current) }

  /// Whether the current value is an object.
  @usableFromInline
  var isObject: Bool { node.kind == .object }

  /// Whether it is an object whose closing brace is there.
  @usableFromInline
  var isWhole: Bool { isObject && !node.marked }

  private static func read(
    _ object: Int, _ tape: borrowing [JSONNode], _ text: borrowing [UInt8], _ wanted: borrowing Names, _ places: inout [Int],
    _ steps: inout [Step], _ left: inout [Int]
  ) {
    let nodes = tape.span
    let limit = Int(nodes[object].next) - 1
    var position = object + 1
    var order = 0
    while position < limit {
      readExpected(limit, nodes, text.span, wanted.bytes.span, &places, steps.span, &left, &position, &order)
      guard position < limit else { return }
      let found = wanted.step(nodes[position], text.span)
      if order < steps.count { steps[order] = found } else if order < 64 { steps.append(found) }
      if found.isSpelled { places[found.field] = position + 1 }
      if !found.isSpelled || nodes[position + 1].isContainer { left.append(position + 1) }
      position = Int(nodes[position + 1].next)
      order += 1
    }
  }

  /// Reads the keys from `position` on as long as they are those that are expected.
  @inline(__always)
  private static func readExpected(
    _ limit: Int, _ nodes: Span<JSONNode>, _ text: Span<UInt8>, _ names: Span<UInt8>, _ places: inout [Int], _ steps: Span<Step>,
    _ left: inout [Int], _ position: inout Int, _ order: inout Int
  ) {
    var places = places.mutableSpan
    while position < limit, order < steps.count {
      let key = nodes[position]
      let step = steps[order]
      guard step.fingerprint == key.next, !key.marked else { return }
      if step.field >= 0 {
        guard step.stands(in: text, from: Int(key.start) + 1, to: Int(key.end) - 1, names) else { return }
        places[step.field] = position + 1
      }
      let value = nodes[position + 1]
      if step.field < 0 || value.isContainer { left.append(position + 1) }
      position = Int(value.next)
      order += 1
    }
  }

  /// Appends the values of fields as they are in the text, each followed by a comma, also if it is missing.
  func append(_ fields: [Int], to bytes: inout GrowingBytes) {
    let (nodes, text, places, fields) = (tape.span, text.span, places.span, fields.span)
    for index in fields.indices {
      let place = places[fields[index]]
      if place > 0 {
        let node = nodes[place]
        bytes.append(copying: text.extracting(Int(node.start)..<Int(node.end)))
      }
      bytes.append(UInt8(ascii: ","))
    }
  }

  /// Whether the object has a field.
  @usableFromInline
  func has(_ field: Int) -> Bool { places[field] > 0 }

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
    let node = tape[places[field]]
    guard node.kind == .string else { return leave(field) }
    guard node.end >= node.start + 2 else { return nil }
    StepCount.count(Int(node.end - node.start))
    return JSONString.decode(text, Int(node.start) + 1..<Int(node.end) - 1, escaped: node.marked)
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

  /// Notes that the value of a field, if there is one, is not of the kind that the reader wants. Null says nothing.
  private func leave<Value>(_ field: Int) -> Value? {
    if places[field] > 0, tape[places[field]].kind != .null { document.leave(places[field]) }
    return nil
  }
}

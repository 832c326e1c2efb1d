internal import Bytes

/// The fast pass over text that follows the grammar strictly, as nearly all text does. It makes the same tape as `JSONScanner`, which
/// scans what this pass refuses: it never guesses.
///
/// It steps from mark to mark of a `StructureIndex`, and looks at no byte between them but those of numbers and words.
struct RegularScan {
  /// The open containers, and the number of objects among them.
  private(set) var open: [JSONScanner.Level]
  private(set) var openObjects: Int
  private(set) var place: Place

  /// The state of the scanner before the next token: numbers only, so that a copy stays in registers.
  struct Place {
    var end: Int
    var expectation: JSONScanner.Expectation
    var inObject: Bool
    var commaAt: Int?
    /// The next mark of the index.
    fileprivate var next = 0
    /// The next position on the tape.
    fileprivate var count = 0

    init(_ end: Int, _ expectation: JSONScanner.Expectation, inObject: Bool, _ commaAt: Int?) {
      (self.end, self.expectation, self.inObject, self.commaAt) = (end, expectation, inObject, commaAt)
    }
  }

  init(_ place: Place, _ open: consuming [JSONScanner.Level], openObjects: Int) {
    (self.place, self.open, self.openObjects) = (place, open, openObjects)
  }

  /// Why the pass stops.
  private enum Pause {
    /// There are too few marks, or too little room for nodes.
    case supply
    /// The next mark closes a container that was opened before this piece.
    case earlierContainer
    /// The next token breaks the grammar, or the value is complete.
    case end
  }

  /// What a step takes at most: a key, its colon, a value and what follows.
  private static let marksOfStep = 8
  private static let nodesOfStep = 2

  /// Scans as far as it can. Left are what breaks the grammar and the last tokens of the text.
  mutating func run(_ input: Span<UInt8>, _ nodes: inout [JSONNode], _ index: inout StructureIndex) {
    index.restart(at: place.end)
    var pause = Pause.supply
    while pause != .end {
      while index.count - place.next < Self.marksOfStep {
        guard index.advance(in: input, keeping: place.next) else { return }
        place.next = 0
      }
      place.count = nodes.count
      let room = min(nodes.capacity - nodes.count, index.count - place.next)
      guard room >= Self.nodesOfStep else { return }
      let marks = index.marks.span.extracting(0..<index.count)
      let base = nodes.count
      nodes.append(addingCapacity: room) { pause = fill(&$0, from: base, input, marks) }
      if pause == .earlierContainer { closeEarlier(at: Int(index.marks[place.next]), &nodes) }
      if open.isEmpty { return }
    }
  }

  /// Writes nodes as long as marks and room last; the first one has the position `base` on the tape.
  @inline(__always)
  private mutating func fill(
    _ output: inout OutputSpan<JSONNode>, from base: Int, _ input: Span<UInt8>, _ marks: Span<UInt32>
  ) -> Pause {
    var at = place
    defer { place = at }
    while at.next <= marks.count - Self.marksOfStep, output.freeCapacity >= Self.nodesOfStep {
      if at.expectation == .key {
        let start = Int(marks[at.next])
        guard input[start] == UInt8(ascii: "\"") else {
          guard input[start] == UInt8(ascii: "}"), at.commaAt == nil else { return .end }
          guard close(&output, from: base, at: start, &at) else { return .earlierContainer }
          continue
        }
        at.takeKey(&output, start, marks[at.next + 1], input)
        let colon = Int(marks[at.next])
        guard input[colon] == UInt8(ascii: ":") else { return .end }
        at.pass(colon, expecting: .value)
      }
      if at.expectation == .value {
        let start = Int(marks[at.next])
        let byte = input[start]
        if byte == UInt8(ascii: "\"") {
          at.takeString(&output, start, marks[at.next + 1])
        } else if byte &- UInt8(ascii: "0") <= 9 || byte == UInt8(ascii: "-") {
          at.take(.number, &output, start, Place.scalarEnd(input, before: marks[at.next + 1]))
        } else if byte | 0x20 == UInt8(ascii: "{") {
          guard openContainer(byte == UInt8(ascii: "{"), &output, at: start, &at) else { return .end }
          continue
        } else if byte == UInt8(ascii: "]") {
          guard !at.inObject, at.commaAt == nil, !open.isEmpty else { return .end }
          guard close(&output, from: base, at: start, &at) else { return .earlierContainer }
        } else {
          let end = Place.scalarEnd(input, before: marks[at.next + 1])
          guard let word = JSONScanner.word(input, start, end) else { return .end }
          at.take(word, &output, start, end)
        }
      }
      guard at.expectation == .comma, !open.isEmpty else { return .end }
      let mark = Int(marks[at.next])
      if input[mark] == UInt8(ascii: ",") {
        at.commaAt = mark
        at.pass(mark, expecting: at.inObject ? .key : .value)
      } else {
        guard input[mark] == (at.inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return .end }
        guard close(&output, from: base, at: mark, &at) else { return .earlierContainer }
      }
    }
    return .supply
  }

  // MARK: Containers

  @inline(__always)
  private mutating func openContainer(
    _ isObject: Bool, _ output: inout OutputSpan<JSONNode>, at start: Int, _ at: inout Place
  ) -> Bool {
    guard open.count < JSONScanner.depthLimit else { return false }
    open.append(JSONScanner.Level(node: UInt32(truncatingIfNeeded: at.count), isObject: isObject))
    if isObject { openObjects += 1 }
    at.append(JSONNode(isObject ? .object : .array, start, start, marked: false, next: at.following), to: &output)
    (at.inObject, at.commaAt) = (isObject, nil)
    at.pass(start, expecting: isObject ? .key : .value)
    return true
  }

  /// Closes the innermost container, unless its node is not in this piece.
  @inline(__always)
  private mutating func close(
    _ output: inout OutputSpan<JSONNode>, from base: Int, at bracket: Int, _ at: inout Place
  ) -> Bool {
    guard let level = open.last, Int(level.node) >= base else { return false }
    output[Int(level.node) - base].close(at: bracket + 1, next: at.count)
    leaveContainer(bracket, &at)
    return true
  }

  /// Closes the innermost container, whose node is on the tape.
  private mutating func closeEarlier(at bracket: Int, _ nodes: inout [JSONNode]) {
    guard let level = open.last else { return }
    nodes[Int(level.node)].close(at: bracket + 1, next: nodes.count)
    var at = place
    leaveContainer(bracket, &at)
    place = at
  }

  @inline(__always)
  private mutating func leaveContainer(_ bracket: Int, _ at: inout Place) {
    open.removeLast()
    if at.inObject { openObjects -= 1 }
    (at.inObject, at.commaAt) = (open.last?.isObject ?? false, nil)
    at.pass(bracket, expecting: .comma)
  }
}

extension RegularScan.Place {
  /// Passes a mark of one byte.
  @inline(__always)
  fileprivate mutating func pass(_ mark: Int, expecting expected: JSONScanner.Expectation) {
    (next, end, expectation) = (next &+ 1, mark &+ 1, expected)
  }

  @inline(__always)
  fileprivate mutating func append(_ node: JSONNode, to output: inout OutputSpan<JSONNode>) {
    output.append(node)
    count &+= 1
  }

  /// The position on the tape after the next one.
  @inline(__always)
  fileprivate var following: UInt32 { UInt32(truncatingIfNeeded: count &+ 1) }

  /// Takes a key between the quotes at two marks.
  @inline(__always)
  fileprivate mutating func takeKey(
    _ output: inout OutputSpan<JSONNode>, _ start: Int, _ closing: UInt32, _ input: Span<UInt8>
  ) {
    let close = Int(closing & ~StructureIndex.escaped)
    let fingerprint = JSONName.fingerprint(input, start &+ 1, close)
    append(JSONNode(.key, start, close &+ 1, marked: closing >= StructureIndex.escaped, next: fingerprint), to: &output)
    (next, end, expectation) = (next &+ 2, close &+ 1, .colon)
  }

  /// Does the same for a string.
  @inline(__always)
  fileprivate mutating func takeString(_ output: inout OutputSpan<JSONNode>, _ start: Int, _ closing: UInt32) {
    let close = Int(closing & ~StructureIndex.escaped)
    append(JSONNode(.string, start, close &+ 1, marked: closing >= StructureIndex.escaped, next: following), to: &output)
    (next, end, expectation) = (next &+ 2, close &+ 1, .comma)
  }

  /// Takes a number or word.
  @inline(__always)
  fileprivate mutating func take(_ kind: JSONNode.Kind, _ output: inout OutputSpan<JSONNode>, _ start: Int, _ end: Int) {
    append(JSONNode(kind, start, end, marked: false, next: following), to: &output)
    (next, self.end, expectation) = (next &+ 1, end, .comma)
  }

  /// Returns the end of the number or word before a mark, from which only blanks may separate it.
  @inline(__always)
  fileprivate static func scalarEnd(_ input: Span<UInt8>, before mark: UInt32) -> Int {
    var end = Int(mark & ~StructureIndex.escaped)
    while end > 0, input[end &- 1] <= 0x20 { end &-= 1 }
    return end
  }
}

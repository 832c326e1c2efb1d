package import Bytes
internal import Synchronization

/// One JSON value of a text with everything inside it: the position and kind of each value. Values are decoded on demand.
///
/// Damage costs only the damaged part: extra and missing commas, missing closing brackets, unknown literals, invalid UTF-8 and
/// numbers of any size are skipped, and `firstError` is the first violation of the grammar.
///
/// The front of the module `JSONText`. In: bytes, of which any part may be damaged. Out: `root`, a `JSONValue` whose members and
/// elements are looked up by key and position, each with its byte range in the text, so that editors can replace it.
///
/// Read on with `JSONScanner` (text to tape) and `JSONRow` (one object after the other with the same keys).
///
/// Example: `JSONDocument(bytes).root?["crash"]?["threads"]?.elements.first?["index"]?.int`.
package final class JSONDocument: Sendable {
  /// The whole input, of which the document may be a part; empty if the input is in `memory`.
  package let bytes: [UInt8]
  /// The input of a document that was not made of an array, else nil.
  private let memory: ByteSlice?
  /// The first violation of the grammar's structure, or nil if there is none. The contents of strings and numbers are not
  /// checked. Counts the lines before it.
  package var firstError: JSONError? {
    flaw.map {
      let before = part(0..<$0.byte)
      return JSONError($0.kind, byte: $0.byte, line: Self.line(ofByte: before.range.upperBound, in: before.bytes))
    }
  }
  /// The kind of the first violation, without counting lines.
  package var firstErrorKind: JSONError.Kind? { flaw?.kind }
  /// Whether there is no violation.
  package var isWellFormed: Bool { flaw == nil }
  /// The first byte that was skipped because brackets nest deeper than `deepest` levels there, or nil if nothing was skipped.
  package let firstSkippedByte: Int?
  /// The deepest nesting that is read, in levels.
  package static let deepest = JSONScanner.depthLimit
  private let flaw: (kind: JSONError.Kind, byte: Int)?
  /// The position after the value in `bytes`.
  package let end: Int
  let nodes: [JSONNode]
  /// What readers took of the document so far, for `JSONValue.unread`.
  let marks = Mutex(JSONMarks())

  /// Scans the first value of `range` (all bytes if nil) in one pass. Takes 16 bytes of memory per value and key, and as much again
  /// while it grows, unless their number is known and given.
  package convenience init(_ bytes: [UInt8], in range: Range<Int>? = nil, expecting count: Int? = nil) {
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    self.init(
      JSONScanner(bytes.span.extracting(0..<range.upperBound), from: range.lowerBound, expecting: count), from: range.lowerBound,
      of: bytes, nil)
  }

  /// Does the same for bytes in memory, which are not copied.
  package convenience init(_ memory: ByteSlice, in range: Range<Int>) {
    let range = range.clamped(to: 0..<memory.count)
    let scanner = memory.withSpan { JSONScanner($0.extracting(0..<range.upperBound), from: range.lowerBound) }
    self.init(scanner, from: range.lowerBound, of: [], memory)
  }

  private init(_ scanner: consuming JSONScanner, from start: Int, of bytes: [UInt8], _ memory: ByteSlice?) {
    StepCount.count(scanner.end - start)
    self.bytes = bytes
    self.memory = memory
    nodes = scanner.nodes
    end = scanner.end
    flaw = scanner.flaw
    firstSkippedByte = scanner.skipped
  }

  /// Returns an array that holds a range of the input, and where: the input itself, or a copy of the range if it is in memory.
  @inline(__always)
  func part(_ range: Range<Int>) -> (bytes: [UInt8], range: Range<Int>) {
    guard let memory else { return (bytes, range) }
    let copy = (try? memory.slice(at: range.lowerBound, count: range.count).array) ?? []
    return (copy, 0..<copy.count)
  }

  /// Returns the text between the quotes of a string, escapes undone.
  func text(of string: JSONNode) -> String {
    let range = Int(string.start) + 1..<Int(string.end) - 1
    if let memory, !string.marked { return memory.text(range) }
    let text = part(range)
    return JSONString.decode(text.bytes, text.range, escaped: string.marked)
  }

  /// All of the input.
  var whole: [UInt8] { memory?.array ?? bytes }

  /// The value, or nil if the text has none.
  package var root: JSONValue? { nodes.isEmpty ? nil : JSONValue(self, 0) }

  /// The number of values and keys.
  package var count: Int { nodes.count }

  /// Returns the first violation, or nil if it is outside a range of the input and not at its end. Counts no lines.
  package func firstError(in range: Range<Int>) -> JSONError? {
    flaw.flatMap { $0.byte >= range.lowerBound && $0.byte <= range.upperBound ? firstError : nil }
  }

  /// Returns the last of the consecutive objects in a range of the input, or nil if no object begins at its start. Takes a binary
  /// search.
  package func lastObject(in range: Range<Int>) -> JSONValue? {
    var low = nodes.partitionPoint { Int($0.start) >= range.lowerBound }
    while low < nodes.count, Int(nodes[low].start) == range.lowerBound, nodes[low].kind != .object { low += 1 }
    guard low < nodes.count, Int(nodes[low].start) == range.lowerBound, Int(nodes[low].end) <= range.upperBound else {
      return nil
    }
    var next = Int(nodes[low].next)
    while next > low, next < nodes.count, nodes[next].kind == .object, Int(nodes[next].end) <= range.upperBound {
      low = next
      next = Int(nodes[low].next)
    }
    return JSONValue(self, low)
  }

  /// Returns the number of the line that contains a byte, from 1.
  package static func line(ofByte byte: Int, in bytes: [UInt8]) -> Int {
    let span = bytes.span
    var line = 1
    for position in 0..<min(max(byte, 0), span.count) where span[position] == 0x0a { line += 1 }
    return line
  }

  /// Returns whether a string or key without escapes has these bytes between its quotes.
  func equals(_ node: JSONNode, _ wanted: Span<UInt8>) -> Bool {
    let text = part(Int(node.start) + 1..<Int(node.end) - 1)
    return JSONScanner.equals(text.bytes.span, text.range.lowerBound, text.range.upperBound, wanted)
  }
}

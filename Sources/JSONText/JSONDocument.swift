internal import Bytes

/// One JSON value of a text with everything inside it: where each value stands and what it is. Values are decoded only
/// when asked.
///
/// Damage costs what it touches: commas too many or too few, missing closing brackets, unknown words, invalid UTF-8 and
/// numbers of any size are read past, and `firstError` says where the text first departs from the grammar.
public final class JSONDocument: Sendable {
  /// The whole input, of which the document may be a part.
  public let bytes: [UInt8]
  /// The first departure from the grammar's structure; nil when there is none. The inside of strings and numbers is not
  /// looked at.
  /// Costs a count of the lines before it.
  public var firstError: JSONError? {
    flaw.map { JSONError($0.kind, byte: $0.byte, line: Self.line(ofByte: $0.byte, in: bytes)) }
  }
  /// What is wrong there, which costs nothing.
  public var firstErrorKind: JSONError.Kind? { flaw?.kind }
  /// Whether there is no such departure.
  public var isWellFormed: Bool { flaw == nil }
  private let flaw: (kind: JSONError.Kind, byte: Int)?
  /// The position after the value in `bytes`.
  public let end: Int
  let nodes: [JSONNode]

  /// Scans the first value of `range` (all bytes when nil) in one pass. Costs 16 bytes for every value and key.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    let scanner = JSONScanner(bytes.span.extracting(0..<range.upperBound), from: range.lowerBound)
    self.bytes = bytes
    nodes = scanner.nodes
    end = scanner.end
    flaw = scanner.flaw
  }

  /// The value; nil when the text has none.
  public var root: JSONValue? { nodes.isEmpty ? nil : JSONValue(self, 0) }

  /// The same departure; nil when it lies outside a range of the input and not at its end, which costs nothing.
  public func firstError(in range: Range<Int>) -> JSONError? {
    flaw.flatMap { $0.byte >= range.lowerBound && $0.byte <= range.upperBound ? firstError : nil }
  }

  /// The last of the objects that follow each other in a range of the input; nil when no object begins where the range does.
  /// Costs a binary search.
  public func lastObject(in range: Range<Int>) -> JSONValue? {
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

  /// The line that holds a byte, counted from 1.
  public static func line(ofByte byte: Int, in bytes: [UInt8]) -> Int {
    let span = bytes.span
    var line = 1
    for position in 0..<min(max(byte, 0), span.count) where span[position] == 0x0a { line += 1 }
    return line
  }

  /// Whether a string or key without escapes has these bytes between its quotes.
  func equals(_ node: JSONNode, _ wanted: Span<UInt8>) -> Bool {
    let text = bytes
    return JSONScanner.equals(text.span, Int(node.start) + 1, Int(node.end) - 1, wanted)
  }
}

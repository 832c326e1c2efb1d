/// Segments that were decoded without knowing what stands before them: their fields count from the first one's predecessor.
///
/// The fast way for long texts, of which several threads decode a piece each. It refuses what is unusual, and `MappingDecoder` decides.
struct MappingPiece: Sendable {
  /// The segments. Lines count from 0; fields but the column have `bias` added, so that differences may be negative.
  private(set) var mappings = Mappings()
  /// The number of segments before the first `;`.
  private(set) var firstLineCount = 0
  /// The column of the last segment before the first `;`.
  private(set) var firstLineEnd: Int64 = 0
  /// The number of `;`.
  private(set) var lineCount: UInt32 = 0
  /// The fields after the last segment.
  private(set) var end = MappingFields()
  /// The smallest and the largest value of each field.
  private(set) var lowest = MappingFields()
  private(set) var highest = MappingFields()

  /// Whether a segment has a name.
  private(set) var hasNames = false

  /// What is added to fields that count from an unknown value.
  static let bias: UInt32 = 1 << 31

  private init() {}

  /// Decodes a range of a text that begins the text, or at a `,` or `;`. Returns nil if a segment is malformed, if its column is not
  /// after those before it, or if a field moves by 2^31 or more. `reserving` is the number of segments for which memory is reserved.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>, bias: UInt32, reserving count: Int) -> MappingPiece? {
    var piece = MappingPiece()
    piece.mappings.reserve(count)
    guard piece.read(text, range, bias) else { return nil }
    let limit = Int64(Self.bias)
    guard piece.lowest.all(where: { $0 > -limit }), piece.highest.all(where: { $0 < limit - 1 }) else { return nil }
    return piece
  }

  private mutating func read(_ text: Span<UInt8>, _ range: Range<Int>, _ bias: UInt32) -> Bool {
    var vlq = VLQ(range)
    var block: [Mappings.Segment] = []
    block.reserveCapacity(Self.blockSize)
    var isNewLine = true
    while vlq.position < vlq.end {
      let byte = text[vlq.position]
      if byte == UInt8(ascii: ",") {
        vlq.position += 1
        continue
      }
      if byte == UInt8(ascii: ";") {
        guard endLine(mappings.count + block.count) else { return false }
        isNewLine = true
        vlq.position += 1
        continue
      }
      guard let segment = segment(text, &vlq, bias) else { return false }
      if isNewLine { mappings.begin(line: lineCount, at: mappings.count + block.count) }
      isNewLine = false
      block.append(segment)
      if block.count == Self.blockSize {
        mappings.append(block)
        block.removeAll(keepingCapacity: true)
      }
    }
    mappings.append(block)
    if lineCount == 0 { (firstLineCount, firstLineEnd) = (mappings.count, end.column) }
    return true
  }

  /// The number of segments that are appended together.
  private static let blockSize = 1024

  private mutating func endLine(_ count: Int) -> Bool {
    if lineCount == 0 { (firstLineCount, firstLineEnd) = (count, end.column) }
    end.column = 0
    lineCount &+= 1
    return lineCount < .max
  }

  @inline(__always)
  private mutating func segment(_ text: Span<UInt8>, _ vlq: inout VLQ, _ bias: UInt32) -> Mappings.Segment? {
    guard let columns = try? vlq.next(text), columns >= 0 else { return nil }
    end.column += columns
    highest.column = max(highest.column, end.column)
    let column = UInt32(truncatingIfNeeded: end.column)
    if isAtEnd(text, vlq) {
      return .init(column: column, source: Mappings.none, line: 0, originalColumn: 0, name: Mappings.none)
    }
    guard let sources = try? vlq.next(text), !isAtEnd(text, vlq), let lines = try? vlq.next(text), !isAtEnd(text, vlq),
      let originalColumns = try? vlq.next(text)
    else { return nil }
    end.source += sources
    end.line += lines
    end.originalColumn += originalColumns
    var name = Mappings.none
    if !isAtEnd(text, vlq) {
      guard let names = try? vlq.next(text), isAtEnd(text, vlq) else { return nil }
      end.name += names
      hasNames = true
      name = UInt32(truncatingIfNeeded: end.name) &+ bias
    }
    lowest.lower(to: end)
    highest.raise(to: end)
    return .init(
      column: column, source: UInt32(truncatingIfNeeded: end.source) &+ bias, line: UInt32(truncatingIfNeeded: end.line) &+ bias,
      originalColumn: UInt32(truncatingIfNeeded: end.originalColumn) &+ bias, name: name)
  }

  @inline(__always)
  private func isAtEnd(_ text: Span<UInt8>, _ vlq: VLQ) -> Bool {
    guard vlq.position < vlq.end else { return true }
    let byte = text[vlq.position]
    return byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }
}

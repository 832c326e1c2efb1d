/// Decodes the text of `mappings` (ECMA-426, "Mappings structure"): `;` ends a generated line, `,` a segment. A segment has 1, 4 or 5
/// numbers, each the difference from the same field of the segment before: generated column (from 0 again on each line), source,
/// original line, original column, name.
struct MappingDecoder {
  private var line: UInt32 = 0
  private var column: Int64 = 0
  private var source: Int64 = 0
  private var originalLine: Int64 = 0
  private var originalColumn: Int64 = 0
  private var name: Int64 = 0
  private var lineBegin = 0
  private var isSorted = true
  private let sourceCount: Int
  private let nameCount: Int
  private var result = Mappings()

  private init(sourceCount: Int, nameCount: Int) {
    self.sourceCount = sourceCount
    self.nameCount = nameCount
  }

  /// Decodes a range of a text. `sourceCount` and `nameCount` are the lengths of the map's lists. Throws at the first malformed
  /// segment.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>, sourceCount: Int, nameCount: Int) throws(SourceMapError)
    -> Mappings
  {
    var decoder = Self(sourceCount: sourceCount, nameCount: nameCount)
    decoder.result.reserve(range.count / 5)
    var vlq = VLQ(range)
    while vlq.position < vlq.end {
      switch text[vlq.position] {
      case UInt8(ascii: ";"):
        decoder.endLine()
        guard decoder.line < .max else { throw SourceMapError(.outOfRange("line"), byte: vlq.position) }
        decoder.line += 1
        decoder.column = 0
        vlq.position += 1
      case UInt8(ascii: ","): vlq.position += 1
      default: try decoder.segment(text, &vlq)
      }
    }
    decoder.endLine()
    return decoder.result
  }

  private mutating func endLine() {
    if !isSorted { result.sortColumns(from: lineBegin) }
    isSorted = true
    lineBegin = result.count
  }

  private mutating func segment(_ text: Span<UInt8>, _ vlq: inout VLQ) throws(SourceMapError) {
    let start = vlq.position
    let before = column
    column = try sum(column, try vlq.next(text), "column", start)
    if column < before { isSorted = result.count == lineBegin ? isSorted : false }
    result.begin(line: line)
    guard isInside(text, vlq) else { return append(source: Mappings.none, name: Mappings.none) }
    source = try sum(source, try vlq.next(text), "source", start)
    guard isInside(text, vlq) else { throw SourceMapError(.fieldCount(2), byte: start) }
    originalLine = try sum(originalLine, try vlq.next(text), "line", start)
    guard isInside(text, vlq) else { throw SourceMapError(.fieldCount(3), byte: start) }
    originalColumn = try sum(originalColumn, try vlq.next(text), "column", start)
    guard source < sourceCount else {
      throw SourceMapError(.noSuchEntry("sources", index: Int(source), count: sourceCount), byte: start)
    }
    guard isInside(text, vlq) else { return append(source: UInt32(source), name: Mappings.none) }
    name = try sum(name, try vlq.next(text), "name", start)
    guard name < nameCount else {
      throw SourceMapError(.noSuchEntry("names", index: Int(name), count: nameCount), byte: start)
    }
    append(source: UInt32(source), name: UInt32(name))
    guard !isInside(text, vlq) else { throw SourceMapError(.fieldCount(6), byte: start) }
  }

  @inline(__always)
  private func isInside(_ text: Span<UInt8>, _ vlq: VLQ) -> Bool {
    guard vlq.position < vlq.end else { return false }
    let byte = text[vlq.position]
    return byte != UInt8(ascii: ",") && byte != UInt8(ascii: ";")
  }

  @inline(__always)
  private func sum(_ value: Int64, _ delta: Int64, _ field: String, _ byte: Int) throws(SourceMapError) -> Int64 {
    let sum = value + delta
    guard sum >= 0, sum < Int64(UInt32.max) else { throw SourceMapError(.outOfRange(field), byte: byte) }
    return sum
  }

  @inline(__always)
  private mutating func append(source: UInt32, name: UInt32) {
    result.append(
      column: UInt32(column), source: source, line: source == Mappings.none ? 0 : UInt32(originalLine),
      originalColumn: source == Mappings.none ? 0 : UInt32(originalColumn), name: name)
  }
}

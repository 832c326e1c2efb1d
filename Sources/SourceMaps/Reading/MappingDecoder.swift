internal import Bytes

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
  static func decode(_ text: ByteSlice, _ range: Range<Int>, sourceCount: Int, nameCount: Int) throws(SourceMapError) -> Mappings
  {
    var decoder = Self(sourceCount: sourceCount, nameCount: nameCount)
    decoder.result.reserve(range.count / 5)
    try text.withSpan { text throws(SourceMapError) in try decoder.run(text, range) }
    return decoder.result
  }

  private mutating func run(_ text: Span<UInt8>, _ range: Range<Int>) throws(SourceMapError) {
    let text = text.extracting(..<range.upperBound)
    var vlq = VLQ(range)
    while vlq.position < vlq.end {
      switch text[vlq.position] {
      case UInt8(ascii: ";"):
        endLine()
        guard line < .max else { throw SourceMapError(.outOfRange("line"), byte: vlq.position) }
        line += 1
        column = 0
        vlq.position += 1
      case UInt8(ascii: ","): vlq.position += 1
      default: try segment(text, &vlq)
      }
    }
    endLine()
  }

  private mutating func endLine() {
    if !isSorted { result.sortColumns(from: lineBegin) }
    isSorted = true
    lineBegin = result.count
  }

  private mutating func segment(_ text: Span<UInt8>, _ vlq: inout VLQ) throws(SourceMapError) {
    let start = vlq.position
    var fields = InlineArray<5, Int64>(repeating: 0)
    var number = 0
    repeat {
      guard number < 5 else { throw SourceMapError(.fieldCount(6), byte: start) }
      fields[number] = try vlq.next(text)
      number += 1
    } while !vlq.isAtEndOfSegment(text)
    guard number != 2, number != 3 else { throw SourceMapError(.fieldCount(number), byte: start) }

    let before = column
    column = try sum(column, fields[0], "column", start)
    if result.count == lineBegin { result.begin(line: line) } else if column < before { isSorted = false }
    guard number > 1 else { return result.append(.init(column: UInt32(column))) }
    source = try sum(source, fields[1], "source", start)
    originalLine = try sum(originalLine, fields[2], "line", start)
    originalColumn = try sum(originalColumn, fields[3], "column", start)
    guard source < sourceCount else {
      throw SourceMapError(.noSuchEntry("sources", index: Int(source), count: sourceCount), byte: start)
    }
    if number > 4 {
      name = try sum(name, fields[4], "name", start)
      guard name < nameCount else {
        throw SourceMapError(.noSuchEntry("names", index: Int(name), count: nameCount), byte: start)
      }
    }
    result.append(
      .init(
        column: UInt32(column), source: UInt32(source), line: UInt32(originalLine), originalColumn: UInt32(originalColumn),
        name: number > 4 ? UInt32(name) : Mappings.none))
  }

  @inline(__always)
  private func sum(_ value: Int64, _ delta: Int64, _ field: String, _ byte: Int) throws(SourceMapError) -> Int64 {
    let sum = value + delta
    guard sum >= 0, sum < Int64(UInt32.max) else { throw SourceMapError(.outOfRange(field), byte: byte) }
    return sum
  }
}

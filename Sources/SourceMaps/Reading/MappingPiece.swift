/// A piece of the text of mappings, decoded without knowing what stands before it: its fields count from those before its first segment.
///
/// The fast way. It refuses what is unusual, and `MappingDecoder` decides.
struct MappingPiece: Sendable {
  /// The lines that have segments, counted from 0, and the first segment of each, counted from the piece's first one.
  private(set) var lines: [UInt32] = []
  private(set) var lineStarts: [UInt32] = []
  /// The number of segments.
  private(set) var count = 0
  /// The number of segments before the first `;`.
  private(set) var firstLineCount = 0
  /// The column of the last segment before the first `;`.
  private(set) var firstLineEnd: UInt64 = 0
  /// The number of `;`.
  private(set) var lineCount: UInt32 = 0
  /// The fields after the last segment.
  private(set) var end: MappingFields
  /// The greatest value of each field that a segment has.
  private(set) var highest = MappingFields()
  /// Whether a segment has a name.
  private(set) var hasNames = false

  /// What is added to the fields, but for the column, of a piece that counts from unknown values, so that smaller ones are no less than 0.
  static let bias: UInt32 = 1 << 31

  private init(_ bias: UInt32) { end = MappingFields(behindColumn: UInt64(bias)) }

  /// Decodes a range of a text that begins the text, or at a `,` or `;`, into entries of `Mappings.words`. Returns nil if a segment is
  /// malformed, if its column is not after those before it, or if a field with `bias` does not fit into a word.
  static func decode(_ text: Span<UInt8>, _ range: Range<Int>, bias: UInt32, to output: inout OutputSpan<UInt32>) -> MappingPiece?
  {
    var piece = MappingPiece(bias)
    guard piece.read(text.extracting(..<range.upperBound), range, &output), piece.highest.isBelow(UInt64(Mappings.none)) else {
      return nil
    }
    return piece
  }

  private mutating func read(_ text: Span<UInt8>, _ range: Range<Int>, _ output: inout OutputSpan<UInt32>) -> Bool {
    var vlq = VLQ(range)
    // These stay in registers.
    var (sums, highest, hasNames, count, isNewLine) = (end, self.highest, false, 0, true)
    while vlq.position < vlq.end {
      let byte = text[vlq.position]
      if byte == UInt8(ascii: ",") {
        vlq.position += 1
        continue
      }
      if byte == UInt8(ascii: ";") {
        guard endLine(count, &sums) else { return false }
        isNewLine = true
        vlq.position += 1
        continue
      }
      guard output.freeCapacity >= Mappings.segmentWords, sums.add(text, &vlq, &highest, &hasNames, to: &output) else {
        return false
      }
      if isNewLine {
        lines.append(lineCount)
        lineStarts.append(UInt32(truncatingIfNeeded: count))
        isNewLine = false
      }
      count &+= 1
    }
    if lineCount == 0 { (firstLineCount, firstLineEnd) = (count, sums.column) }
    (end, self.highest, self.hasNames, self.count) = (sums, highest, hasNames, count)
    return true
  }

  private mutating func endLine(_ count: Int, _ sums: inout MappingFields) -> Bool {
    if lineCount == 0 { (firstLineCount, firstLineEnd) = (count, sums.column) }
    sums.column = 0
    lineCount &+= 1
    return lineCount < .max
  }
}

extension MappingFields {
  /// Adds the numbers of the next segment, and writes the segment. Returns false if it is malformed, or if its column falls.
  @inline(__always)
  fileprivate mutating func add(
    _ text: Span<UInt8>, _ vlq: inout VLQ, _ highest: inout MappingFields, _ hasNames: inout Bool,
    to output: inout OutputSpan<UInt32>
  ) -> Bool {
    guard let columns = vlq.difference(text), columns >= 0 else { return false }
    column &+= UInt64(bitPattern: columns)
    highest.column = max(highest.column, column)
    output.append(UInt32(truncatingIfNeeded: column))
    if vlq.isAtEndOfSegment(text) {
      output.append(Mappings.none)
      output.append(0)
      output.append(0)
      output.append(Mappings.none)
      return true
    }
    guard let sources = vlq.difference(text), let lines = vlq.difference(text), let columns = vlq.difference(text) else {
      return false
    }
    source &+= UInt64(bitPattern: sources)
    line &+= UInt64(bitPattern: lines)
    originalColumn &+= UInt64(bitPattern: columns)
    highest.raisePlace(to: self)
    output.append(UInt32(truncatingIfNeeded: source))
    output.append(UInt32(truncatingIfNeeded: line))
    output.append(UInt32(truncatingIfNeeded: originalColumn))
    guard !vlq.isAtEndOfSegment(text) else {
      output.append(Mappings.none)
      return true
    }
    guard let names = vlq.difference(text), vlq.isAtEndOfSegment(text) else { return false }
    name &+= UInt64(bitPattern: names)
    highest.name = max(highest.name, name)
    hasNames = true
    output.append(UInt32(truncatingIfNeeded: name))
    return true
  }
}

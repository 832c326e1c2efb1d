internal import System
internal import Workers

/// Long texts: one thread for each processor decodes a piece, and the pieces are joined.
extension Mappings {
  /// The length of a text in bytes from which it is divided.
  private static let longText = 1 << 20

  /// Decodes a range of a text, as `MappingDecoder` does. Throws at the first malformed segment. `pieces` is how many pieces there are, or
  /// nil to decide by length.
  init(_ text: [UInt8], _ range: Range<Int>, sourceCount: Int, nameCount: Int, pieces: Int? = nil) throws(SourceMapError) {
    let count = pieces ?? (range.count < Self.longText ? 1 : min(Environment.processorCount, 8))
    if count > 1, let joined = Self.joined(text, Self.cuts(of: text, range, count), (sourceCount, nameCount)) {
      self = joined
    } else {
      self = try MappingDecoder.decode(text.span, range, sourceCount: sourceCount, nameCount: nameCount)
    }
  }

  /// Divides a range into pieces of about the same length, each of which but the first begins at a `,` or `;`.
  private static func cuts(of text: [UInt8], _ range: Range<Int>, _ count: Int) -> [Range<Int>] {
    var cuts: [Range<Int>] = []
    var start = range.lowerBound
    for number in 1...count {
      var end = max(start, range.lowerBound + range.count / count * number)
      while end < range.upperBound, text[end] != UInt8(ascii: ","), text[end] != UInt8(ascii: ";") { end += 1 }
      if number == count { end = range.upperBound }
      cuts.append(start..<end)
      start = end
    }
    return cuts
  }

  /// Returns the segments of all pieces, or nil if one refuses or if a field leaves its range.
  private static func joined(_ text: [UInt8], _ cuts: [Range<Int>], _ counts: (sources: Int, names: Int)) -> Mappings? {
    let total = cuts.reduce(0) { $0 + $1.count }
    var pieces = Parallel.map(cuts.count, jobs: cuts.count) { number -> MappingPiece? in
      // The others are appended to the first one.
      MappingPiece.decode(
        text.span, cuts[number], bias: number == 0 ? 0 : MappingPiece.bias,
        reserving: (number == 0 ? total : cuts[number].count) / 5)
    }
    var joined = Mappings()
    var before = MappingFields()
    var line: UInt32 = 0
    for number in pieces.indices {
      // The first one's arrays have room for all others as long as nobody else has them.
      guard let piece = pieces[number].take(), before.allows(piece, counts) else { return nil }
      if number == 0 { joined = piece.mappings } else { joined.append(piece, after: before, line: line) }
      let (next, overflow) = line.addingReportingOverflow(piece.lineCount)
      guard !overflow, next < .max else { return nil }
      line = next
      let column = piece.lineCount == 0 ? before.column + piece.end.column : piece.end.column
      before = before + piece.end
      before.column = column
    }
    return joined
  }

  /// Appends a piece whose fields count from those before it.
  private mutating func append(_ piece: MappingPiece, after before: MappingFields, line: UInt32) {
    let added = piece.mappings
    let first = count
    for (position, number) in added.lines.enumerated() {
      begin(line: line &+ number, at: first + Int(added.lineStarts[position]))
    }
    guard added.count > 0 else { return }
    let column = UInt32(truncatingIfNeeded: before.column)
    columns.append(addingCapacity: added.count) { output in
      for position in 0..<piece.firstLineCount { output.append(added.columns[position] &+ column) }
      for position in piece.firstLineCount..<added.count { output.append(added.columns[position]) }
    }
    Self.append(added.originalLines, of: added.sources, to: &originalLines, adding: before.line)
    Self.append(added.originalColumns, of: added.sources, to: &originalColumns, adding: before.originalColumn)
    Self.append(added.sources, to: &sources, adding: before.source)
    Self.append(added.names, to: &names, adding: before.name)
  }

  /// Appends biased indexes; `none` stays.
  private static func append(_ values: [UInt32], to target: inout [UInt32], adding base: Int64) {
    let difference = UInt32(truncatingIfNeeded: base) &- MappingPiece.bias
    target.append(addingCapacity: values.count) { output in
      for value in values { output.append(value == none ? none : value &+ difference) }
    }
  }

  /// Appends biased positions; those of segments without a source stay 0.
  private static func append(_ values: [UInt32], of sources: [UInt32], to target: inout [UInt32], adding base: Int64) {
    let difference = UInt32(truncatingIfNeeded: base) &- MappingPiece.bias
    target.append(addingCapacity: values.count) { output in
      for (value, source) in zip(values, sources) { output.append(source == none ? 0 : value &+ difference) }
    }
  }
}

extension MappingFields {
  /// Returns whether all fields of a piece that follows are in their ranges. Refuses pieces of maps without sources, too.
  fileprivate func allows(_ piece: MappingPiece, _ counts: (sources: Int, names: Int)) -> Bool {
    let (low, high) = (self + piece.lowest, self + piece.highest)
    let limit = Int64(UInt32.max)
    return low.all { $0 >= 0 } && high.all { $0 < limit } && column + piece.firstLineEnd < limit
      && high.source < counts.sources && (!piece.hasNames || high.name < counts.names)
  }
}

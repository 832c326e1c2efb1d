internal import Bytes
internal import System
internal import Workers

/// Long texts: one thread for each processor decodes a piece, into the place where it stays.
extension Mappings {
  /// The length of a text in bytes from which it is divided.
  private static let longText = 1 << 20

  /// Decodes a range of a text, as `MappingDecoder` does. Throws at the first malformed segment. `pieces` is how many pieces there are, or
  /// nil to decide by length.
  init(_ text: ByteSlice, _ range: Range<Int>, sourceCount: Int, nameCount: Int, pieces: Int? = nil) throws(SourceMapError) {
    let count = pieces ?? (range.count < Self.longText ? 1 : min(Environment.processorCount, 8))
    if let joined = Self.joined(text, Self.cuts(of: text, range, count), (sourceCount, nameCount)) {
      self = joined
    } else {
      self = try MappingDecoder.decode(text, range, sourceCount: sourceCount, nameCount: nameCount)
    }
  }

  /// Divides a range into pieces of about the same length, each of which but the first begins at a `,` or `;`.
  private static func cuts(of text: ByteSlice, _ range: Range<Int>, _ count: Int) -> [Range<Int>] {
    text.withSpan { text in
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
  }

  /// Returns the segments of all pieces, or nil if one refuses or if a field leaves its range.
  private static func joined(_ text: ByteSlice, _ cuts: [Range<Int>], _ counts: (sources: Int, names: Int)) -> Mappings? {
    let sizes = Parallel.map(cuts.count, jobs: cuts.count) { number in
      text.withSpan { ByteSearch.countPieces(in: $0, cuts[number]) }
    }
    var joined = Mappings()
    let decoded = joined.words.append(parts: sizes.map { $0 * segmentWords }) { number, output in
      text.withSpan { MappingPiece.decode($0, cuts[number], bias: number == 0 ? 0 : MappingPiece.bias, to: &output) }
    }
    guard let decoded else { return nil }
    var before = MappingFields()
    var (line, first): (UInt32, Int) = (0, 0)
    for (number, piece) in decoded.enumerated() {
      guard let piece else { return nil }
      let difference = number == 0 ? before : before - MappingFields(behindColumn: UInt64(MappingPiece.bias))
      let highest = number == 0 ? piece.highest : joined.count(piece, from: first, difference)
      guard highest.isWithin(counts, hasNames: piece.hasNames) else { return nil }
      for (position, number) in piece.lines.enumerated() {
        joined.begin(line: line &+ number, at: first + Int(piece.lineStarts[position]))
      }
      let (next, overflow) = line.addingReportingOverflow(piece.lineCount)
      guard !overflow, next < .max else { return nil }
      let column = piece.lineCount == 0 ? before.column &+ piece.end.column : piece.end.column
      before = difference + piece.end
      before.column = column
      line = next
      first += piece.count
    }
    return joined
  }

  /// Makes the fields of a piece count from 0: adds what is before it to them. Returns the greatest values.
  private mutating func count(_ piece: MappingPiece, from first: Int, _ difference: MappingFields) -> MappingFields {
    var highest = MappingFields()
    highest.column = max(piece.highest.column, piece.firstLineEnd &+ difference.column)
    var words = words.mutableSpan
    for segment in first..<(first + piece.count) {
      let at = segment * Self.segmentWords
      if segment - first < piece.firstLineCount { words[at] &+= UInt32(truncatingIfNeeded: difference.column) }
      guard words[at + 1] != Self.none else { continue }
      highest.source = max(highest.source, words[at + 1].add(difference.source))
      highest.line = max(highest.line, words[at + 2].add(difference.line))
      highest.originalColumn = max(highest.originalColumn, words[at + 3].add(difference.originalColumn))
      if words[at + 4] != Self.none { highest.name = max(highest.name, words[at + 4].add(difference.name)) }
    }
    return highest
  }
}

extension UInt32 {
  /// Adds a number modulo 2^64, and returns the sum before it is cut off to a word.
  @inline(__always)
  fileprivate mutating func add(_ difference: UInt64) -> UInt64 {
    let sum = UInt64(self) &+ difference
    self = UInt32(truncatingIfNeeded: sum)
    return sum
  }
}

extension MappingFields {
  /// Returns whether these greatest values are valid in a map with these numbers of sources and names. A map without sources is refused.
  fileprivate func isWithin(_ counts: (sources: Int, names: Int), hasNames: Bool) -> Bool {
    isBelow(UInt64(Mappings.none)) && source < UInt64(counts.sources) && (!hasNames || name < UInt64(counts.names))
  }
}

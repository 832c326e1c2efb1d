internal import System

/// The mappings of one map in the order of generated positions, with one entry per segment.
struct Mappings: Sendable {
  /// The index of a source or a name that a segment does not have.
  static let none = UInt32.max
  /// The words of an entry.
  static let segmentWords = 5

  /// The generated lines that have segments, counted from 0 and rising.
  var lines: [UInt32] = []
  /// The first segment of each of `lines`.
  var lineStarts: [UInt32] = []
  /// For each segment the fields of `Segment` in their order. Columns rise within a line.
  var words: [UInt32] = []

  /// The number of segments.
  var count: Int { words.count / Self.segmentWords }

  /// One segment. Lines and columns count from 0.
  struct Segment {
    /// The generated column.
    var column: UInt32
    /// The position in the list of sources; `none` for a segment that maps to nothing.
    var source = Mappings.none
    /// The original line.
    var line: UInt32 = 0
    var originalColumn: UInt32 = 0
    /// The position in the list of names; `none` for a segment without a name.
    var name = Mappings.none
  }

  /// Appends one segment.
  @inline(__always)
  mutating func append(_ segment: Segment) {
    words.append(addingCapacity: Self.segmentWords) {
      $0.append(segment.column)
      $0.append(segment.source)
      $0.append(segment.line)
      $0.append(segment.originalColumn)
      $0.append(segment.name)
    }
  }

  /// Returns a segment by its position.
  func segment(_ position: Int) -> Segment {
    let first = position * Self.segmentWords
    return Segment(
      column: words[first], source: words[first + 1], line: words[first + 2], originalColumn: words[first + 3],
      name: words[first + 4])
  }

  /// Begins a line, unless the last one is the same. Lines must come in rising order.
  mutating func begin(line: UInt32) { begin(line: line, at: count) }

  /// Does the same for a line whose first segment will be the one at `start`.
  mutating func begin(line: UInt32, at start: Int) {
    if lines.last == line { return }
    lines.append(line)
    lineStarts.append(UInt32(truncatingIfNeeded: start))
  }

  /// Reserves memory for this many segments.
  mutating func reserve(_ count: Int) { words.reserveLargePages(count * Self.segmentWords) }

  /// Returns the segments of the line at a position of `lines`.
  func segments(ofLine position: Int) -> Range<Int> {
    let start = Int(lineStarts[position])
    return start..<(position + 1 < lineStarts.count ? Int(lineStarts[position + 1]) : count)
  }

  /// Puts the segments from `start` on into the order of their columns; those of one column keep their order.
  mutating func sortColumns(from start: Int) {
    let segments = (start..<count).map { ($0, segment($0)) }.sorted { ($0.1.column, $0.0) < ($1.1.column, $1.0) }
    words.removeLast((count - start) * Self.segmentWords)
    for (_, segment) in segments { append(segment) }
  }
}

internal import System

/// The mappings of one map as flat arrays, in the order of generated positions, with one entry per segment.
struct Mappings: Sendable {
  /// The index of a source or a name that a segment does not have.
  static let none = UInt32.max

  /// The generated lines that have segments, counted from 0 and rising.
  var lines: [UInt32] = []
  /// The first segment of each of `lines`.
  var lineStarts: [UInt32] = []
  /// Generated columns, counted from 0, rising within a line.
  var columns: [UInt32] = []
  /// Positions in the list of sources; `none` for a segment that maps to nothing.
  var sources: [UInt32] = []
  /// Original lines, counted from 0.
  var originalLines: [UInt32] = []
  /// Original columns, counted from 0.
  var originalColumns: [UInt32] = []
  /// Positions in the list of names; `none` for a segment without a name.
  var names: [UInt32] = []

  /// The number of segments.
  var count: Int { columns.count }

  /// One segment.
  struct Segment {
    var column: UInt32
    var source: UInt32
    var line: UInt32
    var originalColumn: UInt32
    var name: UInt32
  }

  /// Appends segments. A map has millions: their fields one by one take 15 percent more instructions of reading it.
  mutating func append(_ segments: [Segment]) {
    // Adding nothing to an empty array writes to the one that all threads share (Swift 6.3).
    guard !segments.isEmpty else { return }
    columns.append(addingCapacity: segments.count) { for segment in segments { $0.append(segment.column) } }
    sources.append(addingCapacity: segments.count) { for segment in segments { $0.append(segment.source) } }
    originalLines.append(addingCapacity: segments.count) { for segment in segments { $0.append(segment.line) } }
    originalColumns.append(addingCapacity: segments.count) { for segment in segments { $0.append(segment.originalColumn) } }
    names.append(addingCapacity: segments.count) { for segment in segments { $0.append(segment.name) } }
  }

  /// Appends one segment.
  @inline(__always)
  mutating func append(column: UInt32, source: UInt32, line: UInt32, originalColumn: UInt32, name: UInt32) {
    columns.append(column)
    sources.append(source)
    originalLines.append(line)
    originalColumns.append(originalColumn)
    names.append(name)
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
  mutating func reserve(_ capacity: Int) {
    columns.reserveLargePages(capacity)
    sources.reserveLargePages(capacity)
    originalLines.reserveLargePages(capacity)
    originalColumns.reserveLargePages(capacity)
    names.reserveLargePages(capacity)
  }

  /// Returns the segments of the line at a position of `lines`.
  func segments(ofLine position: Int) -> Range<Int> {
    let start = Int(lineStarts[position])
    return start..<(position + 1 < lineStarts.count ? Int(lineStarts[position + 1]) : count)
  }

  /// Puts the segments from `start` on into the order of their columns; those of one column keep their order.
  mutating func sortColumns(from start: Int) {
    let order = (start..<count).sorted { (columns[$0], $0) < (columns[$1], $1) }
    columns.replaceSubrange(start..., with: order.map { columns[$0] })
    sources.replaceSubrange(start..., with: order.map { sources[$0] })
    originalLines.replaceSubrange(start..., with: order.map { originalLines[$0] })
    originalColumns.replaceSubrange(start..., with: order.map { originalColumns[$0] })
    names.replaceSubrange(start..., with: order.map { names[$0] })
  }
}

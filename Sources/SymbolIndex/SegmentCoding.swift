/// A range of code with one innermost function and one source line. It reaches to the next segment.
package struct IndexSegment: Hashable, Sendable {
  /// The start: an image offset.
  package var start: UInt32
  /// The innermost scope + 1; 0 for none.
  package var scope: UInt32
  /// The file + 1; 0 for none.
  package var file: UInt32
  /// The line; 0 for code without one.
  package var line: UInt32
  /// The column; 0 if unknown.
  package var column: UInt32
  /// For code in a function without a line: the distance in bytes back to the nearest segment with a line and the same scope and
  /// no gap between, or 0 if there is none. The writer computes it.
  package internal(set) var back: UInt32 = 0

  /// Creates a segment.
  package init(start: UInt32, scope: UInt32 = 0, file: UInt32 = 0, line: UInt32 = 0, column: UInt32 = 0) {
    self.start = start
    self.scope = scope
    self.file = file
    self.line = line
    self.column = column
  }

  /// Whether a row of a line table covers the code. One without a line has a file.
  package var hasRow: Bool { file != 0 || line != 0 }

  /// The position in the source.
  package var row: SymbolIndex.Row { (file, line, column) }

  /// Whether nothing is known about the code.
  package var isGap: Bool { scope == 0 && file == 0 && line == 0 }
}

/// The encoding of a segment relative to the one before it in its block: a byte whose low four bits say which of scope, file,
/// line and column follow as LEB128 differences (zigzag, modulo 2^32), and whose high four bits are the distance from the start
/// of the segment before; 15 means that the distance minus 15 follows first. A segment with a scope and without a line ends with
/// `back` as LEB128. A block begins as if after a segment of zeros that starts at the start of the block.
enum SegmentCoding {
  static func encode(_ segment: IndexSegment, after last: IndexSegment, to out: inout [UInt8]) {
    let distance = segment.start &- last.start
    let scope = segment.scope &- last.scope
    let file = segment.file &- last.file
    let line = segment.line &- last.line
    let column = segment.column &- last.column
    let flags = UInt8((scope == 0 ? 0 : 1) | (file == 0 ? 0 : 2) | (line == 0 ? 0 : 4) | (column == 0 ? 0 : 8))
    out.append(flags | UInt8(min(distance, 15)) << 4)
    if distance >= 15 { out.append(uleb: distance - 15) }
    if scope != 0 { out.append(uleb: zigzag(scope)) }
    if file != 0 { out.append(uleb: zigzag(file)) }
    if line != 0 { out.append(uleb: zigzag(line)) }
    if column != 0 { out.append(uleb: zigzag(column)) }
    if segment.line == 0, segment.scope != 0 { out.append(uleb: segment.back) }
  }

  private static func zigzag(_ difference: UInt32) -> UInt32 {
    let signed = Int32(bitPattern: difference)
    return UInt32(bitPattern: (signed << 1) ^ (signed >> 31))
  }
}

/// The encoding of a scope: consecutive LEB128 numbers. The function; the distance back to the scope around it, 0 for none; and,
/// if there is one around it, the file + 1, line and column of the call.
enum ScopeCoding {
  static func encode(_ scope: SymbolIndex.Scope, number: UInt32, to out: inout [UInt8]) {
    out.append(uleb: scope.function)
    out.append(uleb: scope.parent == 0 ? 0 : number &- scope.parent)
    if scope.parent == 0 { return }
    out.append(uleb: scope.callFile)
    out.append(uleb: scope.callLine)
    out.append(uleb: scope.callColumn)
  }

  /// Returns the scope with a number, whose bytes are `(number - 1) % 8` scopes behind the cursor.
  static func decode(_ bytes: IndexCursor, number: UInt32) -> SymbolIndex.Scope {
    var bytes = bytes
    for _ in 0..<(number - 1) % UInt32(IndexLayout.scopeBlock) {
      bytes.skip(1)
      if bytes.uleb() != 0 { bytes.skip(3) }
    }
    var scope = SymbolIndex.Scope(function: bytes.uleb())
    let distance = bytes.uleb()
    if distance == 0 { return scope }
    scope.parent = distance < number ? number - distance : 0
    scope.callFile = bytes.uleb()
    scope.callLine = bytes.uleb()
    scope.callColumn = bytes.uleb()
    return scope
  }
}

/// Decodes the segments of a block from front to back. Damaged bytes yield wrong segments, but never a read outside the block.
struct SegmentDecoder {
  private var bytes: IndexCursor
  private(set) var segment: IndexSegment

  /// Starts before the first segment of a block.
  @inline(__always) init(_ bytes: IndexCursor, blockStart: UInt32) {
    self.bytes = bytes
    segment = IndexSegment(start: blockStart)
  }

  /// Decodes the next segment and returns true, unless the block ends or that segment begins behind an offset.
  @inline(__always) mutating func advance(to offset: UInt32) -> Bool {
    guard !bytes.isAtEnd else { return false }
    let head = bytes.byte()
    var distance = UInt32(head >> 4)
    if distance == 15 { distance = 15 &+ bytes.uleb() }
    guard segment.start &+ distance <= offset else { return false }
    segment.start &+= distance
    decodeRest(head)
    return true
  }

  /// Decodes what follows the start of a segment.
  @inline(__always) private mutating func decodeRest(_ head: UInt8) {
    if head & 1 != 0 { segment.scope &+= difference() }
    if head & 2 != 0 { segment.file &+= difference() }
    if head & 4 != 0 { segment.line &+= difference() }
    if head & 8 != 0 { segment.column &+= difference() }
    segment.back = segment.line == 0 && segment.scope != 0 ? bytes.uleb() : 0
  }

  @inline(__always) private mutating func difference() -> UInt32 {
    let coded = bytes.uleb()
    return (coded >> 1) ^ (0 &- (coded & 1))
  }
}

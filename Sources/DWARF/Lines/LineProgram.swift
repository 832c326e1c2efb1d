/// One line table of `.debug_line`, decoded only as far as necessary to cut its instructions into pieces (DWARF 5, 6.2.4): their
/// positions and lengths. libdw decodes their meaning; it gets one piece after the other and so needs memory for one piece only.
struct LineProgram {
  /// A part of the instructions that ends after one that emits a row, or at the end of the table.
  struct Piece {
    /// The instructions' offsets in `.debug_line`.
    let range: Range<Int>
    /// Whether the sequence of code continues after the piece.
    let isOpen: Bool
  }

  /// The range in `.debug_line` of the header, from the version to the last byte before the instructions.
  let header: Range<Int>
  /// The size of offsets in the header: 4 or 8.
  let offsetSize: Int
  /// The part of the header that defines how instructions are read: from `default_is_stmt` to the lengths of the standard ones.
  let parameters: Range<Int>
  /// `minimum_instruction_length`.
  let minimumInstructionLength: UInt8
  /// The size of the addresses in the table.
  let addressSize: Int
  /// `.debug_line`.
  let section: SectionBytes
  private let instructions: Range<Int>
  /// `opcode_base`: the first instruction that emits a row with an advance of its own.
  let firstSpecial: UInt8
  private let operandCounts: [UInt8]

  /// The usual number of rows in a piece. libdw keeps up to 4,096 rows on the stack and allocates memory for each further one.
  static let rowsInPiece = 3000
  /// A piece of this many bytes ends with its last row, whatever the number of rows: a `LibdwLineBuffer` has no room for more.
  static let longestPiece = 48 << 10
  /// The number of operands of the standard instructions 1 to 12, which libdw requires.
  private static let standardOperands: [UInt8] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]

  /// Reads the header at `offset`. Returns nil if the table is damaged or libdw has to read it as a whole.
  init?(_ section: SectionBytes, at offset: Int, addressSize: Int) {
    var cursor = SectionCursor(section, at: offset)
    var length = cursor.unsigned(size: 4)
    offsetSize = length == 0xffff_ffff ? 8 : 4
    if offsetSize == 8 { length = cursor.unsigned(size: 8) }
    guard offset >= 0, !cursor.failed, length <= UInt64(section.count - cursor.position) else { return nil }
    let start = cursor.position
    let end = start + Int(length)
    let version = cursor.unsigned(size: 2)
    guard (2...5).contains(version), addressSize == 4 || addressSize == 8 else { return nil }
    if version >= 5, cursor.unsigned(size: 1) != addressSize || cursor.unsigned(size: 1) != 0 { return nil }
    let headerLength = cursor.unsigned(size: offsetSize)
    guard !cursor.failed, cursor.position <= end, headerLength <= UInt64(end - cursor.position) else { return nil }
    instructions = cursor.position + Int(headerLength)..<end
    header = start..<instructions.lowerBound
    minimumInstructionLength = UInt8(truncatingIfNeeded: cursor.unsigned(size: 1))
    // Several operations per instruction: no current machine has that.
    if version >= 4, cursor.unsigned(size: 1) != 1 { return nil }
    let first = cursor.position
    cursor.skip(3)
    firstSpecial = UInt8(truncatingIfNeeded: cursor.unsigned(size: 1))
    guard firstSpecial > Self.standardOperands.count else { return nil }
    var counts: [UInt8] = []
    for _ in 1..<firstSpecial { counts.append(UInt8(truncatingIfNeeded: cursor.unsigned(size: 1))) }
    guard !cursor.failed, cursor.position <= header.upperBound, counts.starts(with: Self.standardOperands) else { return nil }
    parameters = first..<cursor.position
    operandCounts = counts
    self.section = section
    self.addressSize = addressSize
  }

  /// The start of the first piece.
  var start: Int { instructions.lowerBound }

  /// The end of the instructions.
  var end: Int { instructions.upperBound }

  /// The size of the instructions in bytes.
  var byteCount: Int { instructions.count }

  /// The highest address of the table's address size.
  var highestAddress: UInt64 { addressSize == 8 ? .max : UInt64(UInt32.max) }

  /// Returns whether nothing is left after a piece.
  func isLast(_ piece: Piece) -> Bool { piece.range.upperBound >= end }

  /// Returns the piece of this many rows, or of fewer long ones, that begins at `start`, or nil if it contains an instruction
  /// that libdw has to see in its place: one that is cut off, has an unusual length, adds a file, or sets what distinguishes the
  /// rows of other pieces.
  func piece(from start: Int, rows most: Int, isOpen wasOpen: Bool) -> Piece? {
    var position = start
    let limit = min(end, start + Self.longestPiece)
    var rows = 0
    var isOpen = wasOpen
    while position < limit, rows < most {
      let code = section.byte(at: position)
      position &+= 1
      if code >= firstSpecial {
        rows &+= 1
        isOpen = true
        continue
      }
      switch code {
      case 0:
        guard let (end, isEnd) = extended(at: position) else { return nil }
        position = end
        if isEnd { (rows, isOpen) = (rows &+ 1, false) }
      case 1: (rows, isOpen) = (rows &+ 1, true)
      case 9: position &+= 2
      case 12: return nil
      default:
        guard let end = endOfOperands(of: code, at: position) else { return nil }
        position = end
      }
    }
    if rows < most, position < end {
      // Instructions after the last row belong to no row in the piece. A long run of them must not grow without limit.
      return rows > 0 ? piece(from: start, rows: rows, isOpen: wasOpen) : nil
    }
    guard position <= end else { return nil }
    // Nothing continues after the table, even if its last sequence has no end: its last instructions may have emitted no row.
    return Piece(range: start..<position, isOpen: isOpen && position < end)
  }

  /// Returns the end of the operands of a standard instruction.
  @inline(__always)
  func endOfOperands(of code: UInt8, at start: Int) -> Int? {
    var position = start
    for _ in 0..<operandCounts[Int(code) &- 1] {
      guard let end = endOfNumber(at: position) else { return nil }
      position = end
    }
    return position
  }

  /// Returns the end of an extended instruction whose length is at `position`, and whether it ends a sequence.
  @inline(__always)
  func extended(at position: Int) -> (end: Int, endsSequence: Bool)? {
    guard position &+ 1 < instructions.upperBound else { return nil }
    let length = Int(section.byte(at: position))
    let end = position &+ 1 &+ length
    guard length > 0, length < 0x80, end <= instructions.upperBound else { return nil }
    switch section.byte(at: position &+ 1) {
    case 1: return length == 1 ? (end, true) : nil
    case 2: return length == 1 + addressSize ? (end, false) : nil
    case 3: return nil
    case 4: return endOfNumber(at: position &+ 2) == end ? (end, false) : nil
    default: return (end, false)
    }
  }

  /// Returns the end of a LEB128 number of usual length.
  @inline(__always) func endOfNumber(at start: Int) -> Int? {
    var position = start
    while position < instructions.upperBound, position &- start < 9 {
      if section.byte(at: position) < 0x80 { return position &+ 1 }
      position &+= 1
    }
    return nil
  }
}

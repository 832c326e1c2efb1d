/// Decodes the line program of one unit (DWARF 5, 6.2.5) into the rows of a `LineTable`.
///
/// Rows come out as the program makes them, sequence after sequence. The last row of a sequence is its end; a sequence that is cut
/// off ends with its last row.
struct LineProgram {
  private let header: LineHeader
  private var cursor: SectionCursor
  private var table = LineTable()
  private var files: [LineFiles.Entry] = []

  // The state machine.
  private var address: UInt64 = 0
  private var operation: UInt64 = 0
  private var row = LineTable.Row(file: 1, line: 1, column: 0, endsSequence: false)
  /// Where the rows of the sequence that is being read begin.
  private var sequenceStart = 0

  /// What a line table says.
  struct Result {
    let table: LineTable
    let files: LineFiles
    /// Whether all of the program was read: a damaged one ends early.
    let isComplete: Bool
  }

  /// The rows and the file list of the unit whose line table begins at `offset` of `.debug_line`; nil when its header is damaged or
  /// of an unknown version.
  static func decode(at offset: Int, of context: UnitContext) -> Result? {
    var cursor = SectionCursor(context.line, at: offset)
    guard let header = LineHeader(&cursor) else { return nil }
    let lists = header.fileLists(&cursor, context)
    cursor = SectionCursor(context.line, at: header.programStart, limit: header.end)
    var program = LineProgram(header, cursor)
    program.run(context)
    let files = LineFiles(directories: lists.directories, entries: lists.files + program.files, context: context)
    program.table.sort()
    return Result(table: program.table, files: files, isComplete: !program.cursor.failed)
  }

  private init(_ header: LineHeader, _ cursor: SectionCursor) {
    self.header = header
    self.cursor = cursor
  }

  private mutating func run(_ context: UnitContext) {
    table.reserve((cursor.limit - cursor.position) / 4)
    let base = UInt64(header.opcodeBase)
    // A special opcode adds to address and line at once: both are looked up.
    let advances = header.specialOpcodes
    while !cursor.isAtEnd {
      let opcode = cursor.unsigned(size: 1)
      if opcode >= base {
        let (operations, lines) = advances[Int(truncatingIfNeeded: opcode)]
        advance(by: UInt64(operations))
        row.line = row.line &+ UInt32(bitPattern: lines)
        table.append(address: address, row: row)
      } else if opcode == 0 {
        runExtended(context)
      } else {
        runStandard(opcode, constantAdvance: UInt64(advances[255].operations))
      }
    }
    endSequence(context)
  }

  @inline(__always) private mutating func advance(by operations: UInt64) {
    if header.operationsPerInstruction <= 1 {
      address = address &+ operations &* header.instructionLength
    } else {
      let sum = operation &+ operations
      address = address &+ header.instructionLength &* (sum / header.operationsPerInstruction)
      operation = sum % header.operationsPerInstruction
    }
  }

  @inline(__always) private mutating func runStandard(_ opcode: UInt64, constantAdvance: UInt64) {
    switch opcode {  // DW_LNS_*, table 7.25
    case 1: table.append(address: address, row: row)
    case 2: advance(by: cursor.uleb())
    case 3: row.line = row.line &+ UInt32(truncatingIfNeeded: cursor.sleb())
    case 4: row.file = UInt32(truncatingIfNeeded: cursor.uleb())
    case 5: row.column = UInt32(truncatingIfNeeded: cursor.uleb())
    case 6, 7, 10, 11: break
    case 8: advance(by: constantAdvance)
    case 9:
      address = address &+ cursor.unsigned(size: 2)
      operation = 0
    default:
      for _ in 0..<header.operandCount(of: opcode) { cursor.skipLEB() }
    }
  }

  private mutating func runExtended(_ context: UnitContext) {
    let length = cursor.uleb()
    let start = cursor.position
    guard length > 0, length <= UInt64(truncatingIfNeeded: cursor.limit - start) else { return cursor.skip(length) }
    let end = start + Int(truncatingIfNeeded: length)
    switch cursor.unsigned(size: 1) {  // DW_LNE_*, table 7.26
    case 1:
      row.endsSequence = true
      table.append(address: address, row: row)
      endSequence(context)
    case 2:
      address = cursor.unsigned(size: end - cursor.position)
      operation = 0
    case 3:
      let name = cursor.position
      cursor.skipText()
      files.append(.init(name: .inlineText(name), directory: Int(clamping: cursor.uleb())))
    default: break
    }
    cursor.position = end
  }

  /// Starts the next sequence. Sequences of functions that the linker dropped, which lie where no code is, are taken out again.
  private mutating func endSequence(_ context: UnitContext) {
    table.endSequence(from: sequenceStart) { context.isCode(low: $0, high: .max) }
    sequenceStart = table.addresses.count
    address = 0
    operation = 0
    row = LineTable.Row(file: 1, line: 1, column: 0, endsSequence: false)
  }
}

/// The header of a line table (DWARF 5, 6.2.4), up to the lists of directories and files.
struct LineHeader {
  /// The version and sizes that the forms in the header depend on.
  let encoding: UnitEncoding
  /// The exclusive end of the table in `.debug_line`.
  let end: Int
  /// Where the program begins in `.debug_line`.
  let programStart: Int
  let instructionLength: UInt64
  let operationsPerInstruction: UInt64
  let opcodeBase: UInt8
  private let lineBase: Int8
  private let lineRange: UInt8
  private let operandCounts: [UInt8]

  /// Reads a header; nil when it is damaged or of an unknown version.
  init?(_ cursor: inout SectionCursor) {
    var length = cursor.unsigned(size: 4)
    let isWide = length == 0xffff_ffff
    if isWide { length = cursor.unsigned(size: 8) }
    guard !cursor.failed, length <= UInt64(truncatingIfNeeded: cursor.limit - cursor.position) else { return nil }
    end = cursor.position + Int(truncatingIfNeeded: length)
    let version = UInt16(truncatingIfNeeded: cursor.unsigned(size: 2))
    guard version >= 2, version <= 5 else { return nil }
    let addressSize = version >= 5 ? UInt8(truncatingIfNeeded: cursor.unsigned(size: 1)) : 8
    if version >= 5 { cursor.skip(1) }
    encoding = UnitEncoding(version: version, addressSize: addressSize, offsetSize: isWide ? 8 : 4)
    let headerLength = cursor.unsigned(size: isWide ? 8 : 4)
    guard headerLength <= UInt64(truncatingIfNeeded: max(0, end - cursor.position)) else { return nil }
    programStart = cursor.position + Int(truncatingIfNeeded: headerLength)
    instructionLength = cursor.unsigned(size: 1)
    operationsPerInstruction = version >= 4 ? cursor.unsigned(size: 1) : 1
    cursor.skip(1)  // default_is_stmt
    lineBase = Int8(bitPattern: UInt8(truncatingIfNeeded: cursor.unsigned(size: 1)))
    lineRange = UInt8(truncatingIfNeeded: cursor.unsigned(size: 1))
    opcodeBase = UInt8(truncatingIfNeeded: cursor.unsigned(size: 1))
    var counts: [UInt8] = [0]
    for _ in 1..<max(1, opcodeBase) { counts.append(UInt8(truncatingIfNeeded: cursor.unsigned(size: 1))) }
    operandCounts = counts
    guard !cursor.failed, lineRange > 0, opcodeBase > 0 else { return nil }
  }

  /// How many LEB128 operands an opcode has that this decoder does not know.
  func operandCount(of opcode: UInt64) -> Int { opcode < UInt64(operandCounts.count) ? Int(operandCounts[Int(opcode)]) : 0 }

  /// What each special opcode adds to the operation index and to the line; of use from `opcodeBase` on, and at 255 for
  /// `DW_LNS_const_add_pc`.
  var specialOpcodes: [(operations: UInt8, lines: Int32)] {
    (0..<256).map { opcode in
      let adjusted = max(0, opcode - Int(opcodeBase))
      return (UInt8(adjusted / Int(lineRange)), Int32(lineBase) + Int32(adjusted % Int(lineRange)))
    }
  }

  /// The lists behind the header. Positions of both are those that the program uses: before DWARF 5 the first directory is the
  /// compilation directory, which is not listed, and the first file has no name.
  func fileLists(_ cursor: inout SectionCursor, _ context: UnitContext) -> (
    directories: [AttributeValue], files: [LineFiles.Entry]
  ) {
    if encoding.version >= 5 {
      let directories = entries5(&cursor).map(\.name)
      return (directories, entries5(&cursor))
    }
    var directories: [AttributeValue] = [.other]
    while !cursor.isAtEnd, let name = listedName(&cursor) { directories.append(name) }
    var files = [LineFiles.Entry(name: .other, directory: 0)]
    while !cursor.isAtEnd, let name = listedName(&cursor) {
      files.append(.init(name: name, directory: Int(clamping: cursor.uleb())))
      cursor.skipLEB()
      cursor.skipLEB()
    }
    return (directories, files)
  }

  /// The next name of a list that an empty name ends.
  private func listedName(_ cursor: inout SectionCursor) -> AttributeValue? {
    let start = cursor.position
    cursor.skipText()
    return cursor.failed || cursor.position == start + 1 ? nil : .inlineText(start)
  }

  /// A list of DWARF 5, which describes the form of its own entries.
  private func entries5(_ cursor: inout SectionCursor) -> [LineFiles.Entry] {
    var formats: [(content: UInt64, form: UInt16)] = []
    for _ in 0..<cursor.unsigned(size: 1) {
      let content = cursor.uleb()
      formats.append((content, UInt16(truncatingIfNeeded: cursor.uleb())))
    }
    let count = cursor.uleb()
    // Every entry takes a byte at least, unless it has no contents, which helps nobody.
    guard !formats.isEmpty, count <= UInt64(truncatingIfNeeded: cursor.limit - cursor.position) else { return [] }
    var entries: [LineFiles.Entry] = []
    entries.reserveCapacity(Int(truncatingIfNeeded: count))
    for _ in 0..<count {
      var entry = LineFiles.Entry(name: .other, directory: 0)
      for format in formats {
        let value = cursor.value(format.form, constant: 0, encoding: encoding, unitOffset: 0)
        switch format.content {  // DW_LNCT_*, table 7.27
        case 1: entry.name = value
        case 2: entry.directory = value.number.map { Int(clamping: $0) } ?? 0
        default: break
        }
      }
      if cursor.failed { break }
      entries.append(entry)
    }
    return entries
  }
}

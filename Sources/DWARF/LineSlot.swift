/// Memory in front of mapped sections in which line tables are put together for libdw: each as a unit of its own, with nothing but a
/// line table, in an ELF image that reaches from here to the end of the sections. Used by one thread at a time.
///
/// It has two parts, as the rows and the files of a table are asked for at different times: the first for pieces of instructions,
/// the second for headers.
@safe final class LineSlot {
  /// The size of all of it, in bytes.
  static let size = 512 << 10
  private static let pieceSize = 192 << 10
  /// Where the tables begin in each part.
  private static let tableStart = 8192
  /// Where the unit begins in each part, and where its abbreviations begin before it.
  private static let unitStart = 2048
  private static let abbreviationStart = 2048 - abbreviations.count
  /// Two kinds of unit: `DW_AT_stmt_list`, and the same with `DW_AT_comp_dir`.
  private static let abbreviations: [UInt8] = [1, 0x11, 0, 0x10, 0x17, 0, 0, 2, 0x11, 0, 0x10, 0x17, 0x1b, 0x08, 0, 0, 0]

  /// A file of a table: an absolute name, its directory, time and size.
  private static let fileName: [UInt8] = [0x2f, 0, 0, 0, 0]

  /// The registers behind the last row of a piece, from which the next one goes on.
  struct Registers {
    var address: UInt64
    var file: UInt64
    var line: Int64
    var column: UInt64
  }

  private let sections: DebugSections
  private let number: Int
  private let memory: UnsafeMutableRawBufferPointer
  private let isBigEndian: Bool
  /// The size of addresses that the head of the first part was written for; 0 for none.
  private var pieceAddressSize = 0
  private let strings: [DebugHead.Entry]

  /// Works in `memory`, the slot of that number. `strings` are the sections that headers refer to, counted from the first byte of the
  /// slot.
  @unsafe init(
    _ sections: DebugSections, number: Int, memory: UnsafeMutableRawBufferPointer, strings: [DebugHead.Entry], isBigEndian: Bool
  ) {
    self.sections = sections
    self.number = number
    unsafe self.memory = unsafe memory
    self.strings = strings
    self.isBigEndian = isBigEndian
  }

  deinit { sections.giveBack(slot: number) }

  /// libdw on one piece. `registers` are those that an open piece before it left. Behind the piece comes a row that tells the
  /// registers, marked by instruction set 1, when the piece is open; and always an end of sequence at the highest address, because libdw
  /// takes the last row of a table for one.
  ///
  /// libdw tells the file of a row only where the table lists it: `files` of them stand there, all with the same short name.
  func open(_ piece: LineProgram.Piece, of program: LineProgram, files: Int, after registers: Registers?) -> LibdwHandle? {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<Self.pieceSize])
    var out = unsafe SlotWriter(part, at: Self.tableStart, isBigEndian: isBigEndian)
    out.put(0, size: 4)
    out.put(4, size: 2)
    out.put(UInt64(program.parameters.count + 4 + Self.fileName.count * files), size: 4)
    out.put(UInt64(program.unit), size: 1)
    out.put(1, size: 1)
    out.put(program.section, program.parameters)
    out.put(0, size: 1)
    for _ in 0..<files { for byte in Self.fileName { out.put(UInt64(byte), size: 1) } }
    out.put(0, size: 1)
    if let registers { Self.put(registers, addressSize: program.addressSize, to: &out) }
    out.put(program.section, piece.range)
    if piece.isOpen { for byte: UInt64 in [12, 1, 1] { out.put(byte, size: 1) } }
    Self.put(address: .max, size: program.addressSize, to: &out)
    for byte: UInt64 in [0, 1, 1] { out.put(byte, size: 1) }
    out.patch(UInt64(out.position - Self.tableStart - 4), size: 4, at: Self.tableStart)
    guard !out.failed else { return nil }
    if pieceAddressSize != program.addressSize {
      pieceAddressSize = program.addressSize
      let table = DebugHead.Entry(name: "line", range: Self.tableStart..<Self.pieceSize)
      guard unsafe writeHead(part, [table], addressSize: program.addressSize, directory: nil) else { return nil }
    }
    return unsafe LibdwHandle(part, keeping: self)
  }

  /// Instructions that set the registers.
  private static func put(_ registers: Registers, addressSize: Int, to out: inout SlotWriter) {
    put(address: registers.address, size: addressSize, to: &out)
    out.put(4, size: 1)
    out.put(uleb: registers.file)
    out.put(3, size: 1)
    out.put(sleb: registers.line - 1)
    out.put(5, size: 1)
    out.put(uleb: registers.column)
  }

  /// The instruction that sets the address.
  private static func put(address: UInt64, size: Int, to out: inout SlotWriter) {
    for byte in [0, UInt64(size + 1), 2] { out.put(byte, size: 1) }
    out.put(address, size: size)
  }

  /// libdw on a header without instructions, for the list of files.
  func open(headerOf program: LineProgram, directory: String?) -> LibdwHandle? {
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[Self.pieceSize..<Self.size])
    var out = unsafe SlotWriter(part, at: Self.tableStart, isBigEndian: isBigEndian)
    if program.offsetSize == 8 { out.put(0xffff_ffff, size: 4) }
    out.put(UInt64(program.header.count), size: program.offsetSize)
    out.put(program.section, program.header)
    guard !out.failed else { return nil }
    let table = DebugHead.Entry(name: "line", range: Self.tableStart..<out.position)
    let others = strings.map { $0.moved(by: -Self.pieceSize) }
    guard unsafe writeHead(part, [table] + others, addressSize: program.addressSize, directory: directory) else { return nil }
    let end = others.map(\.range.upperBound).max() ?? out.position
    return unsafe LibdwHandle(UnsafeMutableRawBufferPointer(start: part.baseAddress, count: end), keeping: self)
  }

  /// Writes the ELF head and the unit; false when there is no room for them.
  @unsafe private func writeHead(
    _ part: UnsafeMutableRawBufferPointer, _ tables: [DebugHead.Entry], addressSize: Int, directory: String?
  ) -> Bool {
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: part[..<Self.tableStart])
    var out = unsafe SlotWriter(room, at: Self.abbreviationStart, isBigEndian: isBigEndian)
    for byte in Self.abbreviations { out.put(UInt64(byte), size: 1) }
    out.put(0, size: 4)
    out.put(4, size: 2)
    out.put(0, size: 4)
    out.put(UInt64(addressSize), size: 1)
    out.put(directory == nil ? 1 : 2, size: 1)
    out.put(0, size: 4)
    if let directory { for byte in directory.utf8 + [0] { out.put(UInt64(byte), size: 1) } }
    out.patch(UInt64(out.position - Self.unitStart - 4), size: 4, at: Self.unitStart)
    let entries =
      [
        DebugHead.Entry(name: "info", range: Self.unitStart..<out.position),
        .init(name: "abbrev", range: Self.abbreviationStart..<Self.unitStart),
      ] + tables
    let head = DebugHead(entries: entries, isBigEndian: isBigEndian).bytes
    guard !out.failed, head.count <= Self.abbreviationStart else { return false }
    unsafe part.copyBytes(from: head)
    return true
  }
}

/// Memory in front of mapped sections in which line tables are assembled for libdw: pieces of instructions, to get their rows,
/// and headers without instructions, to get the lists of files. Used by one thread at a time.
@safe final class LibdwLineBuffer {
  /// The part of a slot for pieces; headers use the rest.
  private static let pieceSize = 192 << 10

  /// The registers after the last row of a piece, which the next piece starts with.
  struct Registers {
    var address: UInt64
    var file: UInt64
    var line: Int64
    var column: UInt64
  }

  private struct HeaderKey: Hashable {
    var offset: Int
    var directory: String?
  }

  private let sections: DebugSections
  private let number: Int
  private let pieces: LineImage
  private let headers: LineImage
  /// libdw reads a list of files once for each unit: without these, the index of a C++ file takes 33 percent more instructions.
  private var headerUnits: [HeaderKey: LineImage.Unit] = [:]
  private var headersEnd = 0

  /// An entry of a file table: an absolute name, its directory, time and size.
  private static let fileName: [UInt8] = [0x2f, 0, 0, 0, 0]

  /// Takes memory of `sections`, and gives it back on release. Returns nil if all of it is in use.
  init?(_ sections: DebugSections) {
    guard let slot = sections.takeSlot() else { return nil }
    self.sections = sections
    number = slot.number
    pieces = unsafe LineImage(
      UnsafeMutableRawBufferPointer(rebasing: slot.memory[..<Self.pieceSize]), [], isBigEndian: slot.isBigEndian,
      keeping: sections)
    headers = unsafe LineImage(
      UnsafeMutableRawBufferPointer(rebasing: slot.memory[Self.pieceSize...]), slot.strings.map { $0.moved(by: -Self.pieceSize) },
      isBigEndian: slot.isBigEndian, keeping: sections)
  }

  deinit {
    pieces.removeAll()
    headers.removeAll()
    sections.giveBack(slot: number)
  }

  /// Returns a unit with one piece, whose rows are valid until the next call. `registers` are those after the open piece before
  /// it. An open piece is followed by a row that gives the registers, marked by instruction set 1; every piece is followed by an
  /// end of sequence at the highest address, because libdw takes the last row of a table for one.
  ///
  /// libdw reports the file of a row only if the table lists it: `files` of them are there, all with the same short name.
  func unit(
    with piece: LineProgram.Piece, of program: LineProgram, files: Int, after registers: Registers?
  ) -> LineImage.Unit? {
    unit(of: program, files: files) { out in
      if let registers { Self.put(registers, addressSize: program.addressSize, to: &out) }
      out.put(program.section, piece.range)
      if piece.isOpen { for byte: UInt64 in [12, 1, 1] { out.put(byte, size: 1) } }
    }
  }

  /// Returns a unit with blocks, whose rows are valid until the next call. Each is a sequence by itself, which begins with the registers
  /// before it and ends where the next row was.
  func unit(with blocks: ArraySlice<LineBlocks.Block>, of program: LineProgram, files: Int) -> LineImage.Unit? {
    unit(of: program, files: files) { out in
      for block in blocks {
        if let registers = block.registers { Self.put(registers, addressSize: program.addressSize, to: &out) }
        out.put(program.section, block.range)
        if let next = block.next { Self.put(endAt: next, addressSize: program.addressSize, to: &out) }
      }
    }
  }

  private func unit(of program: LineProgram, files: Int, _ instructions: (inout SlotWriter) -> Void) -> LineImage.Unit? {
    guard files < Self.pieceSize / Self.fileName.count else { return nil }
    // libdw keeps the rows of a piece until its handle is closed.
    pieces.removeAll()
    var out = pieces.tableWriter(at: 0)
    let start = out.position
    out.put(0, size: 4)
    out.put(4, size: 2)
    out.put(UInt64(program.parameters.count + 4 + Self.fileName.count * files), size: 4)
    out.put(UInt64(program.minimumInstructionLength), size: 1)
    out.put(1, size: 1)
    out.put(program.section, program.parameters)
    out.put(0, size: 1)
    for _ in 0..<files { for byte in Self.fileName { out.put(UInt64(byte), size: 1) } }
    out.put(0, size: 1)
    instructions(&out)
    Self.put(endAt: .max, addressSize: program.addressSize, to: &out)
    guard !out.failed else { return nil }
    out.patch(UInt64(out.position - start - 4), size: 4, at: start)
    return pieces.addUnit(tableAt: 0, addressSize: program.addressSize)
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

  /// Instructions that end a sequence at an address.
  private static func put(endAt address: UInt64, addressSize: Int, to out: inout SlotWriter) {
    put(address: address, size: addressSize, to: &out)
    for byte: UInt64 in [0, 1, 1] { out.put(byte, size: 1) }
  }

  /// The instruction that sets the address.
  private static func put(address: UInt64, size: Int, to out: inout SlotWriter) {
    for byte in [0, UInt64(size + 1), 2] { out.put(byte, size: 1) }
    out.put(address, size: size)
  }

  /// Returns a unit whose table is a header without instructions, for the list of files; valid until the next call.
  func unit(withHeaderOf program: LineProgram, directory: String?) -> LineImage.Unit? {
    let key = HeaderKey(offset: program.start, directory: directory)
    if let known = headerUnits[key] { return known }
    var out = headers.tableWriter(at: headersEnd)
    let start = out.position
    if program.offsetSize == 8 { out.put(0xffff_ffff, size: 4) }
    out.put(UInt64(program.header.count), size: program.offsetSize)
    out.put(program.section, program.header)
    if !out.failed, let unit = headers.addUnit(tableAt: headersEnd, addressSize: program.addressSize, directory: directory) {
      headersEnd += out.position - start
      headerUnits[key] = unit
      return unit
    }
    guard headersEnd > 0 else { return nil }
    headers.removeAll()
    headerUnits = [:]
    headersEnd = 0
    return unit(withHeaderOf: program, directory: directory)
  }
}

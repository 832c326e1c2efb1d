/// Follows the registers of the instructions of a line table (DWARF 5, 6.2.2) from row to row, as far as `LibdwLineBuffer` sets them before a
/// piece.
///
/// Everything that is usual is in one loop without calls, and each instruction reads its own number: 100 addresses of DuckDB take 1.13
/// billion instructions of the processor if one function applies every instruction and another one reads its number, and 0.67 like this. A row
/// and the 2.4 instructions before it take 105.
struct LineMachine {
  /// Why the machine stopped.
  enum Stop {
    /// An instruction emitted a row.
    case row
    /// An instruction emitted the row that ends a sequence.
    case endOfSequence
    /// No row was left.
    case endOfTable
    /// libdw has to see the next instruction in its place, as `LineProgram.piece` does.
    case unusual
  }

  /// The registers and where the next instruction is.
  struct State {
    /// The offset in `.debug_line` of the next instruction, never negative; past the end of the table if its last one is cut off.
    fileprivate(set) var position: Int
    fileprivate(set) var address: UInt64 = 0
    fileprivate var file: UInt64 = 1
    /// libdw counts lines with 32 bits.
    fileprivate var line: UInt32 = 1
    fileprivate var column: UInt64 = 0

    /// The start of a sequence.
    @inline(__always) init(at position: Int) { self.position = position }

    /// All registers.
    var registers: LibdwLineBuffer.Registers {
      .init(address: address, file: file, line: Int64(Int32(bitPattern: line)), column: column)
    }
  }

  /// By how much a special instruction advances the address and the line.
  fileprivate struct Advance {
    let address: UInt16
    let line: Int16
  }

  private let program: LineProgram
  private let section: SectionBytes
  private let end: Int
  private let firstSpecial: UInt8
  private let minimumLength: UInt64
  /// For each instruction.
  private let advances: [Advance]

  /// Prepares to follow a table. Returns nil if its header does not say how.
  init?(_ program: LineProgram) {
    (self.program, section, end, firstSpecial) = (program, program.section, program.end, program.firstSpecial)
    precondition(program.start >= 0 && end <= section.count)
    let base = Int(Int8(bitPattern: section.byte(at: program.parameters.lowerBound + 1)))
    let range = Int(section.byte(at: program.parameters.lowerBound + 2))
    guard range > 0 else { return nil }
    let (first, length) = (Int(program.firstSpecial), Int(program.minimumInstructionLength))
    minimumLength = UInt64(length)
    advances = (0..<256).map { code in
      let number = max(0, code - first)
      return Advance(address: UInt16(number / range * length), line: Int16(base + number % range))
    }
  }

  /// The state before the first instruction of the table.
  var start: State { State(at: program.start) }

  /// Follows the instructions to the next row.
  @inline(__always)
  func next(_ state: inout State) -> Stop {
    while state.position < end {
      let code = unsafe section.uncheckedByte(at: state.position)
      state.position &+= 1
      if code >= firstSpecial {
        let advance = advances[Int(code)]
        state.address &+= UInt64(advance.address)
        state.line &+= UInt32(bitPattern: Int32(advance.line))
        return .row
      }
      switch code {
      case 1: return .row
      case 2:
        guard let number = unsigned(at: &state.position) else { return .unusual }
        state.address &+= number &* minimumLength
      case 3:
        guard let number = signed(at: &state.position) else { return .unusual }
        state.line &+= UInt32(truncatingIfNeeded: number)
      case 4:
        guard let number = unsigned(at: &state.position) else { return .unusual }
        state.file = number
      case 5:
        guard let number = unsigned(at: &state.position) else { return .unusual }
        state.column = number
      case 6, 7, 10, 11: break
      case 8: state.address &+= UInt64(advances[255].address)
      case 9:
        state.address &+= section.unsigned(at: state.position, size: 2)
        state.position &+= 2
      case 0:
        guard let (end, endsSequence) = program.extended(at: state.position) else { return .unusual }
        if section.byte(at: state.position &+ 1) == 2 {
          state.address = section.unsigned(at: state.position &+ 2, size: program.addressSize)
        }
        state.position = end
        if endsSequence { return .endOfSequence }
      case 12: return .unusual
      default:
        guard let end = program.endOfOperands(of: code, at: state.position) else { return .unusual }
        state.position = end
      }
    }
    return .endOfTable
  }

  /// Returns whether the next row has the address of the row before it.
  @inline(never)
  func staysAtAddress(_ state: State) -> Bool {
    var next = state
    let stop = self.next(&next)
    return (stop == .row || stop == .endOfSequence) && next.address == state.address
  }

  /// Reads a LEB128 number, of one or two bytes as a rule. Returns nil if it is cut off or has more than nine.
  @inline(__always)
  private func unsigned(at position: inout Int) -> UInt64? {
    guard position < end else { return nil }
    let first = unsafe section.uncheckedByte(at: position)
    if first < 0x80 {
      position &+= 1
      return UInt64(first)
    }
    guard position &+ 1 < end else { return nil }
    let second = unsafe section.uncheckedByte(at: position &+ 1)
    if second < 0x80 {
      position &+= 2
      return UInt64(first & 0x7f) | UInt64(second) << 7
    }
    guard let long = longNumber(at: position) else { return nil }
    position = long.end
    return long.bits
  }

  /// The same for a signed number.
  @inline(__always)
  private func signed(at position: inout Int) -> Int64? {
    guard position < end else { return nil }
    let first = unsafe section.uncheckedByte(at: position)
    if first < 0x80 {
      position &+= 1
      return Int64(Int8(bitPattern: first &<< 1) &>> 1)
    }
    guard position &+ 1 < end else { return nil }
    let second = unsafe section.uncheckedByte(at: position &+ 1)
    if second < 0x80 {
      position &+= 2
      return Int64(Int16(bitPattern: UInt16(first & 0x7f) &<< 2 | UInt16(second) &<< 9) &>> 2)
    }
    guard let long = longNumber(at: position) else { return nil }
    defer { position = long.end }
    let unused = Int64(64 - 7 * (long.end - position))
    return (Int64(bitPattern: long.bits) &<< unused) &>> unused
  }

  /// Reads a number of any length, without its sign.
  @inline(never)
  private func longNumber(at start: Int) -> (bits: UInt64, end: Int)? {
    var (position, bits, shift) = (start, UInt64(0), UInt64(0))
    while position < end, shift < 63 {
      let byte = unsafe section.uncheckedByte(at: position)
      position &+= 1
      bits |= UInt64(byte & 0x7f) &<< shift
      shift &+= 7
      if byte < 0x80 { return (bits, position) }
    }
    return nil
  }
}

/// Follows the registers of the instructions of a line table (DWARF 5, 6.2.2), as far as `LibdwLineBuffer` sets them before a piece.
struct LineMachine {
  /// What one instruction did.
  struct Step {
    /// The offset after it.
    let end: Int
    var emitsRow = false
    var endsSequence = false
  }

  /// The registers at the start of a sequence.
  static let start = LibdwLineBuffer.Registers(address: 0, file: 1, line: 1, column: 0)

  private let program: LineProgram
  private let section: SectionBytes
  /// By how much each special instruction advances the address and the line.
  private let advances: [(address: UInt64, line: Int64)]

  /// Prepares to follow a table. Returns nil if its header does not say how.
  init?(_ program: LineProgram) {
    (self.program, section) = (program, program.section)
    let base = Int64(Int8(bitPattern: section.byte(at: program.parameters.lowerBound + 1)))
    let range = Int(section.byte(at: program.parameters.lowerBound + 2))
    guard range > 0 else { return nil }
    let (first, length) = (Int(program.firstSpecial), UInt64(program.minimumInstructionLength))
    advances = (0..<256).map { code in
      let number = max(0, code - first)
      return (UInt64(number / range) &* length, base + Int64(number % range))
    }
  }

  /// Follows the instruction at an offset before the end of the table. Returns nil if libdw has to see it in its place, as `LineProgram.piece` does.
  @inline(__always)
  func step(at start: Int, _ registers: inout LibdwLineBuffer.Registers) -> Step? {
    precondition(start >= 0 && start < program.end)
    let code = unsafe section.uncheckedByte(at: start)
    guard code >= program.firstSpecial else { return standard(code, at: start &+ 1, &registers) }
    let advance = advances[Int(code)]
    registers.address &+= advance.address
    Self.advance(&registers.line, by: advance.line)
    return Step(end: start &+ 1, emitsRow: true)
  }

  private func standard(_ code: UInt8, at position: Int, _ registers: inout LibdwLineBuffer.Registers) -> Step? {
    switch code {
    case 0:
      guard let extended = program.extended(at: position) else { return nil }
      if section.byte(at: position &+ 1) == 2 {
        registers.address = section.unsigned(at: position &+ 2, size: program.addressSize)
      }
      return Step(end: extended.end, emitsRow: extended.endsSequence, endsSequence: extended.endsSequence)
    case 1: return Step(end: position, emitsRow: true)
    case 2, 3, 4, 5:
      let byte = section.byte(at: position)
      if byte < 0x80, position < program.end {
        // Nearly all numbers have one byte.
        apply(code, UInt64(byte), signed: Int64(byte & 0x3f) &- Int64(byte & 0x40), &registers)
        return Step(end: position &+ 1)
      }
      guard let end = program.endOfNumber(at: position) else { return nil }
      let bits = number(position..<end)
      apply(code, bits, signed: signed(bits, position..<end), &registers)
      return Step(end: end)
    case 8:
      registers.address &+= advances[255].address
      return Step(end: position)
    case 9:
      registers.address &+= section.unsigned(at: position, size: 2)
      return Step(end: position &+ 2)
    case 12: return nil
    default: return program.endOfOperands(of: code, at: position).map { Step(end: $0) }
    }
  }

  /// Applies an instruction with one number, given as an unsigned and as a signed one.
  @inline(__always)
  private func apply(_ code: UInt8, _ bits: UInt64, signed: Int64, _ registers: inout LibdwLineBuffer.Registers) {
    switch code {
    case 2: registers.address &+= bits &* UInt64(program.minimumInstructionLength)
    case 3: Self.advance(&registers.line, by: signed)
    case 4: registers.file = bits
    default: registers.column = bits
    }
  }

  /// libdw counts lines with 32 bits.
  @inline(__always)
  private static func advance(_ line: inout Int64, by number: Int64) {
    line = Int64(Int32(truncatingIfNeeded: line &+ number))
  }

  /// The bits of a LEB128 number of at most nine bytes.
  private func number(_ range: Range<Int>) -> UInt64 {
    var value: UInt64 = 0
    for position in range {
      value |= UInt64(section.byte(at: position) & 0x7f) << UInt64(7 &* (position &- range.lowerBound))
    }
    return value
  }

  private func signed(_ bits: UInt64, _ range: Range<Int>) -> Int64 {
    let isNegative = section.byte(at: range.upperBound &- 1) & 0x40 != 0
    return Int64(bitPattern: isNegative ? bits | UInt64.max << UInt64(7 &* range.count) : bits)
  }
}

/// The rows that cover no address because their sequence ends where they begin. Optimizing compilers write them, and the next sequence often
/// begins at the same address. libdw sorts the rows of all sequences by address, so that such a row would answer for code of
/// another function.
struct EmptyRows {
  /// The registers of the rows, in the order of the table.
  private(set) var all: [LibdwLineBuffer.Registers] = []

  /// Where rows can be read again from: an offset in `.debug_line` between two instructions, and the registers there.
  private struct Place {
    var offset: Int
    var registers = LineMachine.start
  }

  private let machine: LineMachine
  /// The place after the last row, and the one before the first row of its address.
  private var last: Place
  private var first: Place

  /// Prepares for the rows of a table.
  init(_ program: LineProgram, _ machine: LineMachine) {
    self.machine = machine
    last = Place(offset: program.start)
    first = last
  }

  /// Finds the rows of a whole table. Returns nil if it has something unusual, as `LineProgram.piece` does.
  init?(_ program: LineProgram) {
    guard let machine = LineMachine(program) else { return nil }
    self.init(program, machine)
    var position = program.start
    var registers = LineMachine.start
    while position < program.end {
      guard let step = machine.step(at: position, &registers) else { return nil }
      position = step.end
      guard step.emitsRow else { continue }
      add(registers, endsSequence: step.endsSequence, before: position)
      if step.endsSequence { registers = LineMachine.start }
    }
  }

  /// Takes the next row of the table: its registers, and the offset after its instruction.
  @inline(__always)
  mutating func add(_ registers: LibdwLineBuffer.Registers, endsSequence: Bool, before offset: Int) {
    if registers.address != last.registers.address { first = last }
    if endsSequence {
      if registers.address == last.registers.address { findRows(before: offset) }
      last = Place(offset: offset)
      first = last
    } else {
      last = Place(offset: offset, registers: registers)
    }
  }

  /// Adds the rows from the first one of their address to the end of the sequence, without that end.
  private mutating func findRows(before end: Int) {
    var place = first
    while place.offset < end, let step = machine.step(at: place.offset, &place.registers), !step.endsSequence {
      place.offset = step.end
      if step.emitsRow { all.append(place.registers) }
    }
  }
}

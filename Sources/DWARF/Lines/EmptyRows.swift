/// The rows that cover no address because their sequence ends where they begin. Optimizing compilers write them, and the next sequence often
/// begins at the same address. libdw sorts the rows of all sequences by address, so that such a row would answer for code of
/// another function.
struct EmptyRows {
  /// The registers of the rows, in the order of the table.
  private(set) var all: [LibdwLineBuffer.Registers] = []

  /// None.
  init() {}

  /// Finds the rows of a whole table. Returns nil if it has something unusual, as `LineProgram.piece` does.
  init?(_ program: LineProgram) {
    guard let machine = LineMachine(program) else { return nil }
    var state = machine.start
    var (sequence, last) = (state.position, UInt64?.none)
    while true {
      switch machine.next(&state) {
      case .row: last = state.address
      case .endOfSequence:
        if last == state.address { add(from: sequence, to: state, machine) }
        state = .init(at: state.position)
        (sequence, last) = (state.position, nil)
      case .endOfTable: return
      case .unusual: return nil
      }
    }
  }

  /// Adds the last rows of a sequence that begins at an offset, all that have the address of its end. The sequence is read again, which is
  /// rare, so that nothing has to be kept for each row of all others.
  mutating func add(from sequence: Int, to end: LineMachine.State, _ machine: LineMachine) {
    var state = LineMachine.State(at: sequence)
    let start = all.count
    while state.position < end.position, machine.next(&state) == .row {
      if state.address == end.address { all.append(state.registers) } else { all.removeSubrange(start...) }
    }
  }
}

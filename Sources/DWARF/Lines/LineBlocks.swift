internal import Bytes

/// The instructions of a line table (DWARF 5, 6.2.5) in blocks of a few rows, each with the registers before it and the addresses of its
/// rows: which of them answer an address. Only those are given to libdw: with all of them, 100 addresses of DuckDB take twice the
/// instructions.
struct LineBlocks {
  /// Instructions that emit some rows of one sequence.
  struct Block {
    /// Their offsets in `.debug_line`.
    var range: Range<Int>
    /// The registers before them; nil at the start of a sequence.
    let registers: LibdwLineBuffer.Registers?
    /// The number of rows.
    var rows = 0
    /// The lowest and the highest address of a row, that of the row after the block included.
    var low = UInt64.max
    var high: UInt64 = 0
    /// The address of the row after the block; nil if the block ends its sequence.
    var next: UInt64?

    @inline(__always)
    mutating func add(_ address: UInt64) {
      rows &+= 1
      reach(address)
    }

    @inline(__always)
    mutating func reach(_ address: UInt64) {
      if address < low { low = address }
      if address > high { high = address }
    }
  }

  /// In the order of the table.
  private(set) var all: [Block] = []
  /// The rows of the table that cover no address.
  private(set) var empty: EmptyRows

  /// The usual number of rows in a block.
  static let rows = 64
  /// No unit has this many blocks; each takes more memory than its instructions.
  private static let most = 1 << 18

  /// Reads all blocks of a table, of this many rows each. Returns nil if the table has something unusual, as `LineProgram.piece` does,
  /// or has no end.
  init?(_ program: LineProgram, rows most: Int) {
    guard let machine = LineMachine(program) else { return nil }
    empty = EmptyRows(program, machine)
    let end = program.end
    var position = program.start
    var registers = LineMachine.start
    var block = Block(range: position..<position, registers: nil)
    while position < end {
      guard let step = machine.step(at: position, &registers) else { return nil }
      position = step.end
      guard step.emitsRow else { continue }
      empty.add(registers, endsSequence: step.endsSequence, before: position)
      if block.rows == 0, block.registers != nil, let last = all.indices.last {
        all[last].next = registers.address
        all[last].reach(registers.address)
      }
      block.add(registers.address)
      guard step.endsSequence || block.rows >= most else { continue }
      block.range = block.range.lowerBound..<position
      guard all.count < Self.most, block.range.count < LineProgram.longestPiece else { return nil }
      all.append(block)
      if step.endsSequence { registers = LineMachine.start }
      block = Block(range: position..<position, registers: step.endsSequence ? nil : registers)
    }
    guard position == end, block.rows == 0, block.registers == nil else { return nil }
  }

  /// The positions of the blocks that have one of the addresses, which are sorted, and of those that overlap them.
  func needed(for wanted: [ClosedRange<UInt64>]) -> [Int] {
    let order = byAddress
    var result: [Int] = []
    var start = 0
    while start < order.count {
      // Blocks that overlap decide together what is at an address.
      var (end, reach, isNeeded) = (start, all[order[start]].high, false)
      while end < order.count, end == start || all[order[end]].low < reach {
        reach = max(reach, all[order[end]].high)
        isNeeded = isNeeded || holds(all[order[end]], wanted)
        end += 1
      }
      if isNeeded { result += order[start..<end] }
      start = end
    }
    return result.sorted()
  }

  private func holds(_ block: Block, _ wanted: [ClosedRange<UInt64>]) -> Bool {
    let next = wanted.partitionPoint { $0.upperBound >= block.low }
    return next < wanted.count && wanted[next].lowerBound <= block.high
  }

  /// The positions of all blocks by their lowest addresses.
  private var byAddress: [Int] {
    let isSorted = zip(all, all.dropFirst()).allSatisfy { $0.low <= $1.low }
    return isSorted ? Array(all.indices) : all.indices.sorted { (all[$0].low, $0) < (all[$1].low, $1) }
  }
}

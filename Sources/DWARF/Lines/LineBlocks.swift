internal import Bytes

/// The instructions of a line table (DWARF 5, 6.2.5) in blocks of a few rows, each with the registers before it and the addresses of its
/// rows: which of them answer an address. Only those are given to libdw: with all of them, 100 addresses of DuckDB take twice the
/// instructions.
struct LineBlocks {
  /// Instructions that emit some rows of one sequence.
  struct Block {
    /// Their offsets in `.debug_line`.
    let range: Range<Int>
    /// The registers before them; nil at the start of a sequence.
    let registers: LibdwLineBuffer.Registers?
    /// The number of rows.
    let rows: Int
    /// The lowest and the highest address of a row, that of the row after the block included.
    fileprivate(set) var low: UInt64
    fileprivate(set) var high: UInt64
    /// The address of the row after the block; nil if the block ends its sequence.
    fileprivate(set) var next: UInt64?

    /// Continues the sequence with a row at an address.
    fileprivate mutating func end(before address: UInt64) {
      next = address
      low = min(low, address)
      high = max(high, address)
    }
  }

  /// In the order of the table.
  private(set) var all: [Block] = []
  /// The rows of the table that cover no address.
  private(set) var empty = EmptyRows()

  /// The number of rows in a block. Where many addresses are asked for, smaller blocks leave more rows of the table to be passed over:
  /// with 64, 10,000 addresses of SQLite need all of them.
  static func rows(of program: LineProgram, for addressCount: Int) -> Int {
    min(64, max(8, program.byteCount / 32 / max(1, addressCount)))
  }

  /// No unit has this many blocks; each takes more memory than its instructions.
  private static let most = 1 << 18

  /// Reads all blocks of a table, each of this many rows and those that follow at the same address, if the sequence does not end before.
  /// Returns nil if the table has something unusual, as `LineProgram.piece` does, or has no end.
  init?(_ program: LineProgram, rows most: Int) {
    guard let machine = LineMachine(program) else { return nil }
    var state = machine.start
    var sequence = state.position
    var isOpen = false
    while true {
      let (start, registers) = (state.position, isOpen ? state.registers : nil)
      var (rows, first, low, high) = (0, UInt64(0), UInt64.max, UInt64(0))
      var last = state.address
      var stop = LineMachine.Stop.row
      // A block that ends among rows of one address would end before its last row.
      while rows < most || machine.staysAtAddress(state) {
        stop = machine.next(&state)
        if stop == .unusual || stop == .endOfTable { break }
        let address = state.address
        if rows == 0 { first = address }
        rows &+= 1
        low = min(low, address)
        high = max(high, address)
        if stop == .endOfSequence { break }
        last = address
      }
      if stop == .endOfTable, state.position == program.end, rows == 0, !isOpen { return }
      guard stop == .row || stop == .endOfSequence, all.count < Self.most, state.position - start < LineProgram.longestPiece
      else { return nil }
      if isOpen { all[all.count - 1].end(before: first) }
      all.append(Block(range: start..<state.position, registers: registers, rows: rows, low: low, high: high, next: nil))
      isOpen = stop == .row
      if isOpen { continue }
      if last == state.address, rows > 1 || registers != nil { empty.add(from: sequence, to: state, machine) }
      state = .init(at: state.position)
      sequence = state.position
    }
  }

  /// The blocks that have one of the addresses, which are sorted, and those that overlap them.
  func needed(for wanted: [ClosedRange<UInt64>]) -> [Block] {
    let (order, blocks) = (byAddress, all.span)
    var result: [Int] = []
    var start = 0
    // The first address that is not below the blocks so far: their lowest addresses ascend.
    var next = 0
    while start < order.count {
      // Blocks that overlap decide together what is at an address.
      var (end, reach, isNeeded) = (start, UInt64(0), false)
      while end < order.count, end == start || blocks[order[end]].low < reach {
        let (low, high) = (blocks[order[end]].low, blocks[order[end]].high)
        reach = max(reach, high)
        while next < wanted.count, wanted[next].upperBound < low { next += 1 }
        if next < wanted.count, wanted[next].lowerBound <= high { isNeeded = true }
        end += 1
      }
      if isNeeded { result += order[start..<end] }
      start = end
    }
    result.sort()
    return result.map { all[$0] }
  }

  /// The positions of all blocks by their lowest addresses.
  private var byAddress: [Int] {
    let blocks = all.span
    let isSorted = blocks.indices.dropFirst().allSatisfy { blocks[$0 - 1].low <= blocks[$0].low }
    return isSorted ? Array(all.indices) : all.indices.sorted { (all[$0].low, $0) < (all[$1].low, $1) }
  }
}

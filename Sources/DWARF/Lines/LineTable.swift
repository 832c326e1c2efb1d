internal import Bytes

/// The rows of one unit's line table, sorted by address, as flat arrays (DWARF 5, 6.2).
struct LineTable {
  struct Row {
    /// The file's position in the table's file list.
    var file: UInt32
    /// The line; 0 for code without a source line.
    var line: UInt32
    /// The column; 0 if unknown.
    var column: UInt32
    /// Whether the row only marks the end of a sequence of code.
    var endsSequence: Bool
  }

  private(set) var addresses: [UInt64] = []
  private(set) var rows: [Row] = []
  private var isSorted = true

  /// The approximate memory of the table in bytes.
  var byteCount: Int { rows.count * (MemoryLayout<UInt64>.stride + MemoryLayout<Row>.stride) }

  /// Returns the row that contains an address: the last one that does not begin after it, unless that one ends a sequence.
  func row(at address: UInt64) -> Int? {
    let next = addresses.partitionPoint { $0 > address }
    return next > 0 && !rows[next - 1].endsSequence ? next - 1 : nil
  }

  /// Returns the nearest row before `position` that has a line and code, is in `ranges` and passes `accepts`, with no gap
  /// between, or nil if there is none.
  func earlierRow(before position: Int, in ranges: [Range<UInt64>], accepts: (UInt64) -> Bool) -> Int? {
    let lowest = ranges.map(\.lowerBound).min() ?? 0
    var candidate = position - 1
    var next = position
    while candidate >= 0, addresses[candidate] >= lowest {
      let address = addresses[candidate]
      let hasCode = address < addresses[next]
      if rows[candidate].endsSequence {
        // Another sequence may begin where this one ends.
        if hasCode { return nil }
      } else if hasCode {
        if rows[candidate].line != 0, ranges.contains(where: { $0.contains(address) }), accepts(address) { return candidate }
        next = candidate
      }
      candidate -= 1
    }
    return nil
  }

  /// Adds the rows of a piece of the table, or only those for addresses in `wanted`, and the last one. Ends of sequences come
  /// before other rows of the same address.
  mutating func append(_ piece: PieceRows, in wanted: [ClosedRange<UInt64>]?) {
    guard piece.count > 0 else { return }
    let first = addresses.count
    if let wanted { append(piece, holding: wanted) } else { append(piece, 0..<piece.count) }
    noteOrder(from: first)
  }

  /// Adds the rows of another part of the table, which follow in its order.
  mutating func append(_ other: LineTable) {
    guard !other.rows.isEmpty else { return }
    let first = addresses.count
    addresses += other.addresses
    rows += other.rows
    isSorted = isSorted && other.isSorted
    noteOrder(from: first)
  }

  /// Notes whether the rows from one on follow those before them.
  private mutating func noteOrder(from first: Int) {
    if first > 0, first < addresses.count, addresses[first] <= addresses[first - 1], isBefore(first, first - 1) {
      isSorted = false
    }
  }

  private mutating func append(_ piece: PieceRows, holding wanted: [ClosedRange<UInt64>]) {
    let lowest = piece.address(at: 0)
    let highest = piece.address(at: piece.count - 1)
    var next = wanted.partitionPoint { $0.upperBound >= lowest }
    var done = 0
    while next < wanted.count, wanted[next].lowerBound <= highest {
      let start = Self.first(of: max(done, piece.upperBound(wanted[next].lowerBound, from: done) - 1), in: piece, from: done)
      let end = piece.upperBound(wanted[next].upperBound, from: start)
      append(piece, start..<end)
      done = max(done, end)
      next += 1
    }
    if done < piece.count { append(piece, Self.first(of: piece.count - 1, in: piece, from: done)..<piece.count) }
  }

  /// Returns the first row with the address of another one. The last one may cover no address, and the end of its sequence is before it.
  private static func first(of row: Int, in piece: PieceRows, from start: Int) -> Int {
    var first = row
    while first > start, piece.address(at: first - 1) == piece.address(at: row) { first -= 1 }
    return first
  }

  @inline(__always) private mutating func append(_ piece: PieceRows, _ range: Range<Int>) {
    for index in range where index != piece.added {
      addresses.append(piece.address(at: index))
      rows.append(piece.row(at: index))
    }
  }

  /// Returns whether a row belongs before another one, whatever their positions.
  private func isBefore(_ row: Int, _ other: Int) -> Bool {
    addresses[row] != addresses[other]
      ? addresses[row] < addresses[other] : rows[row].endsSequence && !rows[other].endsSequence
  }

  /// Sorts the rows of all pieces as libdw does for a whole table, and removes those that cover no address. The last row always ends a
  /// sequence.
  mutating func finish(without empty: EmptyRows?) {
    if !isSorted {
      let order = addresses.indices.sorted { isBefore($0, $1) || (!isBefore($1, $0) && $0 < $1) }
      let (oldAddresses, oldRows) = (addresses, rows)
      addresses = order.map { oldAddresses[$0] }
      rows = order.map { oldRows[$0] }
      isSorted = true
    }
    if let empty, !empty.all.isEmpty { remove(empty.all) }
    if !rows.isEmpty { rows[rows.count - 1].endsSequence = true }
  }

  /// The same for a whole table of libdw, which is sorted, and whose last row libdw made an end.
  mutating func finishWhole(without empty: EmptyRows?) {
    if let last = rows.indices.last, let empty, empty.all.contains(where: { $0.address == addresses[last] }) {
      rows[last].endsSequence = false
    }
    finish(without: empty)
  }

  private mutating func remove(_ empty: [LibdwLineBuffer.Registers]) {
    var removed: Set<Int> = []
    for registers in empty {
      let end = addresses.partitionPoint { $0 > registers.address }
      let same = (0..<end).reversed().prefix { addresses[$0] == registers.address }
      same.first { rows[$0].isOf(registers) && !removed.contains($0) }.map { _ = removed.insert($0) }
    }
    guard !removed.isEmpty else { return }
    let kept = addresses.indices.filter { !removed.contains($0) }
    (addresses, rows) = (kept.map { addresses[$0] }, kept.map { rows[$0] })
  }
}

extension LineTable.Row {
  /// Whether a row that ends no sequence has these registers.
  fileprivate func isOf(_ registers: LibdwLineBuffer.Registers) -> Bool {
    !endsSequence && line == UInt32(truncatingIfNeeded: registers.line) && file == UInt32(truncatingIfNeeded: registers.file)
      && column == UInt32(truncatingIfNeeded: registers.column)
  }
}

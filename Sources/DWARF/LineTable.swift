/// The rows of one unit's line table, sorted by address, as flat arrays (DWARF 5, 6.2).
struct LineTable {
  /// One row.
  struct Row {
    /// The file's position in the table's file list.
    var file: UInt32
    /// The line; 0 for code without a source line.
    var line: UInt32
    /// The column; 0 when unknown.
    var column: UInt32
    /// Whether the row only marks the end of a sequence of code.
    var endsSequence: Bool
  }

  private(set) var addresses: [UInt64] = []
  private(set) var rows: [Row] = []

  /// The row that holds an address: the last one that does not begin after it, unless that one ends a sequence.
  func row(at address: UInt64) -> Int? {
    var low = 0
    var high = addresses.count
    while low < high {
      let middle = (low + high) / 2
      if addresses[middle] <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, !rows[low - 1].endsSequence else { return nil }
    return low - 1
  }

  /// The nearest row before `position` that has a line and code, lies in `ranges` and passes `accepts`, with no gap between; nil
  /// when there is none.
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

  /// Adds a row at the end.
  @inline(__always) mutating func append(address: UInt64, row: Row) {
    addresses.append(address)
    rows.append(row)
  }

  /// Makes room for a number of rows.
  mutating func reserve(_ count: Int) {
    addresses.reserveCapacity(count)
    rows.reserveCapacity(count)
  }
}

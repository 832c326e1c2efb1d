internal import Bytes

/// Flattens one unit.
struct UnitFlattener {
  let scopes: ScopeTable
  let lines: LineTable?

  /// The addresses at which something changes, ascending, each once.
  private var boundaries: [UInt64] = []
  /// The innermost scope from each boundary on; -1 for none.
  private var owners: [Int32] = []

  init(_ scopes: ScopeTable, _ lines: LineTable?) {
    self.scopes = scopes
    self.lines = lines
    collectBoundaries()
    paint()
  }

  private mutating func collectBoundaries() {
    var all = lines?.addresses ?? []
    all.reserveCapacity(all.count + 2 * scopes.scopes.count)
    for scope in scopes.scopes where scope.low < scope.high {
      if scope.rangeList < 0 {
        all.append(scope.low)
        all.append(scope.high)
      } else {
        for range in scopes.ranges(of: scope) {
          all.append(range.lowerBound)
          all.append(range.upperBound)
        }
      }
    }
    all.sort()
    boundaries.reserveCapacity(all.count)
    for address in all where boundaries.last != address { boundaries.append(address) }
  }

  /// Gives each stretch its innermost scope, in the order in which `ScopeTable.chain` prefers them: functions that begin later
  /// over earlier ones, and inside a function the later entry over the earlier.
  private mutating func paint() {
    owners = [Int32](repeating: -1, count: boundaries.count)
    var painted = Set<Int32>()
    for range in scopes.functions where painted.insert(range.scope).inserted {
      let function = Int(range.scope)
      var position = function
      let end = Int(scopes.scopes[function].end)
      while position < end {
        let scope = scopes.scopes[position]
        if scope.isFunction && position != function {
          position = max(position + 1, Int(scope.end))
          continue
        }
        if scope.low < scope.high { paint(scope, Int32(truncatingIfNeeded: position)) }
        position += 1
      }
    }
  }

  private mutating func paint(_ scope: ScopeTable.Scope, _ owner: Int32) {
    if scope.rangeList < 0 { return fill(scope.low..<scope.high, owner) }
    for range in scopes.ranges(of: scope) { fill(range, owner) }
  }

  private mutating func fill(_ range: Range<UInt64>, _ owner: Int32) {
    var position = boundaries.partitionPoint { $0 >= range.lowerBound }
    while position < boundaries.count, boundaries[position] < range.upperBound {
      owners[position] = owner
      position += 1
    }
  }

  /// The segments; neighbours that say the same are joined.
  func segments() -> [FlatUnit.Segment] {
    var result: [FlatUnit.Segment] = []
    result.reserveCapacity(boundaries.count)
    var row = -1
    let addresses = lines?.addresses ?? []
    for (position, start) in boundaries.enumerated() {
      while row + 1 < addresses.count, addresses[row + 1] <= start { row += 1 }
      var segment = FlatUnit.Segment(start: start, scope: owners[position], file: -1, line: 0, column: 0)
      if row >= 0, let lines, !lines.rows[row].endsSequence {
        segment.file = Int32(truncatingIfNeeded: lines.rows[row].file)
        segment.line = lines.rows[row].line
        segment.column = lines.rows[row].column
      }
      if let last = result.last, last.scope == segment.scope, last.file == segment.file, last.line == segment.line,
        last.column == segment.column
      {
        continue
      }
      result.append(segment)
    }
    return result
  }
}

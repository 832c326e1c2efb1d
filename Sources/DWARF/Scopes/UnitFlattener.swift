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

  /// Assigns each segment its innermost scope, as `ScopeTable.chain` does: functions that begin later win over earlier ones, and calls
  /// over what is around them. The last scopes come first, so that each segment is assigned once.
  private mutating func paint() {
    owners = [Int32](repeating: -1, count: boundaries.count)
    var free = FreePositions(count: boundaries.count)
    for position in paintedScopes().reversed() {
      let scope = scopes.scopes[Int(position)]
      if scope.rangeList < 0 {
        fill(scope.low..<scope.high, position, &free)
      } else {
        for range in scopes.ranges(of: scope) { fill(range, position, &free) }
      }
    }
  }

  /// Returns the scopes with code, each function with its contents, in order of precedence.
  private func paintedScopes() -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(scopes.scopes.count)
    var known = Set<Int32>()
    for range in scopes.functions where known.insert(range.scope).inserted {
      if scopes.scopes[Int(range.scope)].isIrregular {
        appendInOrder(range.scope, to: &result)
      } else {
        appendNested(range.scope, to: &result)
      }
    }
    return result
  }

  /// Appends a function and the calls in it: the later entry wins over the earlier one.
  private func appendInOrder(_ function: Int32, to result: inout [Int32]) {
    result.append(function)
    var position = Int(function) + 1
    while position < Int(scopes.scopes[Int(function)].end) {
      let scope = scopes.scopes[position]
      if scope.isFunction {
        position = max(position + 1, Int(scope.end))
        continue
      }
      if scope.low < scope.high { result.append(Int32(truncatingIfNeeded: position)) }
      position += 1
    }
  }

  /// Appends a function and the calls in it: a call wins over what is around it, and of calls that overlap, the earlier one.
  private func appendNested(_ function: Int32, to result: inout [Int32]) {
    var open = [function]
    while let next = open.popLast() {
      if scopes.scopes[Int(next)].low < scopes.scopes[Int(next)].high { result.append(next) }
      var position = Int(next) + 1
      while position < Int(scopes.scopes[Int(next)].end) {
        let scope = scopes.scopes[position]
        if scope.isFunction {
          position = max(position + 1, Int(scope.end))
        } else if scope.low == scope.high {
          // What is inside a call without code stands beside it.
          position += 1
        } else {
          open.append(Int32(truncatingIfNeeded: position))
          position = max(position + 1, Int(scope.end))
        }
      }
    }
  }

  private mutating func fill(_ range: Range<UInt64>, _ owner: Int32, _ free: inout FreePositions) {
    var position = free.first(from: boundaries.partitionPoint { $0 >= range.lowerBound })
    while position < boundaries.count, boundaries[position] < range.upperBound {
      owners[position] = owner
      free.take(position)
      position = free.first(from: position + 1)
    }
  }

  /// Returns the segments; equal neighbors are joined.
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

internal import Bytes

/// Everything that one unit says about its code, flattened: a sorted list of segments, each with one innermost scope and one row,
/// and the scopes they refer to. What an index is built from.
public struct FlatUnit: Sendable {
  /// A function, or a call inlined into the scope around it.
  public struct Scope: Sendable {
    /// The position in `names`.
    public var names: Int32
    /// The position of the scope around an inlined call; -1 for a function.
    public var parent: Int32
    /// Where the call stands: the position in `files`, -1 for none.
    public var callFile: Int32
    /// The line of the call; 0 for none.
    public var callLine: UInt32
    /// The column of the call; 0 for none.
    public var callColumn: UInt32
  }

  /// A stretch of code that reaches to the next segment.
  public struct Segment: Sendable {
    /// Where it begins: a link-time address.
    public var start: UInt64
    /// The position of the innermost scope; -1 for none.
    public var scope: Int32
    /// The position in `files`; -1 for none.
    public var file: Int32
    /// The line; 0 for none.
    public var line: UInt32
    /// The column; 0 for none.
    public var column: UInt32

    /// Whether nothing is known of the code.
    public var isGap: Bool { scope < 0 && file < 0 }
  }

  /// A function.
  public enum Name: Sendable {
    /// One with a linkage name that lies at a place of its own among the texts of the file: the same place, the same function.
    case place(Int)
    /// One whose names lie elsewhere.
    case function(DWARFFunction)
  }

  /// The functions.
  public internal(set) var names: [Name] = []
  /// Paths, joined with the compilation directory; nil where the file list has no usable entry.
  public internal(set) var files: [String?] = []
  /// The scopes, each behind the one around it.
  public internal(set) var scopes: [Scope] = []
  /// The segments in ascending order.
  public internal(set) var segments: [Segment] = []
  /// What places among texts refer to.
  let context: UnitContext

  /// The text at the place of a function.
  public func text(at place: Int) -> String? { context.str.text(at: place) }

  /// The ranges of functions, in ascending order of their starts.
  public internal(set) var functionRanges: [Range<UInt64>] = []
}

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

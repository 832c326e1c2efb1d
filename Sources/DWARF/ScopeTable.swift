/// The functions of one unit and the calls inlined into them, as flat arrays in the order of the unit's entries.
struct ScopeTable: Sendable {
  /// A function or an inlined call that has code.
  struct Scope {
    /// The lowest address.
    var low: UInt64
    /// The exclusive end of the first range.
    var high: UInt64
    /// The offset of the entry in `.debug_info`.
    var entry: Int
    /// The position behind the last scope that lies inside this one.
    var end: Int32
    /// The position in `rangeLists` when the scope has more than one range, else -1.
    var rangeList: Int32
    /// Whether it is a function rather than an inlined call.
    var isFunction: Bool
  }

  /// One range of one function, for the search.
  struct FunctionRange {
    var low: UInt64
    var high: UInt64
    /// The highest `high` of all ranges up to this one: how far back the search has to look.
    var reach: UInt64
    var scope: Int32
  }

  private(set) var scopes: [Scope] = []
  private(set) var rangeLists: [[Range<UInt64>]] = []
  /// Sorted by `low`; among equal ones the later entry comes later.
  private(set) var functions: [FunctionRange] = []

  /// Walks all entries of a unit: functions in namespaces, modules, classes and blocks are found wherever they stand.
  /// A damaged entry ends the walk; what was found before it stays.
  init(_ context: UnitContext) {
    walk(context)
    sortFunctions()
  }

  /// The scopes around an address from the function inwards; empty when no function holds it.
  func chain(at address: UInt64) -> [Int] {
    guard let function = function(at: address) else { return [] }
    var chain = [function]
    var position = function + 1
    var end = Int(scopes[function].end)
    while position < end {
      let scope = scopes[position]
      if !scope.isFunction, contains(scope, address) {
        chain.append(position)
        position += 1
        end = Int(scope.end)
      } else {
        position = max(position + 1, Int(scope.end))
      }
    }
    return chain
  }

  /// The ranges of a scope, at least one.
  func ranges(of scope: Scope) -> [Range<UInt64>] {
    scope.rangeList >= 0 ? rangeLists[Int(scope.rangeList)] : [scope.low..<scope.high]
  }

  private func contains(_ scope: Scope, _ address: UInt64) -> Bool {
    if scope.rangeList < 0 { return scope.low <= address && address < scope.high }
    return rangeLists[Int(scope.rangeList)].contains { $0.contains(address) }
  }

  /// Where functions overlap, the one that begins last wins; of those that begin together, the one listed last.
  private func function(at address: UInt64) -> Int? {
    var low = 0
    var high = functions.count
    while low < high {
      let middle = (low + high) / 2
      if functions[middle].low <= address { low = middle + 1 } else { high = middle }
    }
    var candidate = low - 1
    while candidate >= 0, functions[candidate].reach > address {
      if address < functions[candidate].high { return Int(functions[candidate].scope) }
      candidate -= 1
    }
    return nil
  }

  private mutating func sortFunctions() {
    for (position, scope) in scopes.enumerated() where scope.isFunction {
      for range in ranges(of: scope) {
        functions.append(.init(low: range.lowerBound, high: range.upperBound, reach: 0, scope: Int32(position)))
      }
    }
    functions.sort { ($0.low, $0.scope) < ($1.low, $1.scope) }
    var reach: UInt64 = 0
    for index in functions.indices {
      reach = max(reach, functions[index].high)
      functions[index].reach = reach
    }
  }

  private mutating func walk(_ context: UnitContext) {
    let table = context.table
    var cursor = SectionCursor(context.info, at: context.unit.firstEntry, limit: context.unit.end)
    var depth = 0
    var open: [(depth: Int, scope: Int)] = []
    while !cursor.isAtEnd {
      let offset = cursor.position
      let code = cursor.uleb()
      if code == 0 {
        depth -= 1
        if let last = open.last, last.depth == depth {
          scopes[last.scope].end = Int32(truncatingIfNeeded: scopes.count)
          open.removeLast()
        }
        if depth <= 0 { break }
        continue
      }
      guard let position = table.position(of: code) else { break }
      let entry = table.entries[position]
      if entry.role == .other {
        cursor.skipAttributes(of: entry, in: table, encoding: context.unit.encoding)
      } else if readScope(entry, at: offset, &cursor, context), entry.hasChildren {
        open.append((depth, scopes.count - 1))
      }
      if cursor.failed { break }
      if entry.hasChildren { depth += 1 } else if depth == 0 { break }
    }
    for left in open { scopes[left.scope].end = Int32(truncatingIfNeeded: scopes.count) }
  }

  /// Reads the attributes of a function or inlined call; appends a scope and returns true when it has code.
  private mutating func readScope(
    _ entry: AbbreviationTable.Entry, at offset: Int, _ cursor: inout SectionCursor, _ context: UnitContext
  ) -> Bool {
    var low: UInt64?
    var high: AttributeValue?
    var list: AttributeValue?
    for index in Int(entry.first)..<Int(entry.first + entry.count) {
      let specification = context.table.specifications[index]
      let value = cursor.value(
        specification.form, constant: specification.constant, encoding: context.unit.encoding, unitOffset: context.unit.offset)
      switch specification.attribute {
      case Attribute.lowPC: low = context.address(value)
      case Attribute.highPC: high = value
      case Attribute.ranges: list = value
      default: break
      }
    }
    var scope = Scope(low: 0, high: 0, entry: offset, end: Int32(truncatingIfNeeded: scopes.count + 1), rangeList: -1, isFunction: entry.role == .function)
    if let list {
      let ranges = context.codeRanges(list)
      guard let first = ranges.first else { return false }
      (scope.low, scope.high) = (first.lowerBound, first.upperBound)
      if ranges.count > 1 {
        scope.low = ranges.map(\.lowerBound).min() ?? scope.low
        scope.rangeList = Int32(truncatingIfNeeded: rangeLists.count)
        rangeLists.append(ranges)
      }
    } else {
      guard let low, let high, let end = context.address(high) ?? high.number.map({ low &+ $0 }), context.isCode(low: low, high: end) else {
        return false
      }
      (scope.low, scope.high) = (low, end)
    }
    scopes.append(scope)
    return true
  }
}

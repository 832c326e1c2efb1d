internal import Bytes

/// The functions of one unit and the calls inlined into them, as flat arrays in the order of the unit's entries.
///
/// The front of `Scopes`. In: a `UnitContext`, and the addresses that matter. Out: `chain(at:)`, the scopes around an address
/// from the function inwards.
///
/// `EntryWalk` walks over the entries; `FunctionNameReader` names a scope when an answer needs it; `UnitFlattener` turns a whole
/// unit into segments for an index.
///
/// Example: `main` at 0x400..<0x420 calls `f`, inlined at 0x408..<0x410: scopes 0 (`main`, ends after 1) and 1 (`f`); `chain(at:
/// 0x409)` is `[0, 1]`, `chain(at: 0x410)` is `[0]`.
struct ScopeTable: Sendable {
  /// A function that has code, or an inlined call in it.
  struct Scope {
    /// The lowest address; equals `high` for an inlined call without code.
    var low: UInt64
    /// The exclusive end of the first range.
    var high: UInt64
    /// The offset of the entry in `.debug_info`.
    var entry: Int
    /// The position after the last scope inside this one.
    var end: Int32
    /// The position in `rangeLists` if the scope has more than one range, else -1.
    var rangeList: Int32
    /// Whether it is a function rather than an inlined call.
    var isFunction: Bool
    /// Whether it is a function with a call whose code is outside the scope around the call, as in gcc's DWARF 2.
    var isIrregular = false
  }

  /// One range of one function, for the search.
  struct FunctionRange {
    var low: UInt64
    var high: UInt64
    /// The highest `high` of all ranges up to this one, which limits the search.
    var reach: UInt64
    var scope: Int32
    /// Whether the range is that of a call outside its function.
    var isCall: Bool
  }

  private(set) var scopes: [Scope] = []
  /// For each scope with several ranges, their positions in `rangePool`.
  private(set) var rangeLists: [Range<Int>] = []
  private var rangePool: [Range<UInt64>] = []
  /// Sorted by `low`; of equal ones, the later entry comes later.
  private(set) var functions: [FunctionRange] = []
  /// The offset in `.debug_info` from which on the unit's entries are unreadable, or nil if all were read.
  private(set) var damage: Int?

  /// Whether the unit has functions with code, in the table or not.
  private(set) var hasCode = false
  /// The addresses that the table is limited to, or nil for a table of the whole unit.
  private var filter: ScopeFilter?
  /// The number of range list entries that may still be read.
  private var rangeBudget: Int
  /// The number of ranges that may still be compared to decide whether one scope is inside another; after that, it is assumed to
  /// be.
  private var comparisons = 1 << 24

  /// The approximate memory of the table in bytes.
  var byteCount: Int {
    scopes.count * MemoryLayout<Scope>.stride + functions.count * MemoryLayout<FunctionRange>.stride + rangePool.count * 16
  }

  /// The maximum depth of a chain of inlined calls; each address in it costs as much.
  private static let deepestChain = 1000

  /// Walks all entries of a unit: functions are found inside namespaces, modules, classes and blocks. A damaged entry ends the
  /// walk; what was found before it stays. With `wanted`, which is sorted, only functions that contain one of these addresses are
  /// kept, and the table answers no others.
  init(_ context: UnitContext, holding wanted: [UInt64]? = nil) {
    filter = wanted.map(ScopeFilter.init)
    rangeBudget = context.rangeBudget
    walk(context)
    if filter?.isUnfit == true {
      self = ScopeTable(context)
      return
    }
    filter?.finish()
    sortFunctions()
  }

  /// Returns the scopes around an address from the function inwards, or none if no function contains it. Inlined calls without
  /// separate code are included if a call inside them contains the address.
  func chain(at address: UInt64) -> [Int] {
    guard let function = function(at: address) else { return [] }
    if scopes[function].isIrregular { return irregularChain(at: address, function) }
    let scopes = scopes.span
    var chain: [Int] = []
    chain.reserveCapacity(8)
    chain.append(function)
    var around: [Int] = []
    var position = function + 1
    var end = Int(scopes[function].end)
    while position < end, chain.count < Self.deepestChain {
      if scopes[position].isFunction {
        position = max(position + 1, Int(scopes[position].end))
      } else if scopes[position].low == scopes[position].high {
        around.append(position)
        position += 1
      } else if contains(scopes[position], address) {
        for outer in around where Int(scopes[outer].end) > position { chain.append(outer) }
        chain.append(position)
        around = []
        end = Int(scopes[position].end)
        position += 1
      } else {
        position = max(position + 1, Int(scopes[position].end))
      }
    }
    return chain
  }

  /// Returns the scopes at an address if scopes are not nested: the last one that contains the address, with all scopes around
  /// it.
  private func irregularChain(at address: UInt64, _ function: Int) -> [Int] {
    var innermost = function
    var position = function + 1
    while position < Int(scopes[function].end) {
      let scope = scopes[position]
      if !scope.isFunction && contains(scope, address) { innermost = position }
      position = scope.isFunction ? max(position + 1, Int(scope.end)) : position + 1
    }
    let chain = (function...innermost).lazy.filter { [scopes] in $0 == innermost || Int(scopes[$0].end) > innermost }
    return Array(chain.prefix(Self.deepestChain))
  }

  /// Returns the ranges of a scope, or none for an inlined call without separate code.
  func ranges(of scope: Scope) -> [Range<UInt64>] {
    scope.rangeList >= 0
      ? Array(rangePool[rangeLists[Int(scope.rangeList)]]) : scope.low < scope.high ? [scope.low..<scope.high] : []
  }

  private func contains(_ scope: Scope, _ address: UInt64) -> Bool {
    if scope.rangeList < 0 { return scope.low <= address && address < scope.high }
    return rangePool[rangeLists[Int(scope.rangeList)]].contains { $0.contains(address) }
  }

  /// Returns the start of the function range that contains `address`.
  func functionStart(of address: UInt64) -> UInt64? {
    if let filter { return filter.start(before: address) }
    var candidate = upperBound(address) - 1
    while candidate >= 0, functions[candidate].isCall { candidate -= 1 }
    return candidate >= 0 ? functions[candidate].low : nil
  }

  /// Returns the number of function ranges that do not begin after `address`.
  private func upperBound(_ address: UInt64) -> Int { functions.partitionPoint { $0.low > address } }

  /// Returns the function at an address. If functions overlap, the one that begins last wins; of those that begin together, the
  /// one listed last.
  private func function(at address: UInt64) -> Int? {
    var candidate = upperBound(address) - 1
    while candidate >= 0, functions[candidate].reach > address {
      if address < functions[candidate].high { return Int(functions[candidate].scope) }
      candidate -= 1
    }
    return nil
  }

  /// Calls whose code is outside their function lead to the function as well: gcc's DWARF 2 records a function's second section
  /// as another function, and leaves the calls in it with the first.
  private mutating func sortFunctions() {
    var open: [Int] = []
    for position in scopes.indices {
      let scope = scopes[position]
      while let last = open.last, Int(scopes[last].end) <= position { open.removeLast() }
      if scope.isFunction {
        appendRanges(of: scope, to: position, isCall: false)
      } else if scope.low < scope.high, let around = open.last, !covers(scopes[around], scope),
        let function = open.last(where: { scopes[$0].isFunction })
      {
        scopes[function].isIrregular = true
        if !covers(scopes[function], scope) { appendRanges(of: scope, to: function, isCall: true) }
      }
      if scope.isFunction || scope.low < scope.high { open.append(position) }
    }
    functions.sort { ($0.low, $0.scope) < ($1.low, $1.scope) }
    var reach: UInt64 = 0
    for index in functions.indices {
      reach = max(reach, functions[index].high)
      functions[index].reach = reach
    }
  }

  /// Maps the ranges of a scope to a function.
  private mutating func appendRanges(of scope: Scope, to function: Int, isCall: Bool) {
    let target = Int32(truncatingIfNeeded: function)
    guard scope.rangeList >= 0 else {
      if scope.low < scope.high {
        functions.append(.init(low: scope.low, high: scope.high, reach: 0, scope: target, isCall: isCall))
      }
      return
    }
    for range in rangePool[rangeLists[Int(scope.rangeList)]] {
      functions.append(.init(low: range.lowerBound, high: range.upperBound, reach: 0, scope: target, isCall: isCall))
    }
  }

  @inline(__always) private mutating func covers(_ function: Scope, _ inner: Scope) -> Bool {
    if function.rangeList < 0 && inner.rangeList < 0 { return function.low <= inner.low && inner.high <= function.high }
    return coversRanges(function, inner)
  }

  private mutating func coversRanges(_ function: Scope, _ inner: Scope) -> Bool {
    let (outerCount, innerCount) = (rangeCount(of: function), rangeCount(of: inner))
    comparisons -= outerCount
    for position in 0..<innerCount {
      comparisons -= outerCount
      if comparisons < 0 { return true }
      let part = range(position, of: inner)
      let isInside = (0..<outerCount).contains { place in
        let outer = range(place, of: function)
        return outer.lowerBound <= part.lowerBound && part.upperBound <= outer.upperBound
      }
      if !isInside { return false }
    }
    return true
  }

  private func rangeCount(of scope: Scope) -> Int {
    scope.rangeList >= 0 ? rangeLists[Int(scope.rangeList)].count : scope.low < scope.high ? 1 : 0
  }

  private func range(_ position: Int, of scope: Scope) -> Range<UInt64> {
    scope.rangeList >= 0 ? rangePool[rangeLists[Int(scope.rangeList)].lowerBound + position] : scope.low..<scope.high
  }

  private mutating func walk(_ context: UnitContext) {
    // The functions and calls around the current entry; -1 for a function that is skipped.
    var open: [Int] = []
    let table = context.table
    // The calls in a function that is skipped matter only where they may be outside it.
    let hasOutsideCalls = context.unit.encoding.version <= 2
    let end = EntryWalk.forEach(context, skips: table.skips, innerSkips: table.skipsOfCalls) { step, cursor in
      if step.entry.role == .other {
        cursor.skipAttributes(of: step.entry, in: table, encoding: context.unit.encoding)
        return .here
      }
      guard let scope = readScope(step.entry, at: step.offset, &cursor, context, around: open.last), step.entry.hasChildren else {
        return .here
      }
      open.append(scope)
      return scope < 0 && !hasOutsideCalls ? .deepInside : .inside
    } close: {
      if let scope = open.popLast(), scope >= 0 { scopes[scope].end = Int32(truncatingIfNeeded: scopes.count) }
    }
    damage = damage ?? end
    for scope in open where scope >= 0 { scopes[scope].end = Int32(truncatingIfNeeded: scopes.count) }
  }

  /// Reads the attributes of a function or inlined call inside another one (nil for none, -1 for one that is skipped). If it has
  /// code, or is a call inside a function that may have calls with code inside it, appends a scope and returns its position;
  /// otherwise returns -1.
  @inline(__always)
  private mutating func readScope(
    _ entry: AbbreviationTable.Entry, at offset: Int, _ cursor: inout SectionCursor, _ context: UnitContext,
    around: Int?
  ) -> Int? {
    var scope = Scope(
      low: 0, high: 0, entry: offset, end: Int32(truncatingIfNeeded: scopes.count + 1), rangeList: -1,
      isFunction: entry.role == .function)
    let place = entry.code
    let start = cursor.position
    if place.isFixed {
      cursor.skipAttributes(of: entry, in: context.table, encoding: context.unit.encoding)
      if cursor.failed { return nil }
      if place.list >= 0 {
        setRanges(context.value(place.listForm, at: start + Int(place.list)), of: &scope, context)
      } else if place.low >= 0, place.high >= 0,
        let low = context.address(place.lowForm, at: start + Int(place.low)),
        let end = context.codeEnd(place.highForm, at: start + Int(place.high), low: low), context.isCode(low: low, high: end)
      {
        (scope.low, scope.high) = (low, end)
      }
    } else {
      readVaryingCode(entry, &cursor, context, of: &scope)
    }
    let hasRange = scope.low < scope.high
    guard hasRange || (around != nil && !scope.isFunction && entry.hasChildren) else { return nil }
    hasCode = hasCode || scope.isFunction
    if filter != nil, scope.isFunction || (around ?? -1) < 0, !isKept(scope) { return -1 }
    scopes.append(scope)
    return scopes.count - 1
  }

  /// Returns whether a function contains one of the addresses that the table is limited to. If it does not, drops its ranges, as
  /// well as those of a call outside of such functions.
  private mutating func isKept(_ scope: Scope) -> Bool {
    guard scope.rangeList >= 0 else { return note(scope.low, scope.high, of: scope) }
    var isKept = false
    let list = rangeLists[Int(scope.rangeList)]
    for range in rangePool[list] where note(range.lowerBound, range.upperBound, of: scope) { isKept = true }
    if !isKept {
      rangeLists.removeLast()
      rangePool.removeSubrange(list)
    }
    return isKept
  }

  private mutating func note(_ low: UInt64, _ high: UInt64, of scope: Scope) -> Bool {
    if scope.isFunction { return filter?.note(function: low, high) ?? true }
    filter?.note(callOutside: low, high)
    return false
  }

  /// Reads the code of an entry whose attributes must be read one after the other.
  private mutating func readVaryingCode(
    _ entry: AbbreviationTable.Entry, _ cursor: inout SectionCursor, _ context: UnitContext, of scope: inout Scope
  ) {
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
    if let list {
      setRanges(list, of: &scope, context)
    } else if let low, let high, let end = context.address(high) ?? high.number.map({ low &+ $0 }),
      context.isCode(low: low, high: end)
    {
      (scope.low, scope.high) = (low, end)
    }
  }

  private mutating func setRanges(_ list: AttributeValue, of scope: inout Scope, _ context: UnitContext) {
    let start = rangePool.count
    context.appendCodeRanges(list, to: &rangePool, budget: &rangeBudget)
    if rangeBudget <= 0 { damage = damage ?? scope.entry }
    guard rangePool.count > start else { return }
    (scope.low, scope.high) = (rangePool[start].lowerBound, rangePool[start].upperBound)
    if rangePool.count == start + 1 {
      rangePool.removeLast()
      return
    }
    for range in rangePool[start...] { scope.low = min(scope.low, range.lowerBound) }
    scope.rangeList = Int32(truncatingIfNeeded: rangeLists.count)
    rangeLists.append(start..<rangePool.count)
  }
}

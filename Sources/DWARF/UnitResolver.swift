internal import ObjectFiles
internal import SymbolModel

/// Answers addresses unit by unit, with a libdw handle and caches of its own. Used by one thread at a time; several may work on
/// one file side by side.
final class UnitResolver {
  /// What is known of one unit after the first address in it.
  private struct State {
    let scopes: ScopeTable
    let context: UnitContext
    let names: FunctionNameReader
    let lines: LineTable?
    let files: LineFiles

    /// What the entry of an inlined call says: `DW_AT_abstract_origin` (the offset of an entry), `DW_AT_call_file` (-1 for none),
    /// `DW_AT_call_line` and `DW_AT_call_column` (0 for none).
    func call(at entry: Int) -> (origin: Int?, file: Int32, line: UInt32, column: UInt32) {
      var call: (origin: Int?, file: Int32, line: UInt32, column: UInt32) = (nil, -1, 0, 0)
      context.forEachAttribute(ofEntryAt: entry) { attribute, value in
        switch attribute {
        case Attribute.abstractOrigin: if case .reference(let origin) = value { call.origin = origin }
        case Attribute.callFile: call.file = value.number.flatMap(Int32.init(exactly:)) ?? -1
        case Attribute.callLine: call.line = UInt32(truncatingIfNeeded: value.number ?? 0)
        case Attribute.callColumn: call.column = UInt32(truncatingIfNeeded: value.number ?? 0)
        default: break
        }
        return true
      }
      return call
    }
  }

  private let entries: DebugEntries
  private let names: FunctionNameReader
  private let splits: SplitUnits
  private let alternate: DebugEntries?
  private var reader: LineReader?
  private var states: [Int: State] = [:]
  /// What of the units that were read so far cannot be read, in the order in which it was met.
  private(set) var damage: [DWARFDamage] = []
  /// The rows that libdw and `states` hold.
  private var keptRows = 0

  /// How many line rows are kept before the units are dropped again, and libdw's handle with them.
  private static let rowBudget = 120_000

  /// Works on the units of `entries`.
  init(_ entries: DebugEntries, splits: SplitUnits, alternate: DebugEntries?) {
    self.entries = entries
    self.splits = splits
    self.alternate = alternate
    names = FunctionNameReader(entries, alternate: alternate.map { FunctionNameReader($0, alternate: nil) })
  }

  /// The answer of one unit to an address; nil where neither a function nor a line of it holds the address.
  func answer(_ address: UInt64, unit: Int, _ options: ResolveOptions) -> DWARFAnswer? {
    let state = state(of: unit)
    let chain = state.scopes.chain(at: address)
    var place = place(of: address, chain: chain, in: state, options.lineZero)
    guard let outermost = chain.first else {
      return place.map { DWARFAnswer(frames: [], bareLine: $0, functionStart: nil) }
    }
    var frames: [DWARFFrame] = []
    frames.reserveCapacity(chain.count)
    for scope in chain.reversed() {
      let entry = state.scopes.scopes[scope].entry
      let names = state.names.names(at: entry, qualified: options.qualifiedNames)
      frames.append(
        DWARFFrame(
          linkageName: names.linkage, name: names.name, scopes: names.scopes, file: place?.file, line: place?.line,
          column: place?.column, approximate: place?.approximate ?? false))
      if scope != outermost { place = callSite(at: entry, in: state) }
    }
    let start = state.scopes.functionStart(of: address)
    return DWARFAnswer(frames: frames, bareLine: nil, functionStart: start.map { LinkAddress($0) })
  }

  /// Everything that a unit says about its code.
  func flatten(unit: Int) -> FlatUnit {
    let state = state(of: unit)
    var flat = FlatUnit()
    flat.segments = UnitFlattener(state.scopes, state.lines).segments()
    flat.files = (0..<state.files.count).map { state.files.path(at: $0) }
    flat.functionRanges = state.scopes.functions.filter { !$0.isCall }.map { $0.low..<$0.high }
    var positions: [Int: Int32] = [:]
    var open: [Int] = []
    for (position, scope) in state.scopes.scopes.enumerated() {
      while let last = open.last, Int(state.scopes.scopes[last].end) <= position { open.removeLast() }
      let call = state.call(at: scope.entry)
      let names = positions[call.origin ?? scope.entry] ?? flat.add(state.names.names(at: scope.entry, qualified: true))
      positions[call.origin ?? scope.entry] = names
      flat.scopes.append(
        .init(
          names: names, parent: scope.isFunction ? -1 : Int32(truncatingIfNeeded: open.last ?? -1), callFile: call.file,
          callLine: call.line,
          callColumn: call.column))
      open.append(position)
    }
    return flat
  }

  /// Forgets a unit and gives the memory of its pages back, when it will not be asked for again soon.
  /// `withAllPages` takes those of names and lines as well.
  func release(unit: Int, withAllPages: Bool = false) {
    states[unit] = nil
    if withAllPages { return entries.sections.releaseAll() }
    entries.sections.releaseInfo(entries.units[unit].offset..<entries.units[unit].end)
  }

  /// Forgets all units and libdw's tables, and gives the memory of all pages back.
  func releaseAll() {
    states = [:]
    reader = nil
    keptRows = 0
    entries.sections.releaseAll()
  }

  /// The row of the line table that holds an address, as a frame without names.
  private func place(of address: UInt64, chain: [Int], in state: State, _ lineZero: LineZeroRule) -> DWARFFrame? {
    guard let lines = state.lines, var position = lines.row(at: address) else { return nil }
    var approximate = false
    if lines.rows[position].line == 0, lineZero == .nearestEarlier, let innermost = chain.last {
      let ranges = state.scopes.ranges(of: state.scopes.scopes[innermost])
      let earlier = lines.earlierRow(before: position, in: ranges) { state.scopes.chain(at: $0).last == innermost }
      if let earlier {
        position = earlier
        approximate = true
      }
    }
    let row = lines.rows[position]
    return DWARFFrame(
      linkageName: nil, name: nil, scopes: [], file: state.files.path(at: Int(row.file)),
      line: row.line == 0 ? nil : row.line, column: row.column == 0 ? nil : row.column, approximate: approximate)
  }

  /// Where an inlined call stands in its caller, as a frame without names.
  private func callSite(at entry: Int, in state: State) -> DWARFFrame {
    let call = state.call(at: entry)
    return DWARFFrame(
      linkageName: nil, name: nil, scopes: [], file: state.files.path(at: Int(call.file)),
      line: call.line == 0 ? nil : call.line, column: call.column == 0 ? nil : call.column, approximate: false)
  }

  private func state(of position: Int) -> State {
    if let known = states[position] { return known }
    if keptRows > Self.rowBudget {
      states = [:]
      reader = nil
      keptRows = 0
    }
    let unit = entries.units[position]
    let own = entries.context(of: unit)
    let (context, names) = context(of: unit, own)
    let scopes = ScopeTable(context)
    scopes.damage.map { damage.append(DWARFDamage(.entries(from: $0), unit: position)) }
    let lines = lines(of: unit, at: position, hasCode: !scopes.functions.isEmpty)
    let state = State(
      scopes: scopes, context: context, names: names, lines: lines?.table, files: lines?.files ?? LineFiles())
    keptRows += lines?.table.rows.count ?? 0
    states[position] = state
    return state
  }

  /// The line table of a unit; nil when it has none. One that cannot be read is noted, unless the unit has no functions: compilers
  /// leave empty tables in units of types, which libdw refuses.
  private func lines(of unit: Unit, at position: Int, hasCode: Bool) -> (table: LineTable, files: LineFiles)? {
    guard let offset = unit.lineTable else { return nil }
    let reader = reader ?? LineReader(entries.sections)
    self.reader = reader
    let lines = reader.lines(of: unit)
    if lines == nil, hasCode { damage.append(DWARFDamage(.lineTable(at: offset), unit: position)) }
    return lines
  }

  /// What the unit's entries are read with: of a skeleton those of its split unit.
  private func context(of unit: Unit, _ own: UnitContext) -> (UnitContext, FunctionNameReader) {
    guard unit.isSkeleton, let split = splits.entries(of: unit), let only = split.units.first else { return (own, names) }
    return (
      split.context(of: only), FunctionNameReader(split, alternate: alternate.map { FunctionNameReader($0, alternate: nil) })
    )
  }
}

extension FlatUnit {
  /// Adds the names of a function; gives their position.
  fileprivate mutating func add(_ found: FunctionNames) -> Int32 {
    names.append((found.linkage, found.name, found.scopes))
    return Int32(truncatingIfNeeded: names.count - 1)
  }
}

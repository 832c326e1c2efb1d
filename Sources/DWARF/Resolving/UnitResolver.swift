/// Reads units and answers addresses in them, with its own libdw handles and caches. Used by one thread at a time; several may
/// work on one file in parallel.
///
/// The front of `Resolving`. In: the number of a unit and addresses in it. Out: a `DWARFAnswer` for each. `tables(of:)` reads the
/// unit's scopes and lines (`UnitTables`); `answer` then looks addresses up in them (`UnitState`).
///
/// `ResolverPool` has one resolver for each thread, `UnitQuestion` shares questions out among them, `KeptTables` keeps the tables
/// of units that are asked for again.
final class UnitResolver {
  private let entries: DebugEntries
  private let names: FunctionNameReader
  private let splits: SplitUnits
  private let alternate: DebugEntries?
  private var reader: LineReader?
  /// The decoder of the split unit that was used last.
  private var split: (unit: Int, context: UnitContext, names: FunctionNameReader)?
  /// The unreadable parts of the units so far, in the order in which they were found.
  private(set) var damage: [DWARFDamage] = []

  /// Pages of this many bytes are worth giving back: without that, 100 addresses of DuckDB take 51 MB instead of 40.
  private static let manyBytes = 256 << 10
  /// The pages of the entries of a unit of this many bytes are given back before it is answered, even if those of all units are later.
  private static let largeUnit = 1 << 20

  /// Works on the units of `entries`.
  init(_ entries: DebugEntries, splits: SplitUnits, alternate: DebugEntries?) {
    self.entries = entries
    self.splits = splits
    self.alternate = alternate
    names = FunctionNameReader(entries, alternate: alternate.map { FunctionNameReader($0, alternate: nil) })
  }

  /// Reads a whole unit, or only what is needed for `addresses`, which are sorted.
  func tables(of unit: Int, for addresses: [UInt64]? = nil, _ rule: LineZeroRule = .asRecorded, keepsPages: Bool = false)
    -> UnitTables
  {
    let scopes = scopes(of: unit, holding: addresses, keepsPages: keepsPages)
    let wanted = addresses.map { Self.rows(for: $0, in: scopes, rule) }
    return joined(scopes, lines(of: unit, in: wanted), of: unit)
  }

  /// Returns the functions of a unit, or only those that contain one of some sorted addresses. With `keepsPages`, somebody else gives the
  /// memory of its pages back, unless the unit is large.
  func scopes(of unit: Int, holding addresses: [UInt64]? = nil, keepsPages: Bool = false) -> ScopeTable {
    let (context, _) = context(of: entries.units[unit])
    let table = ScopeTable(context, holding: addresses)
    // Of all entries that were walked over, only those of a few functions are needed again.
    let range = entries.units[unit].offset..<entries.units[unit].end
    if addresses != nil, range.count > (keepsPages ? Self.largeUnit : Self.manyBytes) {
      entries.sections.release(range, of: "info")
    }
    return table
  }

  /// Returns the rows of a unit's line table, or those for addresses in `wanted`, or nil if there are none or they are
  /// unreadable.
  func lines(of unit: Int, in wanted: [ClosedRange<UInt64>]? = nil) -> LineTable? {
    guard entries.units[unit].hasLines else { return nil }
    return lineReader().lines(of: entries.units[unit], in: wanted)
  }

  /// Returns what has to be read of a unit's line table for addresses, or nil if it must be read as a whole or there is none.
  func linePlan(of unit: Int, in wanted: [ClosedRange<UInt64>]) -> LinePlan? {
    entries.units[unit].hasLines ? lineReader().plan(of: entries.units[unit], in: wanted) : nil
  }

  /// Returns the rows of a part of a line table, or nil if they are unreadable.
  func rows(ofPart part: Int, of plan: LinePlan) -> LineTable? { lineReader().rows(ofPart: part, of: plan) }

  /// Returns the table of the rows of all parts; if one of them is unreadable, the whole table.
  func lines(of unit: Int, _ plan: LinePlan, _ rows: [LineTable?]) -> LineTable? {
    lineReader().table(of: plan, rows) ?? lineReader().wholeTable(of: entries.units[unit])
  }

  /// Combines the data of a unit, and records unreadable parts. An unreadable line table of a unit without functions is not
  /// damage: compilers leave empty tables in type units, which libdw rejects.
  func joined(_ scopes: ScopeTable, _ lines: LineTable?, of unit: Int) -> UnitTables {
    scopes.damage.map { note(DWARFDamage(.entries(from: $0), unit: unit)) }
    if lines == nil, scopes.hasCode, let offset = entries.units[unit].lineTable {
      note(DWARFDamage(.lineTable(at: offset), unit: unit))
    }
    return UnitTables(scopes: scopes, lines: lines)
  }

  /// Passes on the answers of one unit to some addresses of a question; those that neither a function nor a line of it contains have none.
  func answer(
    _ range: Range<Int>, of question: UnitQuestion, _ tables: UnitTables, _ options: ResolveOptions, to sink: any AnswerSink
  ) {
    let state = state(of: question.unit, tables)
    for number in range {
      let address = question.addresses[number]
      if let answer = state.answer(address, options) { sink.take(answer, for: address, at: question.positions[number]) }
    }
  }

  /// Returns the answer of one unit to an address, or nil if neither a function nor a line of it contains the address.
  func answer(_ address: UInt64, unit: Int, _ tables: UnitTables, _ options: ResolveOptions) -> DWARFAnswer? {
    state(of: unit, tables).answer(address, options)
  }

  /// Returns everything that a unit contains about its code.
  func flatten(unit: Int) -> FlatUnit { state(of: unit, tables(of: unit)).flatten() }

  /// Gives the memory of a unit's entries back if it will not be needed soon.
  func release(unit: Int) { entries.sections.release(entries.units[unit].offset..<entries.units[unit].end, of: "info") }

  /// Notes that a unit was read for this many addresses, so that the memory of all pages is given back once they are many.
  func noteReading(of unit: Int, for addresses: Int) {
    let unit = entries.units[unit]
    entries.sections.noteReading(unit.end - unit.offset + addresses * DebugSections.pagesAtOnce)
  }

  /// Drops the reader of lines, and gives the memory of all pages back.
  func releaseAll() {
    reader = nil
    entries.sections.releaseAll()
  }

  private func note(_ new: DWARFDamage) {
    if !damage.contains(where: { $0.unit == new.unit }) { damage.append(new) }
  }

  /// Returns the rows that answering addresses needs: those of the addresses and, if a row without a line refers to an earlier
  /// one, those of the innermost function or call before them.
  private static func rows(for addresses: [UInt64], in scopes: ScopeTable, _ rule: LineZeroRule) -> [ClosedRange<UInt64>] {
    guard rule == .nearestEarlier else { return addresses.map { $0...$0 } }
    var ranges: [ClosedRange<UInt64>] = []
    var lowest = UInt64.max
    for address in addresses.reversed() {
      let innermost = scopes.chain(at: address).last
      let start = innermost.flatMap { scopes.ranges(of: scopes.scopes[$0]).map(\.lowerBound).min() } ?? address
      // Starts ascend like the addresses.
      lowest = min(lowest, start, address)
      ranges.append(lowest...address)
    }
    return ranges.reversed()
  }

  private func lineReader() -> LineReader {
    let known = reader ?? LineReader(entries.sections)
    reader = known
    return known
  }

  private func state(of unit: Int, _ tables: UnitTables) -> UnitState {
    let (context, names) = context(of: entries.units[unit])
    let files = tables.lines == nil ? LineFiles() : lineReader().files(of: entries.units[unit])
    return UnitState(tables, context: context, names: names, files: files, isSplit: entries.units[unit].isSkeleton)
  }

  /// Returns the decoder of the unit's entries; for a skeleton, that of its split unit.
  private func context(of unit: Unit) -> (UnitContext, FunctionNameReader) {
    guard unit.isSkeleton else { return (entries.context(of: unit), names) }
    if let split, split.unit == unit.offset { return (split.context, split.names) }
    guard let found = splits.entries(of: unit), let only = found.units.first else { return (entries.context(of: unit), names) }
    let new = (
      unit: unit.offset, context: found.context(of: only),
      names: FunctionNameReader(found, alternate: alternate.map { FunctionNameReader($0, alternate: nil) })
    )
    split = new
    return (new.context, new.names)
  }
}

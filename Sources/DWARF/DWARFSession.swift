internal import Bytes
public import ObjectFiles
public import SymbolModel

/// Answers addresses from one file's debug information. Lazy: opening reads the units' root entries, and a unit's functions and
/// lines are read when the first address falls into it. Used by one thread at a time.
public final class DWARFSession {
  /// What is known of one unit after the first address in it.
  private struct UnitState {
    let scopes: ScopeTable
    let context: UnitContext
    let names: FunctionNameReader
    let lines: LineTable?
    let files: LineFiles
    let directory: String?
  }

  private let entries: DebugEntries
  private let index: UnitIndex
  private lazy var listedRanges = UnitIndex(aranges: entries.sections.aranges, units: entries.units)
  private let names: FunctionNameReader
  private let companions: DebugCompanions
  private let zeroIsCode: Bool
  private var reader: LineReader?
  private var states: [Int: UnitState] = [:]
  private var keptRows = 0
  private var package: (entries: DebugEntries, index: SplitPackage, names: FunctionNameReader)?
  private let alternateNames: FunctionNameReader?
  /// The split files that were named by a unit and not found, or could not be read.
  public private(set) var missingSplitFiles: [String] = []

  /// How many line rows are kept before units are dropped again.
  private static let rowBudget = 400_000

  /// Opens the debug information of `file`. Throws when a section cannot be mapped or inflated.
  public init(_ file: ObjectFile, companions: DebugCompanions = DebugCompanions()) throws(ObjectFileError) {
    self.companions = companions
    zeroIsCode = file.kind == .object || file.sections.contains { $0.isCode && $0.address.value == 0 && $0.size > 0 }
    let sections = try DebugSections(file)
    entries = DebugEntries(sections, zeroIsCode: zeroIsCode)
    if let alternate = companions.alternate, let alternateSections = try? DebugSections(alternate) {
      alternateNames = FunctionNameReader(DebugEntries(alternateSections, zeroIsCode: false), alternate: nil)
      entries.alternateStr = alternateSections.str
    } else {
      alternateNames = nil
    }
    names = FunctionNameReader(entries, alternate: alternateNames)
    index = UnitIndex(entries.units)
  }

  /// The number of units.
  public var unitCount: Int { entries.units.count }

  /// Answers each address, in the order given; nil where neither a function nor a line holds it. Cheapest when neighbouring
  /// addresses follow each other, so give them sorted.
  public func resolve(_ addresses: [LinkAddress], lineZero: LineZeroRule) -> [DWARFAnswer?] {
    addresses.map { answer($0.value, lineZero: lineZero) }
  }

  private func answer(_ address: UInt64, lineZero: LineZeroRule) -> DWARFAnswer? {
    var fallback: DWARFAnswer?
    for unit in candidates(for: address) {
      let state = state(of: unit)
      if let answer = answer(address, in: state, lineZero: lineZero) {
        if !answer.frames.isEmpty { return answer }
        fallback = fallback ?? answer
      }
    }
    return fallback
  }

  private func candidates(for address: UInt64) -> [Int] {
    let claimed = index.candidates(for: address)
    if !claimed.isEmpty { return claimed }
    let listed = listedRanges.candidates(for: address)
    return listed.isEmpty ? index.unbounded : listed
  }

  private func answer(_ address: UInt64, in state: UnitState, lineZero: LineZeroRule) -> DWARFAnswer? {
    let chain = state.scopes.chain(at: address)
    var place = place(of: address, chain: chain, in: state, lineZero: lineZero)
    guard let outermost = chain.first else {
      return place.map { DWARFAnswer(frames: [], bareLine: $0, functionStart: nil) }
    }
    var frames: [DWARFFrame] = []
    for scope in chain.reversed() {
      let entry = state.scopes.scopes[scope].entry
      let names = state.names.names(at: entry)
      frames.append(
        DWARFFrame(
          linkageName: names.linkage, name: names.name, scopes: names.scopes, file: place?.file, line: place?.line,
          column: place?.column,
          approximate: place?.approximate ?? false))
      if scope != outermost { place = callSite(at: entry, in: state) }
    }
    let function = state.scopes.scopes[outermost]
    let start = state.scopes.ranges(of: function).first { $0.contains(address) }?.lowerBound
    return DWARFAnswer(frames: frames, bareLine: nil, functionStart: start.map { LinkAddress($0) })
  }

  /// The row of the line table that holds an address, as a frame without names.
  private func place(of address: UInt64, chain: [Int], in state: UnitState, lineZero: LineZeroRule) -> DWARFFrame? {
    guard let lines = state.lines, var position = lines.row(at: address) else { return nil }
    var approximate = false
    if lines.rows[position].line == 0, lineZero == .nearestEarlier, let innermost = chain.last {
      let earlier = lines.earlierRow(before: position, in: state.scopes.ranges(of: state.scopes.scopes[innermost])) {
        state.scopes.chain(at: $0).last == innermost
      }
      if let earlier {
        position = earlier
        approximate = true
      }
    }
    let row = lines.rows[position]
    return DWARFFrame(
      linkageName: nil, name: nil, scopes: [], file: state.files.path(at: Int(row.file), compilationDirectory: state.directory),
      line: row.line == 0 ? nil : row.line, column: row.column == 0 ? nil : row.column, approximate: approximate)
  }

  /// Where an inlined call stands in its caller: `DW_AT_call_file`, `DW_AT_call_line`, `DW_AT_call_column`.
  private func callSite(at entry: Int, in state: UnitState) -> DWARFFrame {
    var (file, line, column): (UInt64?, UInt64, UInt64) = (nil, 0, 0)
    state.context.forEachAttribute(ofEntryAt: entry) { attribute, value in
      switch attribute {
      case Attribute.callFile: file = value.number
      case Attribute.callLine: line = value.number ?? 0
      case Attribute.callColumn: column = value.number ?? 0
      default: break
      }
      return true
    }
    let path = file.flatMap(Int.init(exactly:)).flatMap { state.files.path(at: $0, compilationDirectory: state.directory) }
    return DWARFFrame(
      linkageName: nil, name: nil, scopes: [], file: path, line: line == 0 ? nil : UInt32(truncatingIfNeeded: line),
      column: column == 0 ? nil : UInt32(truncatingIfNeeded: column), approximate: false)
  }

  private func state(of position: Int) -> UnitState {
    if let known = states[position] { return known }
    if keptRows > Self.rowBudget {
      states = [:]
      reader = nil
      keptRows = 0
    }
    let unit = entries.units[position]
    let (context, names) =
      unit.isSkeleton
      ? splitContext(of: unit) ?? (entries.context(of: unit), self.names) : (entries.context(of: unit), self.names)
    if reader == nil { reader = LineReader(entries.sections) }
    let lines = unit.hasLines ? reader?.lines(ofUnitAt: unit.firstEntry) : nil
    let state = UnitState(
      scopes: ScopeTable(context), context: context, names: names, lines: lines?.table,
      files: lines?.files ?? LineFiles(paths: []),
      directory: unit.compilationDirectory)
    keptRows += lines?.table.rows.count ?? 0
    states[position] = state
    return state
  }

  /// The entries of a skeleton's split unit: from the package beside the file, else from the file that the skeleton names.
  private func splitContext(of skeleton: Unit) -> (UnitContext, FunctionNameReader)? {
    if package == nil, let file = companions.package { package = openPackage(file) }
    if let package, let id = skeleton.splitID, let contribution = package.index.contribution(of: id),
      let unit = package.entries.addSplitUnit(of: skeleton, contribution: contribution)
    {
      return (package.entries.context(of: unit), package.names)
    }
    guard let name = skeleton.splitName else { return nil }
    guard let file = companions.split(name, skeleton.compilationDirectory), let split = splitEntries(file),
      let unit = split.addSplitUnit(of: skeleton, contribution: nil)
    else {
      missingSplitFiles.append(name)
      return nil
    }
    return (split.context(of: unit), FunctionNameReader(split, alternate: alternateNames))
  }

  private func openPackage(_ file: ObjectFile) -> (entries: DebugEntries, index: SplitPackage, names: FunctionNameReader)? {
    guard let split = splitEntries(file), let index = SplitPackage(split.sections.cuIndex) else { return nil }
    return (split, index, FunctionNameReader(split, alternate: nil))
  }

  private func splitEntries(_ file: ObjectFile) -> DebugEntries? {
    guard let sections = try? DebugSections(file, suffix: ".dwo") else { return nil }
    return DebugEntries(sections, skeletonSections: entries.sections, zeroIsCode: zeroIsCode)
  }
}

package import ObjectFiles
package import SymbolModel
internal import Synchronization
internal import Workers

/// Answers addresses from one file's debug information. It is lazy: opening reads the root entries of the units, and the
/// functions and lines of a unit are read when the first address falls into it. Used by one thread at a time; one call may use
/// several.
///
/// The front of the module `DWARF`. In: an `ObjectFile` and the files that complete it. Out: for each link-time address, to an `AnswerSink`, the chain
/// of functions, innermost first, with file, line and column of each. On the way from the file to an answer:
///
/// 1. `Sections`: the bytes of `.debug_*`, mapped or inflated (`DebugSections`).
/// 2. `Units`: the units, and how their entries are decoded (`DebugEntries`).
/// 3. `Scopes`: the functions of a unit and the calls inlined into them (`ScopeTable`).
/// 4. `Lines`: the line tables, which libdw decodes (`LineReader`).
/// 5. `Resolving`: both put together for one address (`UnitResolver`).
package final class DWARFSession {
  private let entries: DebugEntries
  private let index: UnitIndex
  private let splits: SplitUnits
  private let alternate: DebugEntries?
  private lazy var listedRanges = UnitIndex(aranges: entries.sections.aranges, units: entries.units)
  private let pool: ResolverPool
  private var kept = KeptTables()

  /// From this many units on, each is dropped as soon as its addresses are answered.
  private static let manyUnits = 16

  /// Opens the debug information of `file`. Throws if a section cannot be mapped or decompressed.
  package init(_ file: ObjectFile, companions: DebugCompanions = DebugCompanions()) throws(ObjectFileError) {
    let zeroIsCode = file.kind == .object || file.sections.contains { $0.isCode && $0.address.value == 0 && $0.size > 0 }
    let sections = try DebugSections(file)
    let alternateSections = companions.alternate.flatMap { try? DebugSections($0) }
    entries = DebugEntries(sections, alternate: alternateSections, zeroIsCode: zeroIsCode)
    alternate = alternateSections.map { DebugEntries($0, zeroIsCode: false) }
    splits = SplitUnits(sections, companions: companions, alternate: alternateSections, zeroIsCode: zeroIsCode)
    index = UnitIndex(entries.units)
    pool = ResolverPool { [entries, splits, alternate] in UnitResolver(entries, splits: splits, alternate: alternate) }
  }

  /// The number of units.
  package var unitCount: Int { entries.units.count }

  /// The DWARF versions of the units, ascending, each once.
  package var versions: [Int] { Set(entries.units.map { Int($0.encoding.version) }).sorted() }

  /// Whether units only point to split files (`.dwo`, `.dwp`).
  package var isSplit: Bool { entries.units.contains(where: \.isSkeleton) }

  /// The split files that units refer to and that are missing or unreadable; grows as addresses are resolved.
  package var missingSplitFiles: [String] { splits.missingFiles }

  /// Whether pages of the file, or of one that completes it, were lost: answers may be wrong.
  package var hasLostPages: Bool {
    let sections = [entries.sections, alternate?.sections].compactMap { $0 }
    return splits.hasLostPages || sections.contains { $0.losses.contains(where: \.hasOccurred) }
  }

  /// The first unreadable part of the debug information, as one clause, or nil if there was none so far. Headers and root entries
  /// are read at once, the rest of a unit when an address falls into it.
  package var damage: String? {
    if let damage = entries.damage { return damage.description }
    return pool.damage.min { $0.unit < $1.unit }?.description
  }

  /// Answers addresses. Each thread has a sink, to which it passes its answers; the options may allow fewer threads than there are sinks. An
  /// address that neither a function nor a line contains has no answer. One function is one object in all answers of a sink. One call with
  /// many addresses is faster than many calls: each unit is read once, and threads share the units.
  package func resolve(_ addresses: [LinkAddress], _ options: ResolveOptions, to sinks: [any AnswerSink]) {
    guard let first = sinks.first else { return }
    var options = options
    options.jobs = min(options.jobs, sinks.count)
    let (groups, contested) = groups(of: addresses)
    resolve(groups.sorted { $0.key < $1.key }, addresses, options, to: AnswerSinks(sinks))
    for position in contested {
      let address = addresses[position].value
      if let answer = contestedAnswer(address, options) { first.take(answer, for: address, at: position) }
    }
  }

  /// Returns the positions of addresses by the unit that each falls into, and those that several units claim.
  private func groups(of addresses: [LinkAddress]) -> (groups: [Int: [Int]], contested: [Int]) {
    var groups: [Int: [Int]] = [:]
    var contested: [Int] = []
    // Sorted addresses fall into one unit in a row: to ask the index and the groups for each one takes 800 instructions.
    var (start, end, unit, run) = (UInt64(0), UInt64(0), 0, [Int]())
    for position in addresses.indices {
      let address = addresses[position].value
      if start <= address, address < end {
        run.append(position)
        continue
      }
      let (claimed, claimEnd) = index.claim(on: address)
      let units = claimed.isEmpty ? candidates(for: address) : claimed
      if units.count > 1 { contested.append(position) }
      guard units.count == 1 else { continue }
      if !run.isEmpty { groups[unit, default: []] += run }
      // What no root entry claims is asked for again.
      (start, end, unit, run) = (address, claimed.isEmpty ? address : claimEnd, units[0], [position])
    }
    if !run.isEmpty { groups[unit, default: []] += run }
    return (groups, contested)
  }

  /// Flattens all units, `jobs` at a time, and passes each to `body` in the order of the file, one at a time. The data of a unit
  /// is dropped at once.
  package func forEachFlatUnit(jobs: Int, _ body: @Sendable (_ unit: Int, FlatUnit) -> Void) {
    let threads = max(1, min(jobs, entries.units.count))
    let workers = pool.threads(threads)
    let units = entries.units
    let count = Atomic<Int>(0)
    OrderedWork(jobs: threads).run {
      let position = count.add(1, ordering: .relaxed).oldValue
      return position < units.count ? position : nil
    } work: { thread, position -> (Int, FlatUnit)? in
      guard units[position].rootTag != Tag.partialUnit else { return nil }
      let resolver = workers.resolvers[thread]
      defer { if position % Self.manyUnits == 0 { resolver.releaseAll() } else { resolver.release(unit: position) } }
      return (position, resolver.flatten(unit: position))
    } finish: { flat in
      if let (position, unit) = flat { body(position, unit) }
    }
  }

  /// Answers groups of addresses, each of which falls into one unit.
  private func resolve(
    _ groups: [(key: Int, value: [Int])], _ addresses: [LinkAddress], _ options: ResolveOptions, to sinks: AnswerSinks
  ) {
    let releases = groups.count >= Self.manyUnits
    let questions = groups.map { unit, positions in
      UnitQuestion(
        unit, positions, of: addresses, known: kept[unit], isWhole: !releases && kept.noteRequest(of: unit))
    }
    let tables =
      groups.count < 2 * options.jobs && options.jobs > 1
      ? pool.answerTogether(questions, options, to: sinks) : pool.answer(questions, options, releases: releases, to: sinks)
    for (question, tables) in zip(questions, tables) where question.isWhole && question.known == nil {
      kept.keep(tables, of: question.unit)
    }
  }

  /// The code ranges that root entries and `.debug_aranges` assign to units, unordered.
  package var claimedRanges: [Range<UInt64>] { index.ranges + listedRanges.ranges }

  /// Returns the units that may contain an address, best first, by their position in the file.
  package func units(claiming address: LinkAddress) -> [Int] { candidates(for: address.value) }

  /// Returns the offsets of the entries of a unit and of its function that contains an address, or nil if there is none, or if its
  /// entries are in another file.
  func function(at address: LinkAddress) -> (unit: Int, function: Int)? {
    for unit in candidates(for: address.value) where !entries.units[unit].isSkeleton {
      let scopes = kept[unit]?.scopes ?? pool.first.scopes(of: unit, holding: [address.value])
      guard let function = scopes.chain(at: address.value).first else { continue }
      return (entries.units[unit].firstEntry, scopes.scopes[function].entry)
    }
    return nil
  }

  /// Returns the units whose ranges contain an address: according to the root entries, else to `.debug_aranges`, else the units
  /// without ranges.
  private func candidates(for address: UInt64) -> [Int] {
    let claimed = index.candidates(for: address)
    if !claimed.isEmpty { return claimed }
    let listed = listedRanges.candidates(for: address)
    return listed.isEmpty ? index.unbounded : listed
  }

  /// Returns the first unit with a function at the address, else the first with a line.
  private func contestedAnswer(_ address: UInt64, _ options: ResolveOptions) -> DWARFAnswer? {
    var fallback: DWARFAnswer?
    for unit in candidates(for: address) {
      let tables = kept[unit] ?? pool.first.tables(of: unit)
      kept.keep(tables, of: unit)
      // Only a unit that has an answer gets its data prepared: there may be hundreds of candidates.
      guard tables.hold(address), let answer = pool.first.answer(address, unit: unit, tables, options) else {
        continue
      }
      if answer.hasFunction { return answer }
      fallback = fallback ?? answer
    }
    return fallback
  }
}

internal import Bytes
internal import Synchronization
internal import Workers

/// The units of one file's DWARF, or one split unit, and the tables for decoding them. Immutable, so that threads may share it;
/// abbreviation tables are parsed when the first entries of a unit are decoded.
///
/// The front of `Units`. In: `DebugSections`. Out: `units`, and for each a `UnitContext`, with which its entries are read.
///
/// `UnitHeaderReader` reads headers, `AbbreviationTable` the shapes of entries, of which `DeclarationSearch` finds that of a root,
/// `AttributeValue` one attribute; `UnitIndex` tells which units may hold an address, `SplitUnits` finds the entries that skeletons leave to other files.
final class DebugEntries: Sendable {
  /// The section bytes, kept alive here.
  let sections: DebugSections
  /// The units with readable entries, in file order.
  let units: [Unit]
  /// The first unreadable unit of a whole file, or nil if every header and root entry is readable.
  let damage: DWARFDamage?
  /// For a split unit: the sections of the skeleton's file, which has `.debug_addr` and DWARF 4 ranges.
  private let skeletonSections: DebugSections?
  /// The sections of the alternate file.
  private let alternate: DebugSections?
  private let zeroIsCode: Bool
  private let tables = PerKeyCache<TableKey, AbbreviationTable>()
  /// The approximate memory of `tables` in bytes.
  private let tableBytes = Atomic<Int>(0)

  /// The memory of abbreviation tables above which all are dropped: many units may each have their own.
  private static let maxTableBytes = 64 << 20
  /// The maximum number of units: each takes many times the memory of its header.
  private static let maxUnits = 1 << 21
  /// The number of bytes of a unit that are read to find its header and root entry.
  private static let headPart = 256
  /// The length of a unit in bytes from which on the next header is read instead of mapped. The system maps 64 KB at once, which takes
  /// as long as four reads. With mapped headers only, one address of DuckDB takes a quarter more time.
  private static let farUnits = 16 << 10

  private struct TableKey: Hashable {
    var offset: Int
    var encoding: UnitEncoding
    /// The only code that was parsed, or nil for the whole table.
    var code: UInt64?

    init(_ unit: Unit, only code: UInt64? = nil) { (offset, encoding, self.code) = (unit.abbrevOffset, unit.encoding, code) }

    /// Leaves out the encodings, of which a table has few.
    func hash(into hasher: inout Hasher) {
      hasher.combine(offset)
      hasher.combine(code ?? 0)
    }
  }

  /// Reads the headers and root entries of all units. This is cheap, because it needs only the first bytes of each unit.
  convenience init(_ sections: DebugSections, alternate: DebugSections? = nil, zeroIsCode: Bool) {
    var reader = RootReader(sections: sections, skeletonSections: nil, alternate: alternate, zeroIsCode: zeroIsCode)
    let whole = UnitHeaderReader(info: sections.info, size: sections.info.count)
    // Few files have units so far apart: the others are not opened again.
    lazy var pieces = sections.pieces(longest: Self.headPart)
    var units: [Unit] = []
    var damage: DWARFDamage?
    var (offset, distance) = (0, 0)
    var (released, releasedUnits) = (0, 0)
    while units.count < Self.maxUnits {
      let part = distance < Self.farUnits ? nil : pieces.flatMap { sections.infoPart(from: offset, count: Self.headPart, $0) }
      let headers = part.map { UnitHeaderReader(info: $0, size: whole.size) } ?? whole
      guard let (header, next) = headers.header(at: offset), next > offset else { break }
      var flaw = headers.flaw(at: offset)
      // Roots with long texts in them do not end in the part.
      if let header, let unit = reader.withRoot(header, headers.info) ?? reader.withRoot(header, whole.info) {
        units.append(unit)
        if !reader.hasRangesLeft { flaw = flaw ?? .ranges(at: offset) }
        // Old dsymutil leaves units without any entry.
        if unit.rootTag == 0, unit.firstEntry < unit.end, headers.info.byte(at: unit.firstEntry) != 0 {
          flaw = flaw ?? .root(at: offset)
        }
      }
      damage = damage ?? flaw.map { DWARFDamage($0) }
      (offset, distance) = (next, next - offset)
      // Each unit needs the pages around its header; not all of them are kept at once: one address of DuckDB takes 21 MB, not 35.
      if units.count >= releasedUnits + 64 {
        sections.release(released..<offset, of: "info")
        (released, releasedUnits) = (offset, units.count)
      }
    }
    if whole.hasContents(at: offset) { damage = damage ?? DWARFDamage(.header(at: offset)) }
    self.init(reader, units: units, damage: damage)
  }

  /// Reads the split unit that belongs to `skeleton`, decoded with the skeleton's bases: in a package, the unit with the given
  /// contributions; otherwise the first one with the skeleton's number, or the first one if numbers are not recorded. Returns nil
  /// if there is none.
  convenience init?(
    splitUnitOf skeleton: Unit, in sections: DebugSections, contribution: SplitPackage.Contribution?,
    skeletonSections: DebugSections,
    alternate: DebugSections?, zeroIsCode: Bool
  ) {
    let headers = UnitHeaderReader(info: sections.info, size: sections.info.count)
    var offset = contribution?.info ?? 0
    while let (header, next) = headers.header(at: offset), next > offset {
      if let header, contribution != nil || header.splitID == nil || header.splitID == skeleton.splitID {
        let reader = RootReader(
          sections: sections, skeletonSections: skeletonSections, alternate: alternate, zeroIsCode: zeroIsCode)
        self.init(reader, units: [header.joined(to: skeleton, contribution)], damage: nil)
        return
      }
      if contribution != nil { return nil }
      offset = next
    }
    return nil
  }

  private init(_ reader: RootReader, units: [Unit], damage: DWARFDamage?) {
    self.damage = damage
    sections = reader.sections
    skeletonSections = reader.skeletonSections
    alternate = reader.alternate
    zeroIsCode = reader.zeroIsCode
    self.units = units
  }

  /// Returns the decoder of the entries of one of `units`.
  func context(of unit: Unit) -> UnitContext {
    if tableBytes.load(ordering: .relaxed) > Self.maxTableBytes {
      tables.removeAll()
      tableBytes.store(0, ordering: .relaxed)
    }
    let table = tables.state(of: TableKey(unit)) {
      let table = AbbreviationTable(sections.abbrev, at: unit.abbrevOffset, encoding: unit.encoding)
      tableBytes.add(table.byteCount, ordering: .relaxed)
      return table
    }
    return UnitContext(unit, table, sections, skeletonSections: skeletonSections, alternate: alternate, zeroIsCode: zeroIsCode)
  }

  /// Returns the unit that contains an offset of `.debug_info`.
  func unit(holding offset: Int) -> Unit? {
    let next = units.partitionPoint { $0.offset > offset }
    return next > 0 && offset < units[next - 1].end ? units[next - 1] : nil
  }

  /// The declaration of a root entry after its code, and its table.
  private struct RootShape {
    let bytes: [UInt8]
    let encoding: UnitEncoding
    let table: AbbreviationTable
  }

  /// Reads root entries, and only the needed part of each abbreviation table.
  private struct RootReader {
    let sections: DebugSections
    let skeletonSections: DebugSections?
    let alternate: DebugSections?
    let zeroIsCode: Bool
    var tables: [TableKey: AbbreviationTable] = [:]
    private var shapes: [RootShape] = []
    /// The attributes of a root entry, in memory that all share.
    private var values: [(attribute: UInt16, value: AttributeValue)] = []
    private var rangeBudget: Int

    /// Whether the range lists of all units were readable so far.
    var hasRangesLeft: Bool { rangeBudget > 0 }

    init(sections: DebugSections, skeletonSections: DebugSections?, alternate: DebugSections?, zeroIsCode: Bool) {
      self.sections = sections
      self.skeletonSections = skeletonSections
      self.alternate = alternate
      self.zeroIsCode = zeroIsCode
      // Never 0, even without the section.
      rangeBudget = (skeletonSections ?? sections).ranges.count + sections.rnglists.count + 1
    }

    /// The maximum number of cached tables: usually there are a few, but each unit may have its own. Without the cache, one
    /// address of DuckDB takes 45 percent more instructions.
    private static let maxTables = 1 << 14

    private mutating func table(forRootOf unit: Unit, _ info: SectionBytes) -> AbbreviationTable {
      var cursor = SectionCursor(info, at: unit.firstEntry, limit: unit.end)
      let code = cursor.uleb()
      let key = TableKey(unit, only: code)
      if let table = tables[key] { return table }
      if tables.count >= Self.maxTables { tables = [:] }
      let table = table(unit, code)
      tables[key] = table
      return table
    }

    /// Returns the table of a root's declaration. Most of those that gcc writes differ in their code only: they share one.
    private mutating func table(_ unit: Unit, _ code: UInt64) -> AbbreviationTable {
      let section = sections.abbrev
      guard let place = DeclarationSearch(section, code: code).unitRoot(inTableAt: unit.abbrevOffset) else {
        return AbbreviationTable(section, at: unit.abbrevOffset, encoding: unit.encoding, only: code)
      }
      var cursor = SectionCursor(section, at: place)
      cursor.skipLEB()
      let start = cursor.position
      if let known = shapes.first(where: { $0.encoding == unit.encoding && section.has($0.bytes, at: start) }) {
        return known.table
      }
      let table = AbbreviationTable(section, at: place, encoding: unit.encoding, only: code)
      if shapes.count < Self.maxShapes, !table.entries.isEmpty {
        shapes.append(RootShape(bytes: (start..<table.end).map { section.byte(at: $0) }, encoding: unit.encoding, table: table))
      }
      return table
    }

    /// The number of different declarations of roots that are compared.
    private static let maxShapes = 16

    /// Fills in the attributes of the root entry. The bases come first, because other attributes may depend on them. `info` is the section,
    /// or the part of it that begins with the unit; returns nil if the entry does not end in that part.
    mutating func withRoot(_ bare: Unit, _ info: SectionBytes) -> Unit? {
      var unit = bare
      if unit.strOffsetsBase == nil, unit.encoding.version >= 5 { unit.strOffsetsBase = unit.encoding.offsetSize == 8 ? 16 : 8 }
      let table = table(forRootOf: unit, info)
      var context = context(of: unit, table, info)
      values.removeAll(keepingCapacity: true)
      if let root = table.entries.first {
        unit.rootTag = root.tag
        let isWhole = context.forEachAttribute(of: root, at: unit.firstEntry) { attribute, value in
          values.append((attribute, value))
          return true
        }
        if !isWhole, info.count < min(unit.end, sections.info.count) { return nil }
      }
      if unit.setBases(from: values) { context = self.context(of: unit, table, info) }
      unit.setFacts(from: values, context)
      // Ranges are relative to the low_pc that was just read.
      if unit.lowPC != context.unit.lowPC { context = self.context(of: unit, table, info) }
      unit.setRanges(from: values, context, budget: &rangeBudget)
      return unit
    }

    private func context(of unit: Unit, _ table: AbbreviationTable, _ info: SectionBytes) -> UnitContext {
      UnitContext(
        unit, table, sections, skeletonSections: skeletonSections, alternate: alternate, zeroIsCode: zeroIsCode, info: info)
    }
  }
}

extension Unit {
  /// Returns the unit with what only its skeleton contains, and its position in a package.
  fileprivate func joined(to skeleton: Unit, _ contribution: SplitPackage.Contribution?) -> Unit {
    var unit = self
    let wide = encoding.offsetSize == 8
    unit.abbrevOffset = abbrevOffset &+ (contribution?.abbrev ?? 0)
    unit.strOffsetsBase = (contribution?.strOffsets ?? 0) + (encoding.version >= 5 ? (wide ? 16 : 8) : 0)
    unit.rnglistsBase = (contribution?.rnglists ?? 0) + (wide ? 20 : 12)
    unit.addrBase = skeleton.addrBase
    unit.gnuRangesBase = skeleton.gnuRangesBase
    unit.lowPC = skeleton.lowPC
    unit.compilationDirectory = skeleton.compilationDirectory
    unit.language = skeleton.language
    return unit
  }

  /// Reads the bases of indexed forms from the root entry's attributes. Returns whether there are any.
  fileprivate mutating func setBases(from values: [(attribute: UInt16, value: AttributeValue)]) -> Bool {
    var isChanged = false
    for (attribute, value) in values {
      guard let number = value.number.flatMap(Int.init(exactly:)) else { continue }
      switch attribute {
      case Attribute.strOffsetsBase: strOffsetsBase = number
      case Attribute.addrBase, Attribute.gnuAddrBase: addrBase = number
      case Attribute.rnglistsBase: rnglistsBase = number
      case Attribute.gnuRangesBase: gnuRangesBase = number
      default: continue
      }
      isChanged = true
    }
    return isChanged
  }

  fileprivate mutating func setFacts(from values: [(attribute: UInt16, value: AttributeValue)], _ context: UnitContext) {
    for (attribute, value) in values {
      switch attribute {
      case Attribute.compDir: compilationDirectory = context.text(value)
      case Attribute.stmtList: lineTable = value.number.flatMap(Int.init(exactly:))
      case Attribute.language: language = value.number ?? 0
      case Attribute.dwoName, Attribute.gnuDwoName: splitName = context.text(value)
      case Attribute.gnuDwoID: splitID = value.number
      case Attribute.lowPC: lowPC = context.address(value) ?? 0
      default: break
      }
    }
  }

  fileprivate mutating func setRanges(
    from values: [(attribute: UInt16, value: AttributeValue)], _ context: UnitContext, budget: inout Int
  ) {
    if let list = values.first(where: { $0.attribute == Attribute.ranges }) {
      context.appendCodeRanges(list.value, to: &ranges, budget: &budget)
    } else if let high = values.first(where: { $0.attribute == Attribute.highPC })?.value {
      let end = context.address(high) ?? lowPC &+ (high.number ?? 0)
      ranges = context.isCode(low: lowPC, high: end) ? [lowPC..<end] : []
    }
  }
}

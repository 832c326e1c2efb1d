/// The units of one file's DWARF, or of one split file, and the tables that decoding them takes. Used by one thread at a time;
/// the contexts it hands out are values that any thread may use.
final class DebugEntries {
  /// The section bytes, kept alive here.
  let sections: DebugSections
  /// All units whose entries can be read, in file order. Of split units the bases are set when they are joined to a skeleton.
  private(set) var units: [Unit] = []
  /// For a split file: the sections of the file with the skeletons, which hold `.debug_addr` and DWARF 4 ranges.
  private let skeletonSections: DebugSections?
  /// The strings of the alternate file.
  var alternateStr = SectionBytes.none
  private let zeroIsCode: Bool
  private var tables: [TableKey: AbbreviationTable] = [:]

  private struct TableKey: Hashable {
    var offset: Int
    var encoding: UnitEncoding
  }

  /// Of a split file no unit is read until `addSplitUnit` names it.
  init(_ sections: DebugSections, skeletonSections: DebugSections? = nil, zeroIsCode: Bool) {
    self.sections = sections
    self.skeletonSections = skeletonSections
    self.zeroIsCode = zeroIsCode
    if skeletonSections == nil { readUnits() }
  }

  /// Reads the headers and the root entries of all units: cheap, as it touches the first bytes of each unit only.
  private func readUnits() {
    let reader = UnitHeaderReader(info: sections.info)
    var offset = 0
    while let (unit, next) = reader.header(at: offset), next > offset {
      if var unit {
        readRoot(of: &unit)
        units.append(unit)
      }
      offset = next
    }
  }

  /// What decoding the entries of `unit` takes.
  func context(of unit: Unit) -> UnitContext {
    UnitContext(
      unit: unit, table: table(for: unit), info: sections.info, str: sections.str, lineStr: sections.lineStr,
      strOffsets: sections.strOffsets, addr: (skeletonSections ?? sections).addr, ranges: (skeletonSections ?? sections).ranges,
      rnglists: sections.rnglists, alternateStr: alternateStr, zeroIsCode: zeroIsCode)
  }

  /// Adds the split unit that belongs to `skeleton`, decoded with the skeleton's bases: in a package the one whose contributions
  /// are given, else the first one with the skeleton's number (or the first at all, where the numbers are not recorded).
  func addSplitUnit(of skeleton: Unit, contribution: SplitPackage.Contribution?) -> Unit? {
    let reader = UnitHeaderReader(info: sections.info)
    var offset = contribution?.info ?? 0
    while let (header, next) = reader.header(at: offset), next > offset {
      if var unit = header {
        unit.abbrevOffset = unit.abbrevOffset &+ (contribution?.abbrev ?? 0)
        let version5 = unit.encoding.version >= 5
        unit.strOffsetsBase = (contribution?.strOffsets ?? 0) + (version5 ? (unit.encoding.offsetSize == 8 ? 16 : 8) : 0)
        unit.rnglistsBase = (contribution?.rnglists ?? 0) + (unit.encoding.offsetSize == 8 ? 20 : 12)
        unit.addrBase = skeleton.addrBase
        unit.gnuRangesBase = skeleton.gnuRangesBase
        unit.lowPC = skeleton.lowPC
        unit.compilationDirectory = skeleton.compilationDirectory
        if contribution != nil || unit.splitID == nil || unit.splitID == skeleton.splitID {
          units.append(unit)
          units.sort { $0.offset < $1.offset }
          return unit
        }
      }
      if contribution != nil { return nil }
      offset = next
    }
    return nil
  }

  /// The unit whose entries hold an offset of `.debug_info`.
  func unit(holding offset: Int) -> Unit? {
    var low = 0
    var high = units.count
    while low < high {
      let middle = (low + high) / 2
      if units[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0, offset < units[low - 1].end else { return nil }
    return units[low - 1]
  }

  private func table(for unit: Unit) -> AbbreviationTable {
    let key = TableKey(offset: unit.abbrevOffset, encoding: unit.encoding)
    if let table = tables[key] { return table }
    let table = AbbreviationTable(sections.abbrev, at: unit.abbrevOffset, encoding: unit.encoding)
    tables[key] = table
    return table
  }

  /// Fills in what the root entry says. The bases come first, because other attributes may depend on them.
  private func readRoot(of unit: inout Unit) {
    var values: [(UInt16, AttributeValue)] = []
    let before = context(of: unit)
    unit.rootTag =
      before.forEachAttribute(ofEntryAt: unit.firstEntry) { attribute, value in
        values.append((attribute, value))
        return true
      } ?? 0
    unit.setBases(from: values)
    let context = context(of: unit)
    for (attribute, value) in values {
      switch attribute {
      case Attribute.compDir: unit.compilationDirectory = context.text(value)
      case Attribute.stmtList: unit.hasLines = true
      case Attribute.language: unit.language = value.number ?? 0
      case Attribute.dwoName, Attribute.gnuDwoName: unit.splitName = context.text(value)
      case Attribute.gnuDwoID: unit.splitID = value.number
      case Attribute.lowPC: unit.lowPC = context.address(value) ?? 0
      default: break
      }
    }
    unit.ranges = rootRanges(values, of: unit)
  }

  private func rootRanges(_ values: [(UInt16, AttributeValue)], of unit: Unit) -> [Range<UInt64>] {
    let context = context(of: unit)
    if let list = values.first(where: { $0.0 == Attribute.ranges }) {
      return context.codeRanges(list.1)
    }
    guard let high = values.first(where: { $0.0 == Attribute.highPC })?.1 else { return [] }
    let end = context.address(high) ?? unit.lowPC &+ (high.number ?? 0)
    return context.isCode(low: unit.lowPC, high: end) ? [unit.lowPC..<end] : []
  }
}

extension Unit {
  /// Takes the bases of indexed forms from the root entry's attributes.
  fileprivate mutating func setBases(from values: [(UInt16, AttributeValue)]) {
    for (attribute, value) in values {
      guard let number = value.number.flatMap(Int.init(exactly:)) else { continue }
      switch attribute {
      case Attribute.strOffsetsBase: strOffsetsBase = number
      case Attribute.addrBase, Attribute.gnuAddrBase: addrBase = number
      case Attribute.rnglistsBase: rnglistsBase = number
      case Attribute.gnuRangesBase: gnuRangesBase = number
      default: break
      }
    }
    if strOffsetsBase == nil, encoding.version >= 5 { strOffsetsBase = encoding.offsetSize == 8 ? 16 : 8 }
  }
}

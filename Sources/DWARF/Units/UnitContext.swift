/// Everything needed to decode the entries of one unit. Owns no bytes: valid as long as the sections it points to.
final class UnitContext: Sendable {
  let unit: Unit
  let table: AbbreviationTable
  let info: SectionBytes
  let str: SectionBytes
  let lineStr: SectionBytes
  let strOffsets: SectionBytes
  /// `.debug_addr`; for split units, that of the skeleton's file.
  let addr: SectionBytes
  /// `.debug_ranges`; for split units, that of the skeleton's file.
  let ranges: SectionBytes
  let rnglists: SectionBytes
  /// The strings of the alternate file (`.gnu_debugaltlink`); missing without one.
  let alternateStr: SectionBytes
  /// Whether link-time address 0 can be code. Linkers leave dropped functions at 0.
  let zeroIsCode: Bool

  /// Takes what the unit needs from its own sections, from those of its skeleton and from the alternate file. `info` is a part of
  /// `.debug_info` that is enough, or nil for all of it.
  init(
    _ unit: Unit, _ table: AbbreviationTable, _ sections: DebugSections, skeletonSections: DebugSections?,
    alternate: DebugSections?,
    zeroIsCode: Bool, info: SectionBytes? = nil
  ) {
    self.unit = unit
    self.table = table
    self.info = info ?? sections.info
    str = sections.str
    lineStr = sections.lineStr
    strOffsets = sections.strOffsets
    addr = (skeletonSections ?? sections).addr
    ranges = (skeletonSections ?? sections).ranges
    rnglists = sections.rnglists
    alternateStr = alternate?.str ?? .none
    self.zeroIsCode = zeroIsCode
  }

  /// Returns the text of a string-class value, or nil for other values and for offsets outside their section.
  func text(_ value: AttributeValue) -> String? {
    switch value {
    case .text(let offset): return str.text(at: offset)
    case .inlineText(let offset): return info.text(at: offset)
    case .lineText(let offset): return lineStr.text(at: offset)
    case .alternateText(let offset): return alternateStr.text(at: offset)
    case .textIndex: return textPlace(value).flatMap { str.text(at: $0) }
    default: return nil
    }
  }

  /// Returns the text of a name, or nil for an empty one, too.
  func name(_ value: AttributeValue) -> String? { text(value).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the offset of a string value in `.debug_str`, or nil if it is elsewhere.
  func textPlace(_ value: AttributeValue) -> Int? {
    switch value {
    case .text(let offset): return offset
    case .textIndex(let index):
      let size = Int(unit.encoding.offsetSize)
      guard let position = Self.offset(of: index, size: size, base: unit.strOffsetsBase ?? 0), position <= strOffsets.count - size
      else {
        return nil
      }
      return Int(truncatingIfNeeded: strOffsets.unsigned(at: position, size: size))
    default: return nil
    }
  }

  /// Returns the address of an address-class value, or nil for other values.
  @inline(__always) func address(_ value: AttributeValue) -> UInt64? {
    switch value {
    case .address(let address): address
    case .addressIndex(let index): indexedAddress(index)
    default: nil
    }
  }

  /// Returns the value of a form at an offset of `.debug_info`.
  func value(_ form: UInt16, at offset: Int) -> AttributeValue {
    var cursor = SectionCursor(info, at: offset, limit: unit.end)
    return cursor.value(form, constant: 0, encoding: unit.encoding, unitOffset: unit.offset)
  }

  /// Returns the address that a form has at an offset of `.debug_info`, or nil for other forms.
  @inline(__always) func address(_ form: UInt16, at offset: Int) -> UInt64? {
    form == Form.addr ? info.unsigned(at: offset, size: Int(unit.encoding.addressSize)) : address(value(form, at: offset))
  }

  /// Returns the end of code that begins at `low`, from a `DW_AT_high_pc` at an offset of `.debug_info`: an address, or a length.
  @inline(__always) func codeEnd(_ form: UInt16, at offset: Int, low: UInt64) -> UInt64? {
    if form == Form.data4 { return low &+ UInt64(info.load(UInt32.self, at: offset)) }
    let high = value(form, at: offset)
    return address(high) ?? high.number.map { low &+ $0 }
  }

  private func indexedAddress(_ index: UInt64) -> UInt64? {
    let size = Int(unit.encoding.addressSize)
    guard let position = Self.offset(of: index, size: size, base: unit.addrBase ?? 0), position <= addr.count - size else {
      return nil
    }
    return addr.unsigned(at: position, size: size)
  }

  private static func offset(of index: UInt64, size: Int, base: Int) -> Int? {
    guard let number = Int(exactly: index), case (let scaled, false) = number.multipliedReportingOverflow(by: size),
      case (let sum, false) = scaled.addingReportingOverflow(base), sum >= 0
    else { return nil }
    return sum
  }

  /// The number of range list entries that may be read for all functions of a unit together, and for all root entries: damaged
  /// entries may all refer to the same long list. Lists that are each used once have fewer entries than bytes.
  var rangeBudget: Int { ranges.count + rnglists.count }

  /// Adds the code ranges of a `DW_AT_ranges` value without empty ones (DWARF 5, 2.17.3; DWARF 4, 2.17.3). `budget` counts the
  /// list entries that may still be read.
  func appendCodeRanges(_ value: AttributeValue, to result: inout [Range<UInt64>], budget: inout Int) {
    switch value {
    case .rangeListIndex(let index):
      let base = unit.rnglistsBase ?? 0
      let size = Int(unit.encoding.offsetSize)
      guard let position = Self.offset(of: index, size: size, base: base), position <= rnglists.count - size else { return }
      appendRangeList5(at: base &+ Int(truncatingIfNeeded: rnglists.unsigned(at: position, size: size)), to: &result, &budget)
    case .constant(let offset):
      guard let position = Int(exactly: offset) else { return }
      if unit.encoding.version >= 5 {
        appendRangeList5(at: position, to: &result, &budget)
      } else {
        appendRangeList4(at: position &+ (unit.gnuRangesBase ?? 0), to: &result, &budget)
      }
    default: return
    }
  }

  /// The maximum number of ranges in one list of results.
  private static let maxRanges = 1 << 22

  private func appendRangeList4(at offset: Int, to result: inout [Range<UInt64>], _ budget: inout Int) {
    let size = Int(unit.encoding.addressSize)
    let highest: UInt64 = size == 8 ? .max : (1 << (8 * UInt64(size))) - 1
    var cursor = SectionCursor(ranges, at: offset)
    var base = unit.lowPC
    while !cursor.isAtEnd, result.count < Self.maxRanges, budget > 0 {
      budget -= 1
      let low = cursor.unsigned(size: size)
      let high = cursor.unsigned(size: size)
      if cursor.failed || (low == 0 && high == 0) { break }
      if low == highest {
        base = high
      } else {
        append(low: base &+ low, high: base &+ high, to: &result)
      }
    }
  }

  private func appendRangeList5(at offset: Int, to result: inout [Range<UInt64>], _ budget: inout Int) {
    let size = Int(unit.encoding.addressSize)
    var cursor = SectionCursor(rnglists, at: offset)
    var base = unit.lowPC
    while !cursor.isAtEnd, result.count < Self.maxRanges, budget > 0 {
      budget -= 1
      switch cursor.unsigned(size: 1) {  // DW_RLE_*, table 7.30
      case 1: base = indexedAddress(cursor.uleb()) ?? 0
      case 2:
        let low = indexedAddress(cursor.uleb()) ?? 0
        append(low: low, high: indexedAddress(cursor.uleb()) ?? 0, to: &result)
      case 3:
        let low = indexedAddress(cursor.uleb()) ?? 0
        append(low: low, high: low &+ cursor.uleb(), to: &result)
      case 4:
        let low = base &+ cursor.uleb()
        append(low: low, high: base &+ cursor.uleb(), to: &result)
      case 5: base = cursor.unsigned(size: size)
      case 6:
        let low = cursor.unsigned(size: size)
        append(low: low, high: cursor.unsigned(size: size), to: &result)
      case 7:
        let low = cursor.unsigned(size: size)
        append(low: low, high: low &+ cursor.uleb(), to: &result)
      default: return
      }
      if cursor.failed { break }
    }
  }

  private func append(low: UInt64, high: UInt64, to ranges: inout [Range<UInt64>]) {
    if isCode(low: low, high: high) { ranges.append(low..<high) }
  }

  /// Returns whether a range can be code: not empty, and not at the addresses of dropped code (0, 1, the highest addresses).
  @inline(__always) func isCode(low: UInt64, high: UInt64) -> Bool {
    low < high && (low > 1 || zeroIsCode) && low < 0xffff_ffff_ffff_fffe
  }

  /// Calls `body` with each attribute of the entry at `offset` of `.debug_info` until it returns false. Returns the entry's tag,
  /// or nil if there is no entry.
  @discardableResult
  func forEachAttribute(ofEntryAt offset: Int, _ body: (UInt16, AttributeValue) -> Bool) -> UInt16? {
    var cursor = SectionCursor(info, at: offset, limit: unit.end)
    guard let position = table.position(of: cursor.uleb()), !cursor.failed else { return nil }
    forEachAttribute(of: table.entries[position], at: offset, body)
    return table.entries[position].tag
  }

  /// Does the same for an entry whose abbreviation is known. Returns false if the unit, or the part of it that is there, ends before the
  /// entry does.
  @discardableResult
  func forEachAttribute(of entry: AbbreviationTable.Entry, at offset: Int, _ body: (UInt16, AttributeValue) -> Bool) -> Bool {
    var cursor = SectionCursor(info, at: offset, limit: unit.end)
    cursor.skipLEB()
    for index in Int(entry.first)..<Int(entry.first + entry.count) {
      let specification = table.specifications[index]
      let value = cursor.value(
        specification.form, constant: specification.constant, encoding: unit.encoding, unitOffset: unit.offset)
      if cursor.failed || !body(specification.attribute, value) { break }
    }
    return !cursor.failed
  }
}

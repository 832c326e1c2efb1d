/// Reads unit headers one after the other.
struct UnitHeaderReader {
  /// The section, or a part of it.
  let info: SectionBytes
  /// The number of bytes of the whole section.
  let size: Int

  /// Returns whether a header should be at `offset`: zeros up to the end of the section are padding.
  func hasContents(at offset: Int) -> Bool {
    var position = offset
    while position < size, info.byte(at: position) == 0 { position += 1 }
    return position < size
  }

  /// Returns the damage of the header at `offset`, of which `header(at:)` reads as much as possible, or nil if there is none.
  func flaw(at offset: Int) -> DWARFDamage.Kind? {
    let isWide = info.unsigned(at: offset, size: 4) == 0xffff_ffff
    let body = offset + (isWide ? 12 : 4)
    let length = info.unsigned(at: body - (isWide ? 8 : 4), size: isWide ? 8 : 4)
    if length > UInt64(max(0, size - body)) { return .length(at: offset) }
    let version = Int(info.unsigned(at: body, size: 2))
    return (2...5).contains(version) ? nil : .version(version, at: offset)
  }

  /// Returns the header at `offset`, or nil at the end of the section or if the header is damaged; reading then ends, because the
  /// start of the next unit is unknown. `next` is the start of the next header.
  func header(at offset: Int) -> (unit: Unit?, next: Int)? {
    var cursor = SectionCursor(info, at: offset)
    var length = cursor.unsigned(size: 4)
    var offsetSize: UInt8 = 4
    if length == 0xffff_ffff {
      length = cursor.unsigned(size: 8)
      offsetSize = 8
    }
    guard !cursor.failed, length > 0, let own = Int(exactly: length) else { return nil }
    let end = min(size, cursor.position.addingReportingOverflow(own).overflow ? size : cursor.position + own)
    let version = UInt16(cursor.unsigned(size: 2))
    guard version >= 2, version <= 5 else { return cursor.failed ? nil : (nil, end) }
    var type: UInt64 = 1
    var addressSize: UInt64 = 0
    var abbrevOffset: UInt64 = 0
    if version >= 5 {
      type = cursor.unsigned(size: 1)
      addressSize = cursor.unsigned(size: 1)
      abbrevOffset = cursor.unsigned(size: Int(offsetSize))
    } else {
      abbrevOffset = cursor.unsigned(size: Int(offsetSize))
      addressSize = cursor.unsigned(size: 1)
    }
    var id: UInt64?
    if type == 4 || type == 5 { id = cursor.unsigned(size: 8) }  // DW_UT_skeleton, DW_UT_split_compile
    guard !cursor.failed, addressSize == 4 || addressSize == 8 || addressSize == 2 else {
      return cursor.failed ? nil : (nil, end)
    }
    if type == 2 || type == 6 { return (nil, end) }  // type units
    var unit = Unit(
      offset: offset, end: end, firstEntry: cursor.position,
      encoding: UnitEncoding(version: version, addressSize: UInt8(addressSize), offsetSize: offsetSize),
      abbrevOffset: Int(clamping: abbrevOffset))
    unit.splitID = id
    return (unit, end)
  }
}

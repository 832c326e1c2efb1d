/// Joins the maps of the sections of an indexed map into one (ECMA-426, "Index maps"). A section is valid from its offset up to
/// the next one's.
struct SectionJoining {
  /// The joined map.
  private(set) var map = DecodedMap()

  /// Adds the next section. Its columns count from `column` on its first line only. `next` is the line and column at which the
  /// section after it begins; mappings from there on are left out. Throws if a position exceeds 32 bits.
  mutating func add(_ part: DecodedMap, line: UInt32, column: UInt32, before next: (UInt32, UInt32)) throws(SourceMapError) {
    let sourceBase = UInt32(truncatingIfNeeded: map.sources.count)
    let nameBase = UInt32(truncatingIfNeeded: map.names.count)
    endEarlierSection(line: line, column: column)
    let mappings = part.mappings
    for (position, number) in mappings.lines.enumerated() {
      let (generated, tooLong) = number.addingReportingOverflow(line)
      guard !tooLong else { throw SourceMapError(.outOfRange("line")) }
      guard generated <= next.0 else { break }
      map.mappings.begin(line: generated)
      for position in mappings.segments(ofLine: position) {
        var segment = mappings.segment(position)
        let (at, tooWide) = segment.column.addingReportingOverflow(number == 0 ? column : 0)
        guard !tooWide else { throw SourceMapError(.outOfRange("column")) }
        guard (generated, at) < next else { break }
        segment.column = at
        if segment.source != Mappings.none { segment.source += sourceBase }
        if segment.name != Mappings.none { segment.name += nameBase }
        map.mappings.append(segment)
      }
    }
    map.sources += part.sources
    map.names += part.names
  }

  /// Ends the last segment of the section before at the start of this one, so that it does not cover positions of this one.
  private mutating func endEarlierSection(line: UInt32, column: UInt32) {
    guard map.mappings.lines.last == line else { return }
    map.mappings.append(.init(column: column))
  }
}

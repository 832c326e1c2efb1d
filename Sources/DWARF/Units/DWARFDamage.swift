/// An unreadable part of the debug information. The rest is still used.
struct DWARFDamage: Sendable, CustomStringConvertible {
  /// The part, with its offset in its section.
  enum Kind: Sendable {
    /// The header of a unit in `.debug_info`: everything after it is lost.
    case header(at: Int)
    /// A unit that reaches past the end of `.debug_info`.
    case length(at: Int)
    /// A unit of an unknown version.
    case version(Int, at: Int)
    /// The root entry of a unit.
    case root(at: Int)
    /// The range lists of the root entries from a unit on, which are together longer than their sections.
    case ranges(at: Int)
    /// The entries of a unit, from one in `.debug_info` on.
    case entries(from: Int)
    /// The line table of a unit, or its end.
    case lineTable(at: Int)
  }

  /// The part.
  let kind: Kind
  /// The position of the unit, or -1 if the unit is unusable.
  let unit: Int

  /// Records an unreadable part.
  init(_ kind: Kind, unit: Int = -1) {
    self.kind = kind
    self.unit = unit
  }

  /// One clause without the file's name.
  var description: String {
    switch kind {
    case .header(let offset): "the units from byte \(offset) of .debug_info on cannot be read"
    case .length(let offset): "the unit at byte \(offset) of .debug_info reaches past the end of the section"
    case .version(let version, let offset): "the unit at byte \(offset) of .debug_info has the unknown DWARF version \(version)"
    case .root(let offset): "the unit at byte \(offset) of .debug_info cannot be read"
    case .ranges(let offset): "the units from byte \(offset) of .debug_info on have too many code ranges"
    case .entries(let offset): "the entries of a unit from byte \(offset) of .debug_info on cannot be read"
    case .lineTable(let offset): "the line table at byte \(offset) of .debug_line cannot be read to its end"
    }
  }
}

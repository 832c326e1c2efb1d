/// The unit index of a DWARF package file (`.dwp`): which bytes of its sections belong to a split unit (DWARF 5, 7.3.5; the GNU
/// form for DWARF 4 has another header and other section numbers).
struct SplitPackage {
  /// The start of one unit's contributions in the package's sections.
  struct Contribution {
    var info = 0
    var abbrev = 0
    var strOffsets = 0
    var rnglists = 0
  }

  private let index: SectionBytes
  private let version: Int
  private let columns: Int
  private let units: Int
  private let slots: Int

  /// Reads the header of `.debug_cu_index`. Returns nil if the section is missing or its tables reach past its end.
  init?(_ index: SectionBytes) {
    self.index = index
    let first = index.load(UInt32.self, at: 0)
    version = first == 2 ? 2 : Int(index.load(UInt16.self, at: 0))
    columns = Int(index.load(UInt32.self, at: 4))
    units = Int(index.load(UInt32.self, at: 8))
    slots = Int(index.load(UInt32.self, at: 12))
    guard version == 2 || version == 5, columns > 0, columns <= 16, units <= index.count / 4, slots <= index.count / 12,
      16 + slots * 12 + columns * 4 + units * columns * 8 <= index.count
    else { return nil }
  }

  /// Returns the contributions of the unit with a number, or nil if the package does not contain it.
  func contribution(of id: UInt64) -> Contribution? {
    for slot in 0..<slots where index.load(UInt64.self, at: 16 + slot * 8) == id {
      let row = Int(index.load(UInt32.self, at: 16 + slots * 8 + slot * 4))
      if row >= 1 && row <= units { return contribution(row: row - 1) }
    }
    return nil
  }

  private func contribution(row: Int) -> Contribution {
    let headings = 16 + slots * 12
    var result = Contribution()
    for column in 0..<columns {
      let offset = Int(index.load(UInt32.self, at: headings + columns * 4 + (row * columns + column) * 4))
      switch index.load(UInt32.self, at: headings + column * 4) {
      case 1: result.info = offset
      case 3: result.abbrev = offset
      case 6: result.strOffsets = offset
      case 8 where version == 5: result.rnglists = offset
      default: break
      }
    }
    return result
  }
}

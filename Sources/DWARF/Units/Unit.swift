/// One unit of `.debug_info`: its header and what its root entry says (DWARF 5, 7.5.1). Of type units nothing is read.
struct Unit: Sendable {
  /// The offset of the header in `.debug_info`.
  var offset: Int
  /// The exclusive end.
  var end: Int
  /// The offset of the root entry.
  var firstEntry: Int
  /// How the unit's numbers are encoded.
  var encoding: UnitEncoding
  /// Where the unit's abbreviations begin in `.debug_abbrev`.
  var abbrevOffset: Int
  /// `DW_TAG_compile_unit`, `DW_TAG_skeleton_unit` and so on; 0 when the root entry cannot be read.
  var rootTag: UInt16 = 0
  /// `DW_AT_language`.
  var language: UInt64 = 0
  /// `DW_AT_comp_dir`.
  var compilationDirectory: String?
  /// `DW_AT_stmt_list`: where the unit's line table begins in `.debug_line`; nil without one.
  var lineTable: Int?
  /// `DW_AT_str_offsets_base`: where the unit's entries begin in `.debug_str_offsets`.
  var strOffsetsBase: Int?
  /// `DW_AT_addr_base`: where the unit's entries begin in `.debug_addr`.
  var addrBase: Int?
  /// `DW_AT_rnglists_base`: where the unit's offsets begin in `.debug_rnglists`.
  var rnglistsBase: Int?
  /// `DW_AT_GNU_ranges_base` of a DWARF 4 skeleton.
  var gnuRangesBase: Int?
  /// `DW_AT_low_pc`: the base of the unit's range lists.
  var lowPC: UInt64 = 0
  /// The code of the unit, as its root entry states it; empty when it does not.
  var ranges: [Range<UInt64>] = []
  /// The path of the file with the entries of a split unit, relative to `compilationDirectory`.
  var splitName: String?
  /// The number that joins a skeleton and its split unit.
  var splitID: UInt64?

  /// Whether the unit has a line table.
  var hasLines: Bool { lineTable != nil }

  /// Whether the entries of the code are in another file.
  var isSkeleton: Bool { splitName != nil }
}

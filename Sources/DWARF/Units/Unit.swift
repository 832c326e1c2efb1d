/// One unit of `.debug_info`: its header and root entry (DWARF 5, 7.5.1). Type units are skipped.
struct Unit: Sendable {
  /// The offset of the header in `.debug_info`.
  var offset: Int
  /// The exclusive end.
  var end: Int
  /// The offset of the root entry.
  var firstEntry: Int
  /// The encoding of the unit's numbers.
  var encoding: UnitEncoding
  /// The offset of the unit's abbreviations in `.debug_abbrev`.
  var abbrevOffset: Int
  /// `DW_TAG_compile_unit`, `DW_TAG_skeleton_unit` and so on; 0 if the root entry is unreadable.
  var rootTag: UInt16 = 0
  /// `DW_AT_language`.
  var language: UInt64 = 0
  /// `DW_AT_comp_dir`.
  var compilationDirectory: String?
  /// `DW_AT_stmt_list`: the offset of the unit's line table in `.debug_line`, or nil without one.
  var lineTable: Int?
  /// `DW_AT_str_offsets_base`: the offset of the unit's entries in `.debug_str_offsets`.
  var strOffsetsBase: Int?
  /// `DW_AT_addr_base`: the offset of the unit's entries in `.debug_addr`.
  var addrBase: Int?
  /// `DW_AT_rnglists_base`: the offset of the unit's offsets in `.debug_rnglists`.
  var rnglistsBase: Int?
  /// `DW_AT_GNU_ranges_base` of a DWARF 4 skeleton.
  var gnuRangesBase: Int?
  /// `DW_AT_low_pc`: the base of the unit's range lists.
  var lowPC: UInt64 = 0
  /// The code of the unit according to its root entry, or none if it does not say.
  var ranges: [Range<UInt64>] = []
  /// The path of the file with the entries of a split unit, relative to `compilationDirectory`.
  var splitName: String?
  /// The number that links a skeleton and its split unit.
  var splitID: UInt64?

  /// Whether the unit has a line table.
  var hasLines: Bool { lineTable != nil }

  /// Whether the entries of the code are in another file.
  var isSkeleton: Bool { splitName != nil }
}

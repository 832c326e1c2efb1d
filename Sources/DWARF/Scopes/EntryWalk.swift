/// The walk over all entries of one unit, in file order: the hot loop of everything that needs more than one entry.
struct EntryWalk {
  /// The current entry of the walk.
  struct Step {
    /// The offset of the entry in `.debug_info`.
    let offset: Int
    /// The depth below the unit's root entry, which has 0.
    let depth: Int
    let entry: AbbreviationTable.Entry
  }

  /// Calls `visit` for each entry, which moves the cursor after the entry's attributes, and `close` with the depth of each entry
  /// whose children end. A damaged entry ends the walk. Returns its offset, or the end of the unit if the unit ends in the middle
  /// of it, or nil if all entries were read.
  @discardableResult
  @inline(__always)
  static func forEach(
    _ context: UnitContext, visit: (Step, inout SectionCursor) -> Void, close: (_ depth: Int) -> Void
  ) -> Int? {
    unsafe context.table.entries.withUnsafeBufferPointer { entries in
      var cursor = SectionCursor(context.info, at: context.unit.firstEntry, limit: context.unit.end)
      var depth = 0
      while !cursor.isAtEnd {
        let offset = cursor.position
        let code = cursor.uleb()
        if code == 0 {
          depth &-= 1
          close(depth)
          if depth <= 0 { return nil }
          continue
        }
        guard let position = context.table.position(of: code), !cursor.failed else { return offset }
        let entry = unsafe entries[position]
        visit(Step(offset: offset, depth: depth, entry: entry), &cursor)
        if cursor.failed { return offset }
        if entry.hasChildren { depth &+= 1 } else if depth == 0 { return nil }
      }
      return cursor.position
    }
  }
}

/// The walk over all entries of one unit, in file order: the hot loop of everything that needs more than one entry.
struct EntryWalk {
  /// One entry that the walk has reached.
  struct Step {
    /// The offset of the entry in `.debug_info`.
    let offset: Int
    /// The distance from the unit's root entry, which has 0.
    let depth: Int
    let entry: AbbreviationTable.Entry
  }

  /// Calls `visit` for each entry, which moves the cursor behind the entry's attributes, and `close` with the depth of each entry
  /// whose children end. A damaged entry ends the walk.
  @inline(__always)
  static func forEach(
    _ context: UnitContext, visit: (Step, inout SectionCursor) -> Void, close: (_ depth: Int) -> Void
  ) {
    let table = context.table
    unsafe table.entries.withUnsafeBufferPointer { entries in
      unsafe table.dense.withUnsafeBufferPointer { dense in
        var cursor = SectionCursor(context.info, at: context.unit.firstEntry, limit: context.unit.end)
        var depth = 0
        while !cursor.isAtEnd {
          let offset = cursor.position
          let code = cursor.uleb()
          if code == 0 {
            depth -= 1
            close(depth)
            if depth <= 0 { break }
            continue
          }
          var position = -1
          if code < UInt64(dense.count) {
            position = unsafe Int(dense[Int(truncatingIfNeeded: code)])
          } else if let sparse = table.position(of: code) {
            position = sparse
          }
          if position < 0 || cursor.failed { break }
          let entry = unsafe entries[position]
          visit(Step(offset: offset, depth: depth, entry: entry), &cursor)
          if cursor.failed { break }
          if entry.hasChildren { depth += 1 } else if depth == 0 { break }
        }
      }
    }
  }
}

/// The walk over the entries of one unit, in file order: the hot loop of everything that needs more than one entry.
struct EntryWalk {
  /// An entry that the walk stops at.
  struct Step {
    /// The offset of the entry in `.debug_info`.
    let offset: Int
    let entry: AbbreviationTable.Entry
  }

  /// What the walk does with the children of an entry, if it has any.
  enum Children {
    /// They belong to what is around the entry.
    case here
    /// They are passed over by `skips`, and `close` is called when they end.
    case inside
    /// The same by `innerSkips`.
    case deepInside
  }

  /// Calls `visit` for each entry that is not passed over, which moves the cursor after the entry's attributes, and `close` at the end
  /// of the children of each entry for which it has asked that. A damaged entry ends the walk. Returns its offset, or the end of the
  /// unit if the unit ends in the middle of it, or nil if all entries were read.
  @discardableResult
  @inline(__always)
  static func forEach(
    _ context: UnitContext, skips: EntrySkips, innerSkips: EntrySkips? = nil,
    visit: (Step, inout SectionCursor) -> Children, close: () -> Void
  ) -> Int? {
    let table = context.table
    let innerSkips = innerSkips ?? skips
    var cursor = SectionCursor(context.info, at: context.unit.firstEntry, limit: context.unit.end)
    var depth = 0
    // The entries around the current one for whose children `close` is called.
    var open: [(depth: Int, isDeep: Bool)] = []
    while !cursor.isAtEnd {
      let floor = open.last?.depth ?? 0
      if depth > 0 {
        if open.last?.isDeep == true {
          cursor.skip(innerSkips, steps: table.steps, depth: &depth, floor: floor)
        } else {
          cursor.skip(skips, steps: table.steps, depth: &depth, floor: floor)
        }
        if cursor.isAtEnd { break }
      }
      let offset = cursor.position
      let code = cursor.uleb()
      if code == 0 {
        depth &-= 1
        if depth == floor, !open.isEmpty {
          open.removeLast()
          close()
        }
        if depth <= 0 { return nil }
        continue
      }
      guard let position = table.position(of: code), !cursor.failed else { return offset }
      let entry = table.entries[position]
      let children = visit(Step(offset: offset, entry: entry), &cursor)
      if cursor.failed { return offset }
      if entry.hasChildren {
        if children != .here { open.append((depth, children == .deepInside)) }
        depth &+= 1
      } else if depth == 0 {
        return nil
      }
    }
    return cursor.position
  }
}

internal import Bytes

/// The namespaces and types around the functions of one unit. Functions at the top level are not recorded.
struct EnclosingScopes {
  private struct Item {
    var entry: Int
    var parent: Int32
  }

  /// The namespaces and types, each with the position of the one around it (-1 for none).
  private var scopes: [Item] = []
  /// The functions inside them, in ascending order of their entries.
  private var functions: [Item] = []

  /// Walks all entries of a unit.
  init(_ context: UnitContext) {
    let table = context.table
    let encoding = context.unit.encoding
    let skips = EntrySkips(table.entries, dense: table.dense, steps: table.steps) {
      $0.tag == Tag.subprogram || Self.isScope($0)
    }
    var open: [Int32] = []
    EntryWalk.forEach(context, skips: skips) { step, cursor in
      cursor.skipAttributes(of: step.entry, in: table, encoding: encoding)
      if Self.isScope(step.entry) {
        scopes.append(Item(entry: step.offset, parent: open.last ?? -1))
        open.append(Int32(truncatingIfNeeded: scopes.count - 1))
        return .inside
      }
      if step.entry.tag == Tag.subprogram, let last = open.last { functions.append(Item(entry: step.offset, parent: last)) }
      return .here
    } close: {
      open.removeLast()
    }
  }

  /// Returns whether an entry is a namespace or type that has contents.
  private static func isScope(_ entry: AbbreviationTable.Entry) -> Bool {
    switch entry.tag {
    case Tag.namespace, Tag.module, Tag.classType, Tag.structureType, Tag.unionType, Tag.enumerationType, Tag.interfaceType:
      entry.hasChildren
    default: false
    }
  }

  /// Returns the entries around a function, outermost first.
  func path(of function: Int) -> [Int] {
    let position = functions.partitionPoint { $0.entry >= function }
    guard position < functions.count, functions[position].entry == function else { return [] }
    var path: [Int] = []
    var next = Int(functions[position].parent)
    while next >= 0, path.count < 64 {
      path.append(scopes[next].entry)
      next = Int(scopes[next].parent)
    }
    return path.reversed()
  }
}

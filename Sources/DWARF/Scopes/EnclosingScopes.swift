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
    var open: [(depth: Int, scope: Int32)] = []
    EntryWalk.forEach(context) { step, cursor in
      cursor.skipAttributes(of: step.entry, in: table, encoding: encoding)
      switch step.entry.tag {
      case Tag.subprogram:
        if let last = open.last { functions.append(Item(entry: step.offset, parent: last.scope)) }
      case Tag.namespace, Tag.module, Tag.classType, Tag.structureType, Tag.unionType, Tag.enumerationType, Tag.interfaceType:
        guard step.entry.hasChildren else { return }
        scopes.append(Item(entry: step.offset, parent: open.last?.scope ?? -1))
        open.append((step.depth, Int32(truncatingIfNeeded: scopes.count - 1)))
      default: break
      }
    } close: { depth in
      if open.last?.depth == depth { open.removeLast() }
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

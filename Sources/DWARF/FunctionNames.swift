/// The names of a function as the debug information gives them.
struct FunctionNames {
  /// `DW_AT_linkage_name`, or the MIPS form of it.
  var linkage: String?
  /// `DW_AT_name`.
  var name: String?
  /// The names of the namespaces and types around the function's declaration, outermost first; empty when it has a linkage name.
  var scopes: [String] = []
}

/// Reads the names of functions, following `DW_AT_abstract_origin` and `DW_AT_specification` across units and into the
/// alternate file. Used by one thread at a time.
final class FunctionNameReader {
  private let entries: DebugEntries
  /// The names in the alternate file (`.gnu_debugaltlink`).
  private let alternate: FunctionNameReader?
  private var cache: [Int: FunctionNames] = [:]
  private var enclosing: [Int: EnclosingScopes] = [:]

  /// Reads from `entries`, with an alternate file when there is one.
  init(_ entries: DebugEntries, alternate: FunctionNameReader?) {
    self.entries = entries
    self.alternate = alternate
  }

  /// The names of the function or inlined call at an offset of `.debug_info`. What is missing or damaged is nil.
  func names(at offset: Int) -> FunctionNames { names(at: offset, depth: 0) }

  private func names(at offset: Int, depth: Int) -> FunctionNames {
    if let known = cache[offset] { return known }
    guard depth < 16, let unit = entries.unit(holding: offset) else { return FunctionNames() }
    let context = entries.context(of: unit)
    var found = FunctionNames()
    var origins: [AttributeValue] = []
    context.forEachAttribute(ofEntryAt: offset) { attribute, value in
      switch attribute {
      case Attribute.linkageName, Attribute.mipsLinkageName: found.linkage = found.linkage ?? context.text(value)
      case Attribute.name: found.name = context.text(value)
      case Attribute.abstractOrigin, Attribute.specification: origins.append(value)
      default: break
      }
      return true
    }
    if found.name != nil, found.linkage == nil { found.scopes = scopes(around: offset, in: unit, context) }
    for origin in origins where found.linkage == nil || found.name == nil {
      let inherited = names(of: origin, depth: depth + 1)
      found.linkage = found.linkage ?? inherited.linkage
      if found.name == nil { (found.name, found.scopes) = (inherited.name, inherited.scopes) }
    }
    if found.linkage != nil { found.scopes = [] }
    cache[offset] = found
    return found
  }

  private func names(of origin: AttributeValue, depth: Int) -> FunctionNames {
    switch origin {
    case .reference(let offset): names(at: offset, depth: depth)
    case .alternateReference(let offset): alternate?.names(at: offset, depth: depth) ?? FunctionNames()
    default: FunctionNames()
    }
  }

  private func scopes(around offset: Int, in unit: Unit, _ context: UnitContext) -> [String] {
    // C, C89, C99, C11, C17 and Objective-C have no scopes for functions.
    if [0x01, 0x02, 0x0c, 0x1d, 0x2c, 0x10].contains(unit.language) { return [] }
    let scopes = enclosing[unit.offset] ?? EnclosingScopes(context)
    enclosing[unit.offset] = scopes
    return scopes.path(of: offset).map { scope in
      var name: String?
      context.forEachAttribute(ofEntryAt: scope) { attribute, value in
        if attribute == Attribute.name { name = context.text(value) }
        return name == nil
      }
      return name ?? "(anonymous namespace)"
    }
  }
}

/// Which namespaces and types stand around the functions of one unit.
struct EnclosingScopes {
  private var parents: [Int: Int] = [:]
  private var scopeOf: [Int: Int] = [:]

  /// Walks all entries of a unit.
  init(_ context: UnitContext) {
    var cursor = SectionCursor(context.info, at: context.unit.firstEntry, limit: context.unit.end)
    var open: [(depth: Int, scope: Int)] = []
    var depth = 0
    while !cursor.isAtEnd {
      let offset = cursor.position
      let code = cursor.uleb()
      if code == 0 {
        depth -= 1
        if open.last?.depth == depth { open.removeLast() }
        if depth <= 0 { break }
        continue
      }
      guard let position = context.table.position(of: code) else { break }
      let entry = context.table.entries[position]
      cursor.skipAttributes(of: entry, in: context.table, encoding: context.unit.encoding)
      if cursor.failed { break }
      switch entry.tag {
      case Tag.subprogram: scopeOf[offset] = open.last?.scope
      case Tag.namespace, Tag.module, Tag.classType, Tag.structureType, Tag.unionType, Tag.enumerationType, Tag.interfaceType:
        parents[offset] = open.last?.scope
        if entry.hasChildren { open.append((depth, offset)) }
      default: break
      }
      if entry.hasChildren { depth += 1 } else if depth == 0 { break }
    }
  }

  /// The entries around a function, outermost first.
  func path(of function: Int) -> [Int] {
    var path: [Int] = []
    var next = scopeOf[function]
    while let scope = next, path.count < 64 {
      path.append(scope)
      next = parents[scope]
    }
    return path.reversed()
  }
}

/// The names of a function, from its own entry or from entries that it refers to.
private struct FunctionNames {
  /// `DW_AT_linkage_name`, or the MIPS form of it.
  var linkage: String?
  /// `DW_AT_name`.
  var name: String?
  /// The entry that `name` comes from, or nil if it is in the alternate file.
  var nameEntry: Int?
  var isArtificial = false
}

/// Reads the names of functions, following `DW_AT_abstract_origin` and `DW_AT_specification` across units and into the
/// alternate file. Used by one thread at a time.
final class FunctionNameReader {
  private let entries: DebugEntries
  /// The names in the alternate file (`.gnu_debugaltlink`).
  private let alternate: FunctionNameReader?
  /// The functions so far, with or without the scopes around them.
  private var functions: [Int: DWARFFunction] = [:]
  private var isQualified = false
  private var enclosing: [Int: EnclosingScopes] = [:]
  /// The context that was used last: neighboring names come from one unit. Without it, 10,000 addresses of SQLite take 6 percent
  /// more instructions.
  private var recent: UnitContext?

  /// The number of cached functions and units above which all are dropped.
  private static let cacheLimit = (functions: 100_000, units: 8)

  /// The maximum number of entries that are read for one name; real chains have three.
  private static let maxEntries = 64

  /// Reads from `entries`, and from an alternate file if there is one.
  init(_ entries: DebugEntries, alternate: FunctionNameReader?) {
    self.entries = entries
    self.alternate = alternate
  }

  /// Returns the function or inlined call at an offset of `.debug_info`. Missing and damaged names are nil. With `qualified`,
  /// finds the scopes around functions without a linkage name, which takes a walk over the unit.
  func function(at offset: Int, qualified: Bool) -> DWARFFunction {
    if let known = functions[offset], qualified == isQualified { return known }
    if qualified != isQualified || functions.count >= Self.cacheLimit.functions { functions = [:] }
    isQualified = qualified
    var budget = Self.maxEntries
    let found = names(at: offset, &budget)
    let scopes = qualified && found.linkage == nil ? found.nameEntry.map { self.scopes(around: $0) } : nil
    let function = DWARFFunction(
      linkageName: found.linkage, name: found.name, scopes: scopes ?? [], isArtificial: found.isArtificial)
    functions[offset] = function
    return function
  }

  /// Returns the offset of a function's linkage name in `.debug_str`, or nil if it has none, it is elsewhere, or finding it takes
  /// more than one reference.
  func linkagePlace(at offset: Int, depth: Int = 0) -> Int? {
    guard depth < 16, let context = context(holding: offset) else { return nil }
    var place: Int?
    var origin: Int?
    context.forEachAttribute(ofEntryAt: offset) { attribute, value in
      switch attribute {
      case Attribute.linkageName, Attribute.mipsLinkageName:
        let offset = context.textPlace(value).flatMap { $0 >= 0 && $0 < context.str.count ? $0 : nil }
        // An empty name is none.
        if offset.map({ context.str.byte(at: $0) == 0 }) ?? (context.name(value) == nil) { return true }
        (place, origin) = (offset, nil)
        return false
      case Attribute.abstractOrigin, Attribute.specification:
        if case .reference(let target) = value { origin = target }
        return true
      default: return true
      }
    }
    return place ?? origin.flatMap { linkagePlace(at: $0, depth: depth + 1) }
  }

  /// Follows the origins of an entry as long as a name is missing. `budget` counts the entries that may still be read.
  private func names(at offset: Int, _ budget: inout Int) -> FunctionNames {
    guard budget > 0, let context = context(holding: offset) else { return FunctionNames() }
    budget -= 1
    var found = FunctionNames()
    var origins: [AttributeValue] = []
    context.forEachAttribute(ofEntryAt: offset) { attribute, value in
      switch attribute {
      case Attribute.linkageName, Attribute.mipsLinkageName: found.linkage = found.linkage ?? context.name(value)
      case Attribute.name: found.name = context.name(value)
      case Attribute.abstractOrigin, Attribute.specification: origins.append(value)
      case Attribute.artificial: found.isArtificial = true
      default: break
      }
      return true
    }
    if found.name != nil { found.nameEntry = offset }
    for origin in origins where found.linkage == nil || found.name == nil {
      let inherited = names(of: origin, &budget)
      found.linkage = found.linkage ?? inherited.linkage
      found.isArtificial = found.isArtificial || inherited.isArtificial
      if found.name == nil { (found.name, found.nameEntry) = (inherited.name, inherited.nameEntry) }
    }
    return found
  }

  private func context(holding offset: Int) -> UnitContext? {
    if let recent, recent.unit.offset <= offset, offset < recent.unit.end { return recent }
    recent = entries.unit(holding: offset).map { entries.context(of: $0) }
    return recent
  }

  private func names(of origin: AttributeValue, _ budget: inout Int) -> FunctionNames {
    switch origin {
    case .reference(let offset): names(at: offset, &budget)
    case .alternateReference(let offset): alternateNames(at: offset, &budget)
    default: FunctionNames()
    }
  }

  private func alternateNames(at offset: Int, _ budget: inout Int) -> FunctionNames {
    var found = alternate?.names(at: offset, &budget) ?? FunctionNames()
    found.nameEntry = nil
    return found
  }

  private func scopes(around entry: Int) -> [String] {
    // C, C89, C99, C11, C17 and Objective-C have no scopes for functions.
    guard let context = context(holding: entry), ![0x01, 0x02, 0x0c, 0x1d, 0x2c, 0x10].contains(context.unit.language) else {
      return []
    }
    let unit = context.unit
    if enclosing.count >= Self.cacheLimit.units { enclosing = [:] }
    let scopes = enclosing[unit.offset] ?? EnclosingScopes(context)
    enclosing[unit.offset] = scopes
    return scopes.path(of: entry).map { scope in
      var name: String?
      context.forEachAttribute(ofEntryAt: scope) { attribute, value in
        if attribute == Attribute.name { name = context.name(value) }
        return name == nil
      }
      return name ?? "(anonymous namespace)"
    }
  }
}

/// Finds the variables of a function that are in scope at an instruction, or those of a unit.
struct VariableSearch {
  /// A variable in scope.
  struct Variable {
    let entry: UInt64
    let name: String
    let location: LibdwEntries.Location
    /// The distance of what is at `location` from the variable's first byte.
    let offset: UInt64
  }

  private let entries: LibdwEntries
  private let address: UInt64
  /// Those found: outer ones before inner ones, earlier ones before later ones.
  private(set) var variables: [Variable] = []
  /// The frame base of the function, or nil if it has none at the address.
  private(set) var frameBase: LibdwEntries.Location?

  private static let deepest = 64
  /// The number of entries that may still be looked at: in a damaged file, lists of children may lead into one another.
  private var remaining = 1 << 18

  /// Searches the function whose entry is at an offset.
  init(_ entries: LibdwEntries, function: UInt64, at address: UInt64) {
    self.entries = entries
    self.address = address
    frameBase = entries.location(Attribute.frameBase, of: function, at: address)
    searchBlock(function, depth: 0)
  }

  /// Searches the variables outside functions of the unit whose root entry is at an offset.
  init(_ entries: LibdwEntries, globalsOf unit: UInt64) {
    self.entries = entries
    address = 0
    searchGlobals(unit, depth: 0)
  }

  private mutating func searchBlock(_ parent: UInt64, depth: Int) {
    guard depth < Self.deepest else { return }
    for child in children(of: parent) {
      switch entries.tag(of: child) {
      case Tag.variable, Tag.formalParameter: add(child)
      case Tag.lexicalBlock where entries.holds(address, child), Tag.inlinedSubroutine where entries.holds(address, child):
        searchBlock(child, depth: depth + 1)
      default: continue
      }
    }
  }

  private mutating func searchGlobals(_ parent: UInt64, depth: Int) {
    guard depth < Self.deepest else { return }
    for child in children(of: parent) {
      switch entries.tag(of: child) {
      case Tag.variable: add(child)
      case Tag.namespace, Tag.module: searchGlobals(child, depth: depth + 1)
      default: continue
      }
    }
  }

  private mutating func children(of parent: UInt64) -> [UInt64] {
    let found = remaining > 0 ? entries.children(of: parent) : []
    remaining -= found.count
    return found
  }

  private mutating func add(_ entry: UInt64) {
    let pieces = entries.pieces(Attribute.location, of: entry, at: address)
    guard !pieces.isEmpty, let name = entries.name(of: entry), !name.isEmpty else { return }
    variables += pieces.map { Variable(entry: entry, name: name, location: $0.location, offset: $0.offset) }
  }
}

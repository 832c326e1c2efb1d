internal import SymbolModel

/// The variables of a function, and of the functions inlined into it, that are in scope at an instruction.
struct VariableScope {
  /// One variable.
  struct Entry {
    var entry: UInt64
    var name: String
    var kind: FrameVariable.Kind
    /// The position in `levels`.
    var level: Int
  }

  /// The function, or a call inlined into it.
  struct Level {
    var function: String?
    /// The line at which the function is: that of the call inlined into it, or that of the instruction.
    var position: LineContext.Position?
  }

  private let entries: LibdwEntries
  private let address: UInt64
  /// Outer ones first.
  private(set) var levels: [Level] = []
  private(set) var variables: [Entry] = []

  private static let deepest = 64
  private static let maxVariables = 256
  /// The number of entries that may still be looked at. Siblings may refer to each other in circles.
  private var left = 200_000

  /// `position` is the line of the instruction.
  init(_ entries: LibdwEntries, function: UInt64, at address: UInt64, _ position: LineContext.Position?) {
    self.entries = entries
    self.address = address
    levels = [Level(function: entries.name(of: function), position: position)]
    search(function, level: 0, depth: 0)
  }

  private mutating func search(_ parent: UInt64, level: Int, depth: Int) {
    guard depth < Self.deepest else { return }
    for child in entries.children(of: parent) {
      left -= 1
      guard left > 0 else { return }
      switch entries.tag(of: child) {
      case Tag.formalParameter: add(child, .parameter, level)
      case Tag.variable: add(child, .local, level)
      case Tag.lexicalBlock where entries.holds(address, child): search(child, level: level, depth: depth + 1)
      case Tag.inlinedSubroutine where entries.holds(address, child):
        let inner = Level(function: entries.name(of: child), position: levels[level].position)
        if let file = entries.number(Attribute.callFile, of: child), let line = entries.number(Attribute.callLine, of: child) {
          levels[level].position = LineContext.Position(file: file, line: line)
        } else {
          levels[level].position = nil
        }
        levels.append(inner)
        search(child, level: levels.count - 1, depth: depth + 1)
      default: continue
      }
    }
  }

  private mutating func add(_ entry: UInt64, _ kind: FrameVariable.Kind, _ level: Int) {
    guard variables.count < Self.maxVariables, let name = entries.name(of: entry), !name.isEmpty,
      // Compilers make locals of their own, and declarations are elsewhere.
      kind == .parameter || !entries.has(Attribute.artificial, entry), !entries.has(Attribute.declaration, entry)
    else { return }
    variables.append(Entry(entry: entry, name: name, kind: kind, level: level))
  }

  /// Returns whether the line that its function is at, or a later one, declares a variable.
  func isNotSet(_ variable: Entry) -> Bool {
    guard let position = levels[variable.level].position, let line = entries.number(Attribute.declLine, of: variable.entry),
      entries.number(Attribute.declFile, of: variable.entry) == position.file
    else { return false }
    return variable.kind == .local && line >= position.line
  }
}

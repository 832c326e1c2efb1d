internal import DWARF
internal import ObjectFiles
internal import SymbolModel

/// Makes answers to show from what debug information says of addresses: with readable names, and those that only symbols know. Used by one
/// thread at a time; several have one each.
final class AnswerNaming: AnswerSink {
  /// The names of functions so far.
  let cache: NameCache
  private var found: [(position: Int, answer: ResolvedAddress)] = []
  /// Whether only the symbols around the addresses are read, because few are asked for.
  var isOfFew = false
  /// The addresses of the image that were asked for, if those of the file that answers are others.
  var originals: [LinkAddress]?
  private let isELF: Bool
  private let symbols: (LinkAddress, _ ofFew: Bool) -> SymbolTable.Match?

  /// Names in a style, with the named symbols that contain addresses. Files of ELF have symbols of parts and copies of functions.
  init(_ style: NameStyle, isELF: Bool, symbols: @escaping (LinkAddress, _ ofFew: Bool) -> SymbolTable.Match?) {
    cache = NameCache(style)
    self.isELF = isELF
    self.symbols = symbols
  }

  /// Names an answer and keeps it.
  func take(_ answer: DWARFAnswer, for address: UInt64, at position: Int) {
    let original = originals.map { $0[position] } ?? LinkAddress(address)
    found.append((position, resolved(cache.named(answer), at: original)))
  }

  /// Returns the answers that it took, with the positions of their addresses among those that were asked for, and keeps them no longer.
  func takeFound() -> [(position: Int, answer: ResolvedAddress)] {
    defer { found = [] }
    return found
  }

  /// Returns the answer of a symbol alone, or nil if none contains the address.
  func symbolOnly(at address: LinkAddress) -> ResolvedAddress? {
    guard let match = symbols(address, isOfFew) else { return nil }
    var frame = SourceFrame(function: "")
    frame.takeNames(of: cache.shown(linkage: match.name))
    return ResolvedAddress(basis: .symbolTable, sources: [frame], functionStart: match.start, isNamed: true)
  }

  /// Returns an answer with what symbols add to it.
  func resolved(_ answer: consuming NamedAnswer, at address: LinkAddress) -> ResolvedAddress {
    let (last, start) = (answer.frames.count - 1, answer.functionStart)
    // Functions that no entry covers (identical code folded by the linker) take their name from the symbol table.
    guard let function = answer.function else {
      let match = symbols(address, isOfFew)
      var frame = answer.frames.first ?? SourceFrame(function: "")
      frame.takeNames(of: match.map { cache.shown(linkage: $0.name) } ?? ShownName(name: "", linkageName: nil))
      frame.inlined = false
      return ResolvedAddress(basis: .debugInformation, sources: [frame], functionStart: match?.start, isNamed: match != nil)
    }
    if !function.hasLinkageName, let names = linkageNames(of: function, start, at: address) {
      answer.frames[last].takeNames(of: names)
    } else if let suffix = cloneSuffix(of: function, at: address) {
      answer.frames[last].function += cache.style == .mangled ? suffix : " [clone \(suffix)]"
      answer.frames[last].linkageName = answer.frames[last].linkageName.map { $0 + suffix }
    }
    let isNamed = !answer.frames[last].function.isEmpty
    return ResolvedAddress(basis: .debugInformation, sources: answer.frames, functionStart: start, isNamed: isNamed)
  }

  /// Returns the names that the symbol at an address gives its function, or nil if it is not the mangled form of the function's name. The
  /// answer for the last symbol of each function is kept.
  private func linkageNames(of function: FunctionNames, _ start: LinkAddress?, at address: LinkAddress) -> ShownName? {
    if let kept = function.symbol, kept.start == start, kept.range.contains(address.value) { return kept.names }
    guard let match = symbols(address, isOfFew) else { return nil }
    let isName = Self.isLinkageName(match.name, of: function.recorded, startsThere: match.start == start)
    let names = isName ? cache.shown(linkage: match.name) : nil
    // The symbols around few addresses are not all of them.
    if match.isAlone, match.start <= match.end, !isOfFew {
      function.symbol = FunctionSymbol(start: start, range: match.start.value..<match.end.value, names: names)
    }
    return names
  }

  /// Returns whether a symbol is the mangled form of a name: gcc records no linkage names for functions that other files cannot
  /// see, swiftc none with `-gline-tables-only`, and in DWARF 2 gcc invents a name for the second section of a function. A symbol that equals
  /// the name belongs to a function with C linkage, whose name has no namespace. Operators (also that of a closure), destructors and much of
  /// Swift have codes in the symbol in place of their names: there, the symbol must begin where the function does.
  private static func isLinkageName(_ symbol: String, of name: String?, startsThere: Bool) -> Bool {
    guard let name, !name.isEmpty, !name.hasPrefix("__second_sect_of_") else { return true }
    if symbol == name { return true }
    if symbol.hasPrefix("$s") || symbol.hasPrefix("$S") { return startsThere }
    guard symbol.hasPrefix("_Z") else { return false }
    if name.hasPrefix("operator") || name.hasPrefix("~") { return startsThere }
    let base = name.prefix { $0 != "<" }
    return symbol.utf8.count > base.utf8.count && symbol.containsBytes(of: "\(base.utf8.count)\(base)")
  }

  /// Returns the part of an ELF symbol's name that compilers add to parts and copies of a function (`.cold`, `.part.0`,
  /// `.constprop.1`), which the debug information does not record.
  private func cloneSuffix(of function: FunctionNames, at address: LinkAddress) -> String? {
    guard isELF, let name = function.recorded,
      let match = symbols(address, isOfFew), match.name.utf8.count > name.utf8.count, match.name.hasPrefix(name)
    else { return nil }
    let rest = match.name.dropFirst(name.count)
    return rest.hasPrefix(".") ? String(rest) : nil
  }
}

extension SourceFrame {
  /// Takes names.
  fileprivate mutating func takeNames(of shown: ShownName) { (function, linkageName) = (shown.name, shown.linkageName) }
}

internal import DWARF
internal import ObjectFiles
internal import SymbolIndex
internal import SymbolModel

/// Answers addresses from an index, in the same form as debug files. Used by one thread at a time.
final class IndexedImage {
  let index: SymbolIndex
  /// The names of functions so far. Without them, a batch takes 15 (KSCrash) to 18 percent (Apple text) more
  /// instructions.
  private var functions = FunctionTable()
  /// Who made them, or nil if there are none yet.
  private var names: NameCache?
  /// The paths so far, by their numbers. Without them, a batch takes 6 percent more instructions, 10,000 addresses of DuckDB 12.
  private var files: [String?]
  /// The scopes of the last answer; their memory is used again.
  private var chain: [SymbolIndex.Scope] = []

  /// Reads from an open index.
  init(_ index: SymbolIndex) {
    self.index = index
    files = Array(repeating: nil, count: index.fileCount + 1)
  }

  /// The path of the index.
  var path: String { index.path }
  /// The number of reads so far that found a damaged block.
  var failures: Int { index.failures }

  /// Returns the debug information's answer for an address with the names of its functions, or nil in gaps.
  func answer(_ address: LinkAddress, _ options: ResolveOptions, _ names: NameCache) -> NamedAnswer? {
    guard let offset = offset(address), let segment = index.segment(at: offset) else { return nil }
    let earlier = options.lineZero == .nearestEarlier ? index.earlierSegment(before: segment) : nil
    var (row, isApproximate) = ((earlier ?? segment).row, earlier != nil)
    // Each access to a property is checked: the list is here while it changes.
    var scopes: [SymbolIndex.Scope] = []
    swap(&scopes, &chain)
    defer { swap(&scopes, &chain) }
    findScopes(from: segment.scope, into: &scopes)
    guard let real = scopes.last else {
      return NamedAnswer(frames: [frame("", nil, row, isApproximate: isApproximate)], function: nil, functionStart: nil)
    }
    let function = functionNames(real.function, names)
    let frames = [SourceFrame](capacity: scopes.count) { frames in
      for scope in scopes.dropLast() {
        let named = functionNames(scope.function, names)
        frames.append(frame(named.name, named.linkageName, row, isInlined: true, isApproximate: isApproximate))
        (row, isApproximate) = (scope.call, false)
      }
      frames.append(frame(function.name, function.linkageName, row, isApproximate: isApproximate))
    }
    let start = index.functionStart(of: offset).map { LinkAddress(UInt64($0) &+ index.textBase.value) }
    return NamedAnswer(frames: frames, function: function, functionStart: start)
  }

  /// Puts a scope and those around it into a list.
  private func findScopes(from number: UInt32, into chain: inout [SymbolIndex.Scope]) {
    chain.removeAll(keepingCapacity: true)
    var next = number
    while let scope = index.scope(next), chain.count < 1024 {
      chain.append(scope)
      // Scopes come after those around them; a damaged file must not lead in circles.
      next = scope.parent < next ? scope.parent : 0
    }
  }

  /// Returns the named symbol that contains an address.
  func symbol(at address: LinkAddress) -> SymbolTable.Match? {
    let failures = index.failures
    guard let offset = offset(address), let symbol = index.symbol(at: offset), index.failures == failures else {
      return nil
    }
    let base = index.textBase.value
    return SymbolTable.Match(
      name: symbol.name, start: LinkAddress(base &+ UInt64(symbol.start)), end: LinkAddress(base &+ UInt64(symbol.end)),
      isAlone: symbol.isAlone)
  }

  private func offset(_ address: LinkAddress) -> UInt32? {
    address.offset(from: index.textBase).flatMap { UInt32(exactly: $0.value) }
  }

  private func frame(
    _ name: String, _ linkageName: String?, _ row: SymbolIndex.Row, isInlined: Bool = false, isApproximate: Bool
  ) -> SourceFrame {
    SourceFrame(
      function: name, linkageName: linkageName, file: path(row.file), line: row.line == 0 ? nil : row.line,
      column: row.column == 0 ? nil : row.column, inlined: isInlined, approximate: isApproximate)
  }

  private func functionNames(_ position: UInt32, _ names: NameCache) -> FunctionNames {
    if names !== self.names { (functions, self.names) = (FunctionTable(), names) }
    if let known = functions.names(at: position) { return known }
    let failures = index.failures
    let found = index.function(position)
    let scopes = names.style == .mangled ? [] : found.scopes.map { [$0] } ?? []
    let function = names.newNames(RecordedNames(linkageName: found.linkageName, name: found.name, scopes: scopes))
    if index.failures == failures { functions.add(function, at: position) }
    return function
  }

  private func path(_ number: UInt32) -> String? {
    guard files.indices.contains(Int(number)) else { return nil }
    if let known = files[Int(number)] { return known }
    let failures = index.failures
    let path = index.file(number)
    if index.failures == failures { files[Int(number)] = path }
    return path
  }
}

internal import DWARF
internal import ObjectFiles
internal import SymbolIndex
internal import SymbolModel

/// Answers addresses from an index, in the same terms as live debug files do. Used by one thread at a time.
final class IndexedImage {
  private let index: SymbolIndex
  private var functions: [UInt32: SymbolIndex.Function] = [:]
  private var files: [UInt32: String] = [:]

  /// Reads from an open index.
  init(_ index: SymbolIndex) { self.index = index }

  /// See `SymbolIndex.textBase`.
  var textBase: LinkAddress { index.textBase }
  /// See `SymbolIndex.isELF`.
  var isELF: Bool { index.isELF }

  /// What the debug information said of an address; nil in gaps.
  func answer(_ address: LinkAddress, _ options: ResolveOptions) -> DWARFAnswer? {
    guard let offset = offset(address), let segment = index.segment(at: offset) else { return nil }
    var place = frame(file: segment.file, line: segment.line, column: segment.column)
    if segment.line == 0, segment.scope > 0, options.lineZero == .nearestEarlier,
      let earlier = index.earlierSegment(before: offset, scope: segment.scope)
    {
      place = frame(file: earlier.file, line: earlier.line, column: earlier.column)
      place.approximate = true
    }
    guard segment.scope > 0 else { return DWARFAnswer(frames: [], bareLine: place, functionStart: nil) }
    var frames: [DWARFFrame] = []
    var next = segment.scope
    while let scope = index.scope(next), frames.count < 1024 {
      let function = function(scope.function)
      place.linkageName = function.linkageName
      place.name = function.name
      place.scopes = options.qualifiedNames ? function.scopes.map { [$0] } ?? [] : []
      frames.append(place)
      place = frame(file: scope.callFile, line: scope.callLine, column: scope.callColumn)
      // Scopes come behind those around them; a damaged file must not lead in circles.
      next = scope.parent < next ? scope.parent : 0
    }
    let start = index.functionStart(of: offset).map { LinkAddress(UInt64($0) &+ index.textBase.value) }
    return DWARFAnswer(frames: frames, bareLine: nil, functionStart: start)
  }

  /// The named symbol that holds an address.
  func symbol(at address: LinkAddress) -> SymbolTable.Match? {
    guard let offset = offset(address), let symbol = index.symbol(at: offset) else { return nil }
    let base = index.textBase.value
    return SymbolTable.Match(
      name: symbol.name, start: LinkAddress(base &+ UInt64(symbol.start)), end: LinkAddress(base &+ UInt64(symbol.end)))
  }

  private func offset(_ address: LinkAddress) -> UInt32? {
    address.offset(from: index.textBase).flatMap { UInt32(exactly: $0.value) }
  }

  private func frame(file: UInt32, line: UInt32, column: UInt32) -> DWARFFrame {
    DWARFFrame(
      linkageName: nil, name: nil, scopes: [], file: path(file), line: line == 0 ? nil : line, column: column == 0 ? nil : column,
      approximate: false)
  }

  private func function(_ position: UInt32) -> SymbolIndex.Function {
    if let known = functions[position] { return known }
    let function = index.function(position)
    functions[position] = function
    return function
  }

  private func path(_ number: UInt32) -> String? {
    if let known = files[number] { return known }
    guard let path = index.file(number) else { return nil }
    files[number] = path
    return path
  }
}

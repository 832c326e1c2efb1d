internal import DWARF
internal import ObjectFiles
internal import SymbolIndex
internal import SymbolModel

/// Answers addresses from an index, in the same form as debug files. Used by one thread at a time.
final class IndexedImage {
  let index: SymbolIndex
  /// The functions so far, by their positions, with or without the scopes around them. Without them, a batch takes 15 (KSCrash) to
  /// 18 percent (Apple text) more instructions.
  private var functions: [DWARFFunction?]
  private var isQualified = false
  /// The paths so far, by their numbers. Without them, a batch takes 6 percent more instructions, 10,000 addresses of DuckDB 12.
  private var files: [String?]

  /// Reads from an open index.
  init(_ index: SymbolIndex) {
    self.index = index
    functions = Array(repeating: nil, count: index.functionCount)
    files = Array(repeating: nil, count: index.fileCount + 1)
  }

  /// The path of the index.
  var path: String { index.path }
  /// The number of reads so far that found a damaged block.
  var failures: Int { index.failures }

  /// Returns the debug information's answer for an address, or nil in gaps.
  func answer(_ address: LinkAddress, _ options: ResolveOptions) -> DWARFAnswer? {
    guard let offset = offset(address), let segment = index.segment(at: offset) else { return nil }
    var place = frame(file: segment.file, line: segment.line, column: segment.column)
    if options.lineZero == .nearestEarlier, let earlier = index.earlierSegment(before: segment) {
      place = frame(file: earlier.file, line: earlier.line, column: earlier.column)
      place.approximate = true
    }
    guard segment.scope > 0 else { return DWARFAnswer(place: place) }
    var frames: [DWARFFrame] = []
    var next = segment.scope
    while let scope = index.scope(next), frames.count < 1024 {
      place.function = function(scope.function, qualified: options.qualifiedNames)
      frames.append(place)
      place = frame(file: scope.callFile, line: scope.callLine, column: scope.callColumn)
      // Scopes come after those around them; a damaged file must not lead in circles.
      next = scope.parent < next ? scope.parent : 0
    }
    let start = index.functionStart(of: offset).map { LinkAddress(UInt64($0) &+ index.textBase.value) }
    return DWARFAnswer(frames: frames, functionStart: start)
  }

  /// Returns the named symbol that contains an address.
  func symbol(at address: LinkAddress) -> SymbolTable.Match? {
    let failures = index.failures
    guard let offset = offset(address), let symbol = index.symbol(at: offset), index.failures == failures else {
      return nil
    }
    let base = index.textBase.value
    return SymbolTable.Match(
      name: symbol.name, start: LinkAddress(base &+ UInt64(symbol.start)), end: LinkAddress(base &+ UInt64(symbol.end)))
  }

  private func offset(_ address: LinkAddress) -> UInt32? {
    address.offset(from: index.textBase).flatMap { UInt32(exactly: $0.value) }
  }

  private func frame(file: UInt32, line: UInt32, column: UInt32) -> DWARFFrame {
    DWARFFrame(file: path(file), line: line == 0 ? nil : line, column: column == 0 ? nil : column)
  }

  private func function(_ position: UInt32, qualified: Bool) -> DWARFFunction {
    if qualified != isQualified {
      functions = Array(repeating: nil, count: index.functionCount)
      isQualified = qualified
    }
    let place = Int(position)
    if functions.indices.contains(place), let known = functions[place] { return known }
    let failures = index.failures
    let found = index.function(position)
    let scopes = qualified ? found.scopes.map { [$0] } ?? [] : []
    let function = DWARFFunction(linkageName: found.linkageName, name: found.name, scopes: scopes)
    if functions.indices.contains(place), index.failures == failures { functions[place] = function }
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

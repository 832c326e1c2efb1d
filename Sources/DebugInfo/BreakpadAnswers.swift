internal import BreakpadSymbols
internal import DWARF
internal import ObjectFiles
internal import SymbolModel

/// Answers addresses from a symbol file of Breakpad, in the same form as debug information. Used by one thread at a time.
final class BreakpadAnswers {
  private let symbols: BreakpadSymbols
  /// The functions so far, by the positions of their names.
  private var functions: [Int: DWARFFunction] = [:]

  /// Goes over the file once.
  init(_ file: ObjectFile) { symbols = BreakpadSymbols(file.bytes) }

  /// The problem with the file, one clause, or nil if there is none.
  var damage: String? { symbols.table.damage }

  /// The functions and public symbols.
  var table: BreakpadTable { symbols.table }

  /// Returns the functions and lines at an address, or nil outside of functions.
  func answer(_ address: LinkAddress, _ options: ResolveOptions) -> DWARFAnswer? {
    guard let (function, code) = symbols.code(at: address.value) else { return nil }
    let position = code.segment(at: address.value)
    let segment = code.segments[position]
    var place = frame(file: segment.file, line: segment.line)
    if segment.line == 0, options.lineZero == .nearestEarlier, let earlier = code.earlierSegment(before: position) {
      place = frame(file: earlier.file, line: earlier.line)
      place.approximate = true
    }
    var frames: [DWARFFrame] = []
    var next = segment.scope
    while next >= 0 {
      let scope = code.scopes[next]
      place.function = named(scope.name)
      frames.append(place)
      place = frame(file: scope.callFile, line: scope.callLine)
      next = scope.parent
    }
    return DWARFAnswer(frames: frames, functionStart: LinkAddress(function.start))
  }

  private func frame(file: UInt32?, line: UInt32) -> DWARFFrame {
    DWARFFrame(file: file.flatMap { symbols.path($0) }, line: line == 0 ? nil : line)
  }

  private func named(_ position: Int) -> DWARFFunction {
    if let known = functions[position] { return known }
    let function = DWARFFunction(linkageName: symbols.table.name(at: position), name: nil, scopes: [])
    functions[position] = function
    return function
  }
}

extension BreakpadTable {
  /// Returns the name at a position, or nil if there is none.
  func name(at position: Int) -> String? {
    let name = position < 0 ? "" : text(at: position)
    return name.isEmpty ? nil : name
  }
}

internal import BreakpadSymbols
internal import Bytes
internal import DWARF
internal import SymbolIndex
internal import SymbolModel
internal import Synchronization

/// Combines the flattened units of an image. Which unit answers for a range of code is decided as in a search of the debug file.
struct IndexAssembly: Sendable {
  private let textBase: UInt64
  private var writer = IndexWriter()
  private var segmentsOfUnit: [Int: [IndexSegment]] = [:]
  private var functionStarts: [UInt32] = []
  /// The functions of the current session by the offsets of their linkage names.
  private var functionsAtPlaces: [Int: UInt32] = [:]

  /// An empty index of an image.
  init(textBase: UInt64) { self.textBase = textBase }

  /// Whether any code is known.
  var hasContents: Bool { !functionStarts.isEmpty || segmentsOfUnit.values.contains { !$0.isEmpty } }

  /// Adds all units of a session.
  func adding(_ session: DWARFSession, jobs: Int) -> IndexAssembly {
    let state = Mutex(self)
    session.forEachFlatUnit(jobs: jobs) { unit, flat in state.withLock { $0.add(flat, unit: unit) } }
    var result = state.withLock { $0 }
    result.functionsAtPlaces = [:]
    result.emit(session)
    return result
  }

  /// Adds all functions of a symbol file of Breakpad.
  mutating func add(_ symbols: BreakpadSymbols) {
    var end: UInt64?
    symbols.forEachFunction { function, code in
      guard let start = offset(function.start) else { return }
      if let end = end.flatMap(offset), end < start { writer.append(IndexSegment(start: end)) }
      functionStarts.append(start)
      var numbers: [UInt32] = []
      for scope in code.scopes {
        let position = writer.add(function: .init(linkageName: symbols.table.name(at: scope.name)))
        numbers.append(
          writer.add(
            scope: .init(
              function: position, parent: scope.parent >= 0 ? numbers[scope.parent] : 0,
              callFile: number(scope.callFile, of: symbols), callLine: scope.callLine)))
      }
      for segment in code.segments {
        guard let start = offset(segment.start) else { continue }
        writer.append(
          IndexSegment(
            start: start, scope: numbers[segment.scope], file: writer.add(file: segment.file.flatMap { symbols.path($0) } ?? ""),
            line: segment.line))
      }
      end = function.end
    }
    if let end = end.flatMap(offset) { writer.append(IndexSegment(start: end)) }
  }

  private mutating func number(_ file: UInt32?, of symbols: BreakpadSymbols) -> UInt32 {
    file.flatMap { symbols.path($0) }.map { writer.add(file: $0) } ?? 0
  }

  /// Returns the finished file as its parts.
  func finish(fingerprint: UInt64, isELF: Bool, symbols: [SymbolIndex.Symbol]) -> [[UInt8]]? {
    var copy = self
    return copy.writer.finish(
      fingerprint: fingerprint, textBase: LinkAddress(textBase), isELF: isELF,
      functionStarts: Array(Set(functionStarts)).sorted(),
      symbols: symbols)
  }

  /// Returns the image offset of an address, or nil for addresses that an index cannot hold.
  private func offset(_ address: UInt64) -> UInt32? {
    address >= textBase ? UInt32(exactly: address - textBase) : nil
  }

  private mutating func add(_ flat: FlatUnit, unit: Int) {
    let functions = flat.names.map { add($0, of: flat) }
    var fileNumbers: [Int32: UInt32] = [:]
    func number(_ file: Int32) -> UInt32 {
      if let known = fileNumbers[file] { return known }
      // A row has a file, also one whose path is unknown.
      let path = file >= 0 ? Int(file) < flat.files.count ? flat.files[Int(file)] ?? "" : "" : nil
      let number = path.map { writer.add(file: $0) } ?? 0
      fileNumbers[file] = number
      return number
    }
    var scopeNumbers: [UInt32] = []
    scopeNumbers.reserveCapacity(flat.scopes.count)
    for scope in flat.scopes {
      scopeNumbers.append(
        writer.add(
          scope: .init(
            function: functions[Int(scope.names)], parent: scope.parent >= 0 ? scopeNumbers[Int(scope.parent)] : 0,
            callFile: scope.parent >= 0 ? number(scope.callFile) : 0, callLine: scope.callLine, callColumn: scope.callColumn)))
    }
    for range in flat.functionRanges { if let start = offset(range.lowerBound) { functionStarts.append(start) } }
    segmentsOfUnit[unit] = flat.segments.compactMap { segment in
      offset(segment.start).map {
        IndexSegment(
          start: $0, scope: segment.scope >= 0 ? scopeNumbers[Int(segment.scope)] : 0, file: number(segment.file),
          line: segment.line,
          column: segment.column)
      }
    }
  }

  /// Adds a function and returns its position.
  private mutating func add(_ name: FlatUnit.Name, of flat: FlatUnit) -> UInt32 {
    switch name {
    case .place(let place):
      if let known = functionsAtPlaces[place] { return known }
      let position = writer.add(function: .init(linkageName: flat.text(at: place)))
      functionsAtPlaces[place] = position
      return position
    case .function(let function):
      return writer.add(
        function: .init(
          linkageName: function.linkageName, name: function.name,
          scopes: function.scopes.isEmpty ? nil : function.scopes.joined(separator: "::")))
    }
  }

  /// Writes the segments of all units in ascending order.
  private mutating func emit(_ session: DWARFSession) {
    let cuts = cuts(session)
    for (position, start) in cuts.enumerated() {
      let end = position + 1 < cuts.count ? cuts[position + 1] : .max
      let units = session.units(claiming: LinkAddress(textBase &+ UInt64(start)))
      if units.count == 1 {
        emit(units[0], start..<end)
      } else if units.isEmpty {
        writer.append(IndexSegment(start: start))
      } else {
        emitContested(units, start..<end)
      }
    }
    segmentsOfUnit = [:]
  }

  /// Returns the addresses at which another unit may answer: the ends of the units' ranges and of their known code.
  private func cuts(_ session: DWARFSession) -> [UInt32] {
    var cuts: [UInt32] = []
    for range in session.claimedRanges {
      cuts += [offset(range.lowerBound), offset(range.upperBound)].compactMap { $0 }
    }
    for segments in segmentsOfUnit.values {
      var wasGap = true
      for segment in segments {
        if segment.isGap != wasGap { cuts.append(segment.start) }
        wasGap = segment.isGap
      }
    }
    cuts.sort()
    var unique: [UInt32] = []
    for cut in cuts where unique.last != cut { unique.append(cut) }
    return unique
  }

  private mutating func emit(_ unit: Int, _ range: Range<UInt32>) {
    guard let segments = segmentsOfUnit[unit] else { return writer.append(IndexSegment(start: range.lowerBound)) }
    var position = Self.position(of: range.lowerBound, in: segments)
    if position < 0 { writer.append(IndexSegment(start: range.lowerBound)) }
    position = max(position, 0)
    while position < segments.count, segments[position].start < range.upperBound {
      var segment = segments[position]
      segment.start = max(segment.start, range.lowerBound)
      writer.append(segment)
      position += 1
    }
  }

  /// At each address, the first unit with a function, else the first with a line.
  private mutating func emitContested(_ units: [Int], _ range: Range<UInt32>) {
    let lists = units.compactMap { segmentsOfUnit[$0] }
    var starts = lists.joined().map(\.start).filter { range.contains($0) }
    starts.append(range.lowerBound)
    starts.sort()
    var last: UInt32?
    for start in starts where start != last {
      last = start
      let found = lists.compactMap { segments -> IndexSegment? in
        let position = Self.position(of: start, in: segments)
        return position >= 0 ? segments[position] : nil
      }
      var segment = found.first { $0.scope > 0 } ?? found.first { !$0.isGap } ?? IndexSegment(start: start)
      segment.start = start
      writer.append(segment)
    }
  }

  /// Returns the last segment that does not begin after `offset`, or -1 for none.
  private static func position(of offset: UInt32, in segments: [IndexSegment]) -> Int {
    segments.partitionPoint { $0.start > offset } - 1
  }
}

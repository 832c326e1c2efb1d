package import SymbolModel

/// Collects the contents of an index and lays them out as a file. Functions, files and strings are stored once, however often
/// they are added.
package struct IndexWriter: Sendable {
  private var strings: [UInt8] = []
  private var stringPlaces: [String: UInt32] = [:]
  private var functions: [UInt8] = []
  private var functionPositions: [String: UInt32] = [:]
  private var files: [UInt32] = []
  private var filePositions: [String: UInt32] = [:]
  private var scopes: [UInt8] = []
  private var scopePlaces: [UInt32] = []
  private var scopeCount: UInt32 = 0
  private var segments: [UInt8] = []
  private var blockStarts: [UInt32] = []
  private var blockPlaces: [UInt32] = []
  private var segmentCount = 0
  private var last = IndexSegment(start: 0)
  /// For each scope, the start of its last segment with a line; `noStart` for none.
  private var startsWithLine: [UInt32] = []
  private static let noStart = UInt32.max
  /// The start of the last gap.
  private var gapStart: UInt32 = 0

  /// An empty index.
  package init() {}

  /// Adds a function and returns its position. If it has a linkage name, nothing else is stored, because the name determines the
  /// rest.
  package mutating func add(function: SymbolIndex.Function) -> UInt32 {
    let key = function.linkageName ?? "\u{0}\(function.name ?? "")\u{0}\(function.scopes ?? "")"
    if let known = functionPositions[key] { return known }
    let position = UInt32(functionPositions.count)
    functionPositions[key] = position
    if let name = function.linkageName {
      // No other function has this name, so it need not be searched among the strings: that would take 6 percent more instructions
      // for the index of a C++ file.
      functions.append(littleEndian: name.isEmpty ? 0 : append(string: name))
      functions += [UInt8](repeating: 0, count: IndexLayout.functionSize - 4)
    } else {
      for text in [nil, function.name, function.scopes] { functions.append(littleEndian: reference(to: text)) }
    }
    return position
  }

  /// Adds a file and returns its number, which is its position + 1.
  package mutating func add(file: String) -> UInt32 {
    if let known = filePositions[file] { return known }
    files.append(reference(to: file))
    filePositions[file] = UInt32(files.count)
    return UInt32(files.count)
  }

  /// Adds a scope and returns its number, which is its position + 1. A scope must be added after the one around it.
  package mutating func add(scope: SymbolIndex.Scope) -> UInt32 {
    if scopeCount % UInt32(IndexLayout.scopeBlock) == 0 { scopePlaces.append(UInt32(truncatingIfNeeded: scopes.count)) }
    scopeCount &+= 1
    ScopeCoding.encode(scope, number: scopeCount, to: &scopes)
    return scopeCount
  }

  /// Appends a segment after all others. A segment that equals the one before it, or begins before it, is dropped.
  package mutating func append(_ segment: IndexSegment) {
    if segmentCount > 0 {
      var same = segment
      same.start = last.start
      if same == last || segment.start < last.start { return }
    }
    if segmentCount % IndexLayout.blockSize == 0 {
      blockStarts.append(segment.start)
      blockPlaces.append(UInt32(truncatingIfNeeded: segments.count))
      last = IndexSegment(start: segment.start)
    }
    var packed = segment
    packed.back = back(from: segment)
    SegmentCoding.encode(packed, after: last, to: &segments)
    last = segment
    segmentCount += 1
    note(segment)
  }

  /// See `IndexSegment.back`.
  private func back(from segment: IndexSegment) -> UInt32 {
    let scope = Int(segment.scope)
    guard segment.line == 0, segment.hasRow, scope > 0, scope < startsWithLine.count, startsWithLine[scope] != Self.noStart,
      startsWithLine[scope] >= gapStart
    else { return 0 }
    return segment.start - startsWithLine[scope]
  }

  private mutating func note(_ segment: IndexSegment) {
    if !segment.hasRow {
      gapStart = segment.start
    } else if segment.line > 0, segment.scope > 0, segment.scope <= scopeCount {
      let scope = Int(segment.scope)
      if startsWithLine.count <= scope {
        startsWithLine += Array(repeating: Self.noStart, count: Int(scopeCount) + 1 - startsWithLine.count)
      }
      startsWithLine[scope] = segment.start
    }
  }

  /// Returns the finished file as its parts in order, or nil if a part exceeds 32-bit offsets. `functionStarts` and `symbols`
  /// must be in ascending order.
  package mutating func finish(
    fingerprint: UInt64, textBase: LinkAddress, isELF: Bool, functionStarts: [UInt32], symbols: [SymbolIndex.Symbol]
  ) -> [[UInt8]]? {
    var symbolBytes: [UInt8] = []
    for symbol in symbols {
      for value in [symbol.start, symbol.end, reference(to: symbol.name)] { symbolBytes.append(littleEndian: value) }
    }
    let limit = Int(UInt32.max)
    guard max(strings.count, segments.count, segmentCount, scopes.count) < limit else {
      return nil
    }
    var header = IndexHeader()
    header.fingerprint = fingerprint
    header.textBase = textBase.value
    header.flags = isELF ? 1 : 0
    header.segmentCount = UInt32(segmentCount)
    header.blockCount = UInt32(blockStarts.count)
    header.functionCount = UInt32(functionPositions.count)
    header.scopeCount = scopeCount
    header.functionStartCount = UInt32(functionStarts.count)
    header.symbolCount = UInt32(symbols.count)
    header.fileCount = UInt32(files.count)
    header.stringSize = UInt32(strings.count)
    header.segmentSize = UInt32(segments.count)
    header.scopeSize = UInt32(scopes.count)
    header.totalSize = UInt64(header.sections.end)
    var lists: [UInt8] = []
    for value in functionStarts { lists.append(littleEndian: value) }
    lists += symbolBytes
    for value in files { lists.append(littleEndian: value) }
    let contents = [
      header.bytes, Self.bytes(blockStarts), Self.bytes(blockPlaces), functions, Self.bytes(scopePlaces), scopes, lists, strings,
      segments,
    ]
    return contents + [IndexChecks.table(of: contents)]
  }

  private static func bytes(_ values: [UInt32]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(4 * values.count)
    for value in values { out.append(littleEndian: value) }
    return out
  }

  /// Returns the offset + 1 of a string, or 0 for none.
  private mutating func reference(to text: String?) -> UInt32 {
    guard let text, !text.isEmpty else { return 0 }
    if let known = stringPlaces[text] ?? linkageReference(text) { return known }
    let reference = append(string: text)
    stringPlaces[text] = reference
    return reference
  }

  /// Returns the offset + 1 of a function's linkage name, or nil if no function has it.
  private func linkageReference(_ name: String) -> UInt32? {
    functionPositions[name].map { position in
      (0..<4).reduce(0) { $0 | UInt32(functions[Int(position) * IndexLayout.functionSize + $1]) << (8 * UInt32($1)) }
    }
  }

  /// Appends a string and returns its offset + 1.
  private mutating func append(string text: String) -> UInt32 {
    let reference = UInt32(truncatingIfNeeded: strings.count + 1)
    strings.append(contentsOf: text.utf8)
    strings.append(0)
    return reference
  }
}

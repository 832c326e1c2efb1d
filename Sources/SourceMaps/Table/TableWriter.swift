internal import Bytes
internal import System

/// Writes the flat form of a decoded map, see `TableLayout`.
struct TableWriter {
  private var strings: [UInt8] = []
  private var header = TableHeader()

  /// Returns a map's table. Throws if the size of a section exceeds 32 bits.
  static func table(of map: DecodedMap) throws(SourceMapError) -> FlatMap {
    var writer = Self()
    return try writer.write(map)
  }

  private mutating func write(_ map: DecodedMap) throws(SourceMapError) -> FlatMap {
    let (functionEntries, functionNames, firstFunctions) = Self.functions(of: map)
    let sources = sourceEntries(map, firstFunctions, end: functionEntries.count)
    let names = entries(map.names) + entries(functionNames)
    let files = entries(map.files)
    let (offsetSegments, offsets) = Self.functionOffsets(map.functionOffsets)
    let segments = try segmentEntries(map.segments)
    var facts: [UInt32] = []
    for text in [map.debugID, map.file] { append(text, to: &facts) }
    try count(.lines, map.mappings.lines.count)
    try count(.mappings, map.mappings.count)
    try count(.sources, map.sources.count)
    try count(.names, names.count / TableLayout.stringWords)
    try count(.functions, functionEntries.count)
    try count(.files, map.files.count)
    try count(.offsetSegments, map.functionOffsets.count)
    try count(.offsets, offsets.count)
    try count(.modules, map.moduleOffsets.count)
    try count(.segments, map.segments.count)
    try count(.facts, 2)
    try count(.strings, strings.count)

    var bytes: [UInt8] = []
    bytes.reserveCapacity(header.start(.mappings) * 4)
    bytes.append(words: TableLayout.magic + header.counts + [0, 0])
    for words in [map.mappings.lines, map.mappings.lineStarts, sources, names] { bytes.append(words: words) }
    bytes.append(words: functionEntries.map(\.line))
    bytes.append(words: functionEntries.map(\.column))
    bytes.append(words: functionEntries.map { $0.name + UInt32(truncatingIfNeeded: map.names.count) })
    for words in [files, offsetSegments, offsets, map.moduleOffsets.map { $0 ?? TableLayout.none }, segments, facts] {
      bytes.append(words: words)
    }
    bytes += strings
    bytes += repeatElement(0, count: (4 - strings.count % 4) % 4)
    return FlatMap(head: bytes, mappings: map.mappings.words)
  }

  private mutating func count(_ section: TableHeader.Count, _ number: Int) throws(SourceMapError) {
    guard let number = UInt32(exactly: number), number < TableLayout.none else { throw SourceMapError(.tooLarge(bytes: number)) }
    header.counts[section.rawValue] = number
  }

  /// Returns the start and length of each string. The strings are appended to the others.
  private mutating func entries(_ texts: [String]) -> [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(texts.count * TableLayout.stringWords)
    let texts = texts.span
    for position in texts.indices {
      let start = strings.count
      strings += texts[position].utf8
      words.append(UInt32(truncatingIfNeeded: start))
      words.append(UInt32(truncatingIfNeeded: strings.count - start))
    }
    return words
  }

  /// Does the same for a string that may be missing.
  private mutating func append(_ text: String?, to words: inout [UInt32]) {
    words += text.map { entries([$0]) } ?? [0, TableLayout.none]
  }

  private mutating func sourceEntries(_ map: DecodedMap, _ firstFunctions: [UInt32], end: Int) -> [UInt32] {
    var words: [UInt32] = []
    for (position, source) in map.sources.enumerated() {
      append(source.path, to: &words)
      words.append((source.isIgnored ? TableLayout.ignored : 0) | (source.functions == nil ? 0 : TableLayout.hasFunctions))
      words.append(firstFunctions[position])
      words.append(UInt32(truncatingIfNeeded: source.content?.file ?? 0))
      let range = source.content?.range ?? 0..<0
      words += [UInt32(truncatingIfNeeded: range.lowerBound), UInt32(truncatingIfNeeded: range.upperBound)]
    }
    return words + [0, TableLayout.none, 0, UInt32(truncatingIfNeeded: end), 0, 0, 0]
  }

  /// Returns the functions of all sources one after the other, their names, and the first function of each source.
  private static func functions(of map: DecodedMap) -> (entries: [FunctionMap.Entry], names: [String], first: [UInt32]) {
    var entries: [FunctionMap.Entry] = []
    var names: [String] = []
    var first: [UInt32] = []
    for source in map.sources {
      first.append(UInt32(truncatingIfNeeded: entries.count))
      guard let functions = source.functions else { continue }
      let base = UInt32(truncatingIfNeeded: names.count)
      entries += functions.entries.map { FunctionMap.Entry(line: $0.line, column: $0.column, name: $0.name + base) }
      names += functions.names
    }
    return (entries, names, first)
  }

  private static func functionOffsets(_ table: [UInt32: [UInt32]]) -> (segments: [UInt32], offsets: [UInt32]) {
    var (segments, offsets): ([UInt32], [UInt32]) = ([], [])
    for (segment, list) in table.sorted(by: { $0.key < $1.key }) {
      segments += [segment, UInt32(truncatingIfNeeded: offsets.count)]
      offsets += list
    }
    return (segments + [TableLayout.none, UInt32(truncatingIfNeeded: offsets.count)], offsets)
  }

  private mutating func segmentEntries(_ maps: [UInt32: DecodedMap]) throws(SourceMapError) -> [UInt32] {
    var words: [UInt32] = []
    for (number, map) in maps.sorted(by: { $0.key < $1.key }) {
      let table = try Self.table(of: map).bytes
      words += [number, UInt32(truncatingIfNeeded: strings.count), UInt32(truncatingIfNeeded: table.count)]
      strings += table
    }
    return words
  }
}

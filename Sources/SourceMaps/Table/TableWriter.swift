internal import Bytes
internal import System

/// Writes the flat form of a decoded map, see `TableLayout`.
struct TableWriter {
  private var strings: [UInt8] = []
  private var header = TableHeader()

  /// Returns the bytes of a map's table. Throws if the size of a section exceeds 32 bits.
  static func bytes(of map: DecodedMap) throws(SourceMapError) -> [UInt8] {
    var writer = Self()
    return try writer.write(map)
  }

  private mutating func write(_ map: DecodedMap) throws(SourceMapError) -> [UInt8] {
    let (functionEntries, functionNames, firstFunctions) = Self.functions(of: map)
    let sources = sourceEntries(map, firstFunctions, end: functionEntries.count)
    let names = map.names.flatMap { entry($0) } + functionNames.flatMap { entry($0) }
    let files = map.files.flatMap { entry($0) }
    let (offsetSegments, offsets) = Self.functionOffsets(map.functionOffsets)
    let segments = try segmentEntries(map.segments)
    let facts = entry(map.debugID) + entry(map.file)
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
    bytes.reserveLargePages(header.totalWords * 4)
    bytes.append(words: TableLayout.magic + header.counts + [0, 0])
    let mappings = map.mappings
    for words in [mappings.lines, mappings.lineStarts, mappings.columns, mappings.sources, mappings.originalLines] {
      bytes.append(words: words)
    }
    for words in [mappings.originalColumns, mappings.names, sources, names] { bytes.append(words: words) }
    bytes.append(words: functionEntries.map(\.line))
    bytes.append(words: functionEntries.map(\.column))
    bytes.append(words: functionEntries.map { $0.name + UInt32(truncatingIfNeeded: map.names.count) })
    for words in [files, offsetSegments, offsets, map.moduleOffsets.map { $0 ?? TableLayout.none }, segments, facts] {
      bytes.append(words: words)
    }
    bytes += strings
    bytes += repeatElement(0, count: (4 - strings.count % 4) % 4)
    Self.seal(&bytes)
    return bytes
  }

  /// Writes the checksum, which ends the header, of what is before it and of what is after it.
  private static func seal(_ bytes: inout [UInt8]) {
    let end = TableLayout.headerWords * 4
    var hash = ContentHash()
    hash.add(bytes.span.extracting(..<(end - 8)))
    hash.add(bytes.span.extracting(end...))
    for place in 0..<8 { bytes[end - 8 + place] = UInt8(truncatingIfNeeded: hash.value >> UInt64(8 * place)) }
  }

  private mutating func count(_ section: TableHeader.Count, _ number: Int) throws(SourceMapError) {
    guard let number = UInt32(exactly: number), number < TableLayout.none else { throw SourceMapError(.tooLarge(bytes: number)) }
    header.counts[section.rawValue] = number
  }

  /// Returns the start and length of a string, which is appended to the strings.
  private mutating func entry(_ text: String?) -> [UInt32] {
    guard let text else { return [0, TableLayout.none] }
    let start = strings.count
    strings += text.utf8
    return [UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: strings.count - start)]
  }

  private mutating func sourceEntries(_ map: DecodedMap, _ firstFunctions: [UInt32], end: Int) -> [UInt32] {
    var words: [UInt32] = []
    for (position, source) in map.sources.enumerated() {
      words += entry(source.path)
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
      let table = try Self.bytes(of: map)
      words += [number, UInt32(truncatingIfNeeded: strings.count), UInt32(truncatingIfNeeded: table.count)]
      strings += table
    }
    return words
  }
}

internal import Bytes

/// The flat form of one decoded map, searched without unpacking it: see `TableLayout`. Numbers that point outside the table,
/// which only a damaged file has, read as 0.
struct SourceMapTable: Sendable {
  private let bytes: ByteSlice
  private let header: TableHeader
  private let starts: [Int]
  /// The mappings if `bytes` ends before them, see `FlatMap`.
  private let mappings: [UInt32]?

  /// Opens a table. Returns nil if it has another layout or its length differs from the header. With `isChecked`, all of it is
  /// read and compared with the checksum.
  init?(_ bytes: ByteSlice, isChecked: Bool = false) {
    self.init(bytes, mappings: nil)
    if isChecked, !hasRightChecksum { return nil }
  }

  /// Opens a table in memory.
  init?(_ flat: FlatMap) { self.init(ByteSlice(flat.head), mappings: flat.mappings) }

  private init?(_ bytes: ByteSlice, mappings: [UInt32]?) {
    self.bytes = bytes
    self.mappings = mappings
    var header = TableHeader()
    for (position, word) in TableLayout.magic.enumerated() where Self.word(bytes, position) != word { return nil }
    for section in TableHeader.Count.allCases {
      header.counts[section.rawValue] = Self.word(bytes, TableLayout.magic.count + section.rawValue)
    }
    self.header = header
    starts = TableHeader.Count.allCases.map { header.start($0) }
    guard header.totalWords * 4 == bytes.count + 4 * (mappings?.count ?? 0), header[.facts] == 2 else { return nil }
  }

  /// Whether the contents match the checksum. Reads all of them.
  private var hasRightChecksum: Bool {
    let end = TableLayout.headerWords * 4
    let mappings = header.start(.mappings) * 4
    guard let head = try? bytes.slice(at: 0, count: end - 8), let body = try? bytes.slice(at: end, count: mappings - end),
      let tail = try? bytes.slice(at: mappings, count: bytes.count - mappings)
    else { return false }
    var hash = ContentHash()
    for part in [head, body, tail] { hash.add(part) }
    return hash.value == UInt64(Self.word(bytes, end / 4 - 2)) | UInt64(Self.word(bytes, end / 4 - 1)) << 32
  }

  private static func word(_ bytes: ByteSlice, _ position: Int) -> UInt32 {
    (try? bytes.load(UInt32.self, at: position * 4)) ?? 0
  }

  /// Returns a word of a section, counted from the section's start.
  private func word(_ section: TableHeader.Count, _ position: Int) -> UInt32 {
    Self.word(bytes, starts[section.rawValue] + position)
  }

  /// Returns a string by its start and length, or nil if it is missing.
  private func text(_ section: TableHeader.Count, _ position: Int) -> String? {
    let length = word(section, position + 1)
    guard length != TableLayout.none else { return nil }
    let start = starts[TableHeader.Count.strings.rawValue] * 4 + Int(word(section, position))
    guard let slice = try? bytes.slice(at: start, count: Int(length)) else { return nil }
    return String(decoding: slice.array, as: UTF8.self)
  }

  // MARK: Positions

  /// A segment of the mappings.
  struct Mapping: Sendable {
    /// The generated column, counted from 0.
    var column: UInt32
    /// The position of the source.
    var source: Int
    /// The original line, counted from 0.
    var line: UInt32
    /// The original column, counted from 0.
    var originalColumn: UInt32
    /// The position of the name, or nil without one.
    var name: Int?
  }

  /// Returns the mapping for a generated position, counted from 0: the last one with the greatest column that is not above it on
  /// the same line. Returns nil if there is none, or if it maps to nothing. Takes two binary searches.
  func mapping(line: UInt32, column: UInt32) -> Mapping? {
    let lineCount = header[.lines]
    let after = (0..<lineCount).partitionPoint { word(.lines, $0) > line }
    guard after > 0, word(.lines, after - 1) == line else { return nil }
    let count = header[.mappings]
    let first = Int(word(.lines, lineCount + after - 1))
    let end = after < lineCount ? Int(word(.lines, lineCount + after)) : count
    guard first <= end, end <= count else { return nil }
    let next = (first..<end).partitionPoint { self.column(ofMapping: $0) > column }
    guard next > first else { return nil }
    return mapping(next - 1)
  }

  private func mapping(_ position: Int) -> Mapping? {
    let at = position * Mappings.segmentWords
    let source = mappingWord(at + 1)
    guard source < header[.sources] else { return nil }
    let name = mappingWord(at + 4)
    return Mapping(
      column: mappingWord(at), source: Int(source), line: mappingWord(at + 2), originalColumn: mappingWord(at + 3),
      name: name < header[.names] ? Int(name) : nil)
  }

  private func column(ofMapping position: Int) -> UInt32 { mappingWord(position * Mappings.segmentWords) }

  private func mappingWord(_ position: Int) -> UInt32 {
    guard let mappings else { return word(.mappings, position) }
    return mappings.indices.contains(position) ? mappings[position] : 0
  }

  /// Returns the greatest generated column that has a mapping on a line, counted from 0, or nil if the line has none.
  func lastColumn(ofLine line: UInt32) -> UInt32? {
    let lineCount = header[.lines]
    let after = (0..<lineCount).partitionPoint { word(.lines, $0) > line }
    guard after > 0, word(.lines, after - 1) == line else { return nil }
    let end = after < lineCount ? Int(word(.lines, lineCount + after)) : header[.mappings]
    return end > 0 ? column(ofMapping: end - 1) : nil
  }

  /// The greatest generated line that has mappings, counted from 0, or nil if the map has none.
  var lastLine: UInt32? { header[.lines] > 0 ? word(.lines, header[.lines] - 1) : nil }

  /// The number of mappings.
  var mappingCount: Int { header[.mappings] }

  // MARK: Lists

  /// The number of sources.
  var sourceCount: Int { header[.sources] }

  /// Returns the path of a source, or nil for null.
  func path(ofSource position: Int) -> String? { text(.sources, position * TableLayout.sourceWords) }

  /// Returns whether the map marks a source as not the author's own code.
  func isIgnored(_ source: Int) -> Bool { word(.sources, source * TableLayout.sourceWords + 2) & TableLayout.ignored != 0 }

  /// Returns the position of a source's text: a file of the map ("" is the map's own) and the range of a JSON string in it.
  func content(ofSource position: Int) -> (file: String, range: Range<Int>)? {
    let at = position * TableLayout.sourceWords + 4
    let (start, end) = (Int(word(.sources, at + 1)), Int(word(.sources, at + 2)))
    guard start < end, let file = text(.files, Int(word(.sources, at)) * TableLayout.stringWords) else { return nil }
    return (file, start..<end)
  }

  /// Returns a name of the mappings.
  func name(_ position: Int) -> String? { text(.names, position * TableLayout.stringWords) }

  /// Returns the function at an original position, counted from 0: the last function of the source that begins at or before it.
  /// Returns nil if the map does not have the source's functions, and before the first one.
  func function(ofSource source: Int, line: UInt32, column: UInt32) -> String? {
    let at = source * TableLayout.sourceWords
    guard word(.sources, at + 2) & TableLayout.hasFunctions != 0 else { return nil }
    let count = header[.functions]
    let (first, end) = (Int(word(.sources, at + 3)), Int(word(.sources, at + TableLayout.sourceWords + 3)))
    guard first <= end, end <= count else { return nil }
    let next = (first..<end).partitionPoint { position in
      (word(.functions, position), word(.functions, count + position)) > (line, column)
    }
    guard next > first else { return nil }
    return name(Int(word(.functions, 2 * count + next - 1))).flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Extensions

  /// Returns the start of a function's bytecode in a segment (`x_hermes_function_offsets`), or nil if the map does not have it.
  func functionOffset(segment: UInt32, function: UInt32) -> UInt32? {
    let count = header[.offsetSegments]
    for position in 0..<count where word(.offsetSegments, 2 * position) == segment {
      let (first, end) = (Int(word(.offsetSegments, 2 * position + 1)), Int(word(.offsetSegments, 2 * position + 3)))
      guard first <= end, end <= header[.offsets], Int(function) < end - first else { return nil }
      return word(.offsets, first + Int(function))
    }
    return nil
  }

  /// Returns the generated line, counted from 0, at which a module of a RAM bundle begins, or nil if the map does not have the
  /// module.
  func lineOfModule(_ module: UInt32) -> UInt32? {
    guard Int(module) < header[.modules] else { return nil }
    let line = word(.modules, Int(module))
    return line == TableLayout.none ? nil : line
  }

  /// Returns the map of a further bundle of the app, or nil if none has this number.
  func segment(_ number: UInt32) -> SourceMapTable? {
    for position in 0..<header[.segments] where word(.segments, 3 * position) == number {
      let start = starts[TableHeader.Count.strings.rawValue] * 4 + Int(word(.segments, 3 * position + 1))
      let slice = try? bytes.slice(at: start, count: Int(word(.segments, 3 * position + 2)))
      return slice.flatMap { SourceMapTable($0) }
    }
    return nil
  }

  /// The map's debug ID: 32 lower-case hexadecimal digits.
  var debugID: String? { text(.facts, 0) }

  /// The name of the generated file, as the map has it.
  var file: String? { text(.facts, TableLayout.stringWords) }
}

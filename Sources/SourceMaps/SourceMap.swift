package import Bytes
internal import JSONText

/// A source map of version 3 (ECMA-426), ready for lookups: finds the source line of a position in a bundle. The front of the
/// module `SourceMaps`.
///
/// In: the bytes of a map, or of the flat form that an earlier run made of it. Out: a `Position` for a line and column of the
/// generated file.
///
/// `SourceMapReader` decodes the JSON into a `DecodedMap`, `TableWriter` writes the flat form, `SourceMapTable` searches it.
/// Every answer comes from the flat form, so that a first run and later ones give the same answers. `SourceMapSet` decides which
/// of several maps belongs to a bundle. Extensions by Metro and Hermes add names of functions and the maps of further bundles.
///
/// Lines of `Query` and `Position` count from 1, columns from 0, as JavaScript tools print them.
///
/// Example: `try SourceMap(bytes).position(of: SourceMap.Query(line: 1, column: 939))?.source` is `App.tsx`.
package struct SourceMap: Sendable {
  private let table: SourceMapTable

  /// Decodes a map. `load` returns the files that sections of an indexed map name; nil rejects such sections. Throws if the map
  /// is not usable. Takes about 2 ns per byte.
  package init(_ bytes: [UInt8], load: SourceMapReader.Loader? = nil) throws(SourceMapError) {
    try self.init(Self.flatForm(of: ByteSlice(bytes), load: load))
  }

  /// Opens the flat form of a map that was just decoded.
  init(_ flat: FlatMap) throws(SourceMapError) {
    guard let table = SourceMapTable(flat) else { throw SourceMapError(.notASourceMap) }
    self.table = table
  }

  /// Opens the flat form of a map. Throws if it is damaged, or of another version. `isChecked` compares all of it with its
  /// checksum.
  package init(flatForm: ByteSlice, isChecked: Bool = false) throws(SourceMapError) {
    guard let table = SourceMapTable(flatForm, isChecked: isChecked) else { throw SourceMapError(.notASourceMap) }
    self.table = table
  }

  /// Decodes a map into its flat form, to be kept for later runs.
  package static func flatForm(of bytes: ByteSlice, load: SourceMapReader.Loader? = nil) throws(SourceMapError) -> FlatMap {
    let map = try SourceMapReader.decode(bytes) { url throws(SourceMapError) in
      guard let load else { throw SourceMapError(.unreadable("a section is in another file, \(url)")) }
      return try load(url)
    }
    return try TableWriter.table(of: map)
  }

  /// A position in a generated file.
  package struct Query: Hashable, Sendable {
    /// The number of the app's bundle; 0 is the main one.
    package var segment: UInt32
    /// The module of a RAM bundle whose lines are counted from its own start, or nil for a bundle as a whole.
    package var module: UInt32?
    /// The line, counted from 1.
    package var line: UInt32
    /// The column, counted from 0; in bytecode the offset in bytes.
    package var column: UInt32

    /// Creates a query.
    package init(line: UInt32, column: UInt32, segment: UInt32 = 0, module: UInt32? = nil) {
      self.segment = segment
      self.module = module
      self.line = line
      self.column = column
    }
  }

  /// The answer for one position of a generated file.
  package struct Position: Hashable, Sendable {
    /// The path of the source as the map has it, or nil for null.
    package var source: String?
    /// The line in the source, counted from 1.
    package var line: UInt32
    /// The column in the source, counted from 0.
    package var column: UInt32
    /// The function that contains the position, from Metro's function map, or nil if the map has none for the source.
    package var function: String?
    /// The original name of what is at the position, which need not be a function, or nil if the map gives none.
    package var name: String?
    /// Whether the source is not the author's own code, according to the map's ignore list or the source's path (`node_modules`).
    package var isVendored: Bool
    /// The position of the source's text in the map's files, or nil if the map does not have it.
    package var content: Content?
  }

  /// The position of a source's text.
  package struct Content: Hashable, Sendable {
    /// The file: "" is the map's own, else a path relative to the map's directory.
    package var file: String
    /// The range of the JSON string in that file, quotes included, in bytes.
    package var range: Range<Int>
  }

  /// Returns the source position of a generated position, or nil if the map has none for it.
  package func position(of query: Query) -> Position? {
    guard query.line > 0, let table = query.segment == 0 ? table : table.segment(query.segment) else { return nil }
    var line = query.line - 1
    if let module = query.module {
      guard let start = table.lineOfModule(module), line <= UInt32.max - start else { return nil }
      line += start
    }
    guard let mapping = table.mapping(line: line, column: query.column) else { return nil }
    let path = table.path(ofSource: mapping.source)
    return Position(
      source: path, line: mapping.line &+ 1, column: mapping.originalColumn,
      function: table.function(ofSource: mapping.source, line: mapping.line, column: mapping.originalColumn),
      name: mapping.name.flatMap { table.name($0) },
      isVendored: table.isIgnored(mapping.source) || path.map(Self.isVendored) ?? false,
      content: table.content(ofSource: mapping.source).map { Content(file: $0.file, range: $0.range) })
  }

  /// Returns the bytecode position for a function's number and an offset in it, as Hermes crash traces give them (`FunctionID`,
  /// `ByteCodeOffset`), or nil if the map does not have the function.
  package func query(segment: UInt32, function: UInt32, offset: UInt32) -> Query? {
    guard let start = (self.table.segment(segment) ?? self.table).functionOffset(segment: segment, function: function),
      start <= UInt32.max - offset, segment < .max
    else { return nil }
    return Query(line: segment + 1, column: start + offset)
  }

  /// Returns whether a position is after everything in the map: on a line after the last one, or on the last line far after its
  /// last column. If this is true for every frame of a stack, the map belongs to another file.
  package func isBeyond(_ query: Query) -> Bool {
    guard let table = query.segment == 0 ? table : table.segment(query.segment), let last = table.lastLine else { return true }
    let line = query.line &- 1 &+ (query.module.flatMap { table.lineOfModule($0) } ?? 0)
    if line > last { return true }
    return (table.lastColumn(ofLine: line) ?? 0) < query.column
      && !(table.mapping(line: line, column: query.column) != nil && query.column == 0)
  }

  /// The map's debug ID, 32 lower-case hexadecimal digits, or nil if it has none.
  package var debugID: String? { table.debugID }
  /// The name of the generated file as the map has it, or nil if it has none.
  package var file: String? { table.file }
  /// The number of mappings.
  package var mappingCount: Int { table.mappingCount }
  /// The number of sources.
  package var sourceCount: Int { table.sourceCount }
  /// The number of sources that are not the author's own code.
  package var vendoredSourceCount: Int {
    (0..<table.sourceCount).count { table.isIgnored($0) || table.path(ofSource: $0).map(Self.isVendored) ?? false }
  }
  /// The number of sources whose text the map has.
  package var contentCount: Int { (0..<table.sourceCount).count { table.content(ofSource: $0) != nil } }

  /// Returns whether a path is inside a package manager's directory.
  private static func isVendored(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains("node_modules")
  }

  /// Returns the text of a source. `json` holds the bytes of the range that `Content` gives. Returns nil if they are no longer a
  /// string.
  package static func text(_ json: [UInt8]) -> String? { JSONDocument(json).root?.string }
}

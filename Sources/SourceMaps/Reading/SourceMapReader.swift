package import Bytes
internal import JSONText

/// Reads source maps of version 3 (ECMA-426), including indexed ones, with the extensions of Metro and Hermes.
package struct SourceMapReader {
  /// The deepest nesting of sections inside sections, and of segments inside segments.
  package static let depthLimit = 4
  /// The largest map in bytes, including files that sections name.
  package static let sizeLimit = 512 << 20

  /// Returns the bytes of a file that a section names by `url`, a path relative to the map's directory.
  package typealias Loader = (String) throws(SourceMapError) -> ByteSlice

  private let load: Loader
  private var files = [""]
  private var size = 0

  private init(load: @escaping Loader) { self.load = load }

  /// Decodes a map. Calls `load` for each file that a section names. Throws if the map as a whole is not usable.
  static func decode(_ bytes: ByteSlice, load: @escaping Loader) throws(SourceMapError) -> DecodedMap {
    var reader = Self(load: load)
    var map = try reader.read(bytes, file: 0, depth: 0)
    map.files = reader.files
    return map
  }

  private mutating func read(_ bytes: ByteSlice, file: Int, depth: Int) throws(SourceMapError) -> DecodedMap {
    size += bytes.count
    guard size <= Self.sizeLimit else { throw SourceMapError(.tooLarge(bytes: size)) }
    let document = JSONDocument(bytes, in: Self.textStart(bytes)..<bytes.count)
    if let error = document.firstError { throw SourceMapError(.malformedJSON("\(error)")) }
    guard let root = document.root, root.kind == .object else { throw SourceMapError(.notASourceMap) }
    return try read(root, bytes, file: file, depth: depth)
  }

  /// Returns the position after a first line that begins with `)]}'`, which servers add so that no browser runs the text.
  private static func textStart(_ bytes: ByteSlice) -> Int {
    bytes.withSpan { text in
      let first = text.extracting(first: min(4, text.count))
      guard first.count == 4, first.indices.allSatisfy({ first[$0] == Array(")]}'".utf8)[$0] }) else { return 0 }
      let end = ByteSearch.first(UInt8(ascii: "\n"), in: text, from: 0, to: text.count)
      return end < text.count ? end : 0
    }
  }

  private mutating func read(_ root: JSONValue, _ bytes: ByteSlice, file: Int, depth: Int) throws(SourceMapError) -> DecodedMap {
    guard depth <= Self.depthLimit else { throw SourceMapError(.nestedSections, byte: root.range.lowerBound) }
    if let version = root["version"]?.int, version != 3 { throw SourceMapError(.version(version)) }
    var map =
      if let sections = root["sections"], sections.kind == .array {
        try join(sections, bytes, file: file, depth: depth)
      } else {
        try plainMap(root, bytes, file: file)
      }
    map.file = root["file"]?.string
    map.debugID = DebugID.normalized(root["debugId"]?.string ?? root["debug_id"]?.string)
    readFunctionOffsets(root, &map)
    map.moduleOffsets = (root["x_facebook_offsets"]?.elements ?? .none).map { $0.int.flatMap { UInt32(exactly: $0) } }
    for (key, value) in root["x_facebook_segments"]?.members ?? .none where value.kind == .object {
      guard let number = UInt32(key.string) else { continue }
      map.segments[number] = try read(value, bytes, file: file, depth: depth + 1)
    }
    return map
  }

  private func readFunctionOffsets(_ root: JSONValue, _ map: inout DecodedMap) {
    for (key, value) in root["x_hermes_function_offsets"]?.members ?? .none {
      guard let segment = UInt32(key.string) else { continue }
      map.functionOffsets[segment] = value.elements.map { UInt32(clamping: $0.int ?? 0) }
    }
  }

  // MARK: One map

  private func plainMap(_ root: JSONValue, _ bytes: ByteSlice, file: Int) throws(SourceMapError) -> DecodedMap {
    guard let mappings = root["mappings"], mappings.kind == .string else { throw SourceMapError(.notASourceMap) }
    var map = DecodedMap()
    map.sources = sources(root, bytes, file: file)
    map.names = (root["names"]?.elements ?? .none).map { $0.string ?? $0.text }
    // Escapes inside base64 are legal JSON and never occur; positions in errors are those of the decoded text.
    let decoded = mappings.plainText == nil ? ByteSlice(Array((mappings.string ?? "").utf8)) : bytes
    map.mappings = try Mappings(
      decoded, mappings.plainText ?? 0..<decoded.count, sourceCount: map.sources.count, nameCount: map.names.count)
    return map
  }

  private func sources(_ root: JSONValue, _ bytes: ByteSlice, file: Int) -> [DecodedMap.Source] {
    let base = root["sourceRoot"]?.string ?? ""
    var sources = (root["sources"]?.elements ?? .none).map { DecodedMap.Source(path: $0.string.map { Self.join(base, $0) }) }
    for (position, value) in (root["sourcesContent"]?.elements ?? .none).enumerated() where sources.indices.contains(position) {
      if value.kind == .string { sources[position].content = (file, value.range) }
    }
    for (position, value) in (root["x_facebook_sources"]?.elements ?? .none).enumerated() where sources.indices.contains(position)
    {
      sources[position].functions = bytes.withSpan { FunctionMap(value, $0) }
    }
    for value in (root["ignoreList"] ?? root["x_google_ignoreList"])?.elements ?? .none {
      if let position = value.int, sources.indices.contains(position) { sources[position].isIgnored = true }
    }
    return sources
  }

  /// Returns a source's path after `sourceRoot`, unless the path is absolute or has a scheme.
  private static func join(_ root: String, _ path: String) -> String {
    guard !root.isEmpty, !path.hasPrefix("/"), !path.contains("://") else { return path }
    return root.hasSuffix("/") ? root + path : root + "/" + path
  }

  // MARK: Sections

  /// Reads the sections of an indexed map, sorts them by their offsets, and joins their maps.
  private mutating func join(_ sections: JSONValue, _ bytes: ByteSlice, file: Int, depth: Int) throws(SourceMapError)
    -> DecodedMap
  {
    var parts: [(line: UInt32, column: UInt32, map: DecodedMap)] = []
    for section in sections.elements {
      let start = section.range.lowerBound
      guard let line = Self.offset(section, "line"), let column = Self.offset(section, "column") else {
        throw SourceMapError(.badSection("has no \"offset\" with a line and a column"), byte: start)
      }
      parts.append((line, column, try sectionMap(section, bytes, file: file, depth: depth + 1)))
    }
    parts.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    var joining = SectionJoining()
    for (index, part) in parts.enumerated() {
      let next = index + 1 < parts.count ? (parts[index + 1].line, parts[index + 1].column) : (UInt32.max, UInt32.max)
      try joining.add(part.map, line: part.line, column: part.column, before: next)
    }
    return joining.map
  }

  private static func offset(_ section: JSONValue, _ key: String) -> UInt32? {
    section["offset"]?[key]?.int.flatMap { UInt32(exactly: $0) }
  }

  private mutating func sectionMap(_ section: JSONValue, _ bytes: ByteSlice, file: Int, depth: Int) throws(SourceMapError)
    -> DecodedMap
  {
    if let map = section["map"], map.kind == .object { return try read(map, bytes, file: file, depth: depth) }
    guard let url = section["url"]?.string else {
      throw SourceMapError(.badSection("has neither \"map\" nor \"url\""), byte: section.range.lowerBound)
    }
    guard depth <= Self.depthLimit else { throw SourceMapError(.nestedSections, byte: section.range.lowerBound) }
    let contents = try load(url)
    files.append(url)
    return try read(contents, file: files.count - 1, depth: depth)
  }
}

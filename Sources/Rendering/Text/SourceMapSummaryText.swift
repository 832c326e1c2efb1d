import CrashModel
package import SymbolModel

/// What `symbolicate inspect` says about a source map.
package struct SourceMapSummary: Sendable {
  /// The map's path.
  package var path: String
  /// The size in bytes, or nil if unknown.
  package var size: Int?
  /// The name of the bundle as the map has it, or nil if it has none.
  package var bundle: String?
  /// The debug ID of the map or of the bundle beside it, or nil if neither has one.
  package var id: ImageID?
  /// The number of sources.
  package var sources = 0
  /// The number of sources that belong to packages, not to the app.
  package var packageSources = 0
  /// The number of sources whose text the map contains.
  package var texts = 0
  /// The number of mappings.
  package var mappings = 0
  /// Whether the store has a map with the ID.
  package var isStored = false

  /// Creates a summary of which only the path is known.
  package init(path: String) { self.path = path }
}

/// Describes source maps: the output of `symbolicate inspect` for them.
package enum SourceMapSummaryText {
  /// Returns the lines for one map, without line ends. `size` formats a number of bytes.
  package static func lines(_ map: SourceMapSummary, size: (Int) -> String) -> [String] {
    let bundle = map.bundle.map { " of \($0)" } ?? ""
    let title = ["source map" + bundle, map.size.map(size)].compactMap { $0 }
    let id = map.id.map { "debug ID: \($0)" } ?? "no debug ID: pass it with --source-map"
    let packages = map.packageSources > 0 ? " (\(NumberFormat.grouped(map.packageSources)) of packages)" : ""
    let texts =
      map.texts == 0 ? "no texts" : map.texts == map.sources ? "with texts" : "\(NumberFormat.grouped(map.texts)) with texts"
    var parts = [
      NumberFormat.counted(map.sources, "source") + packages, texts, NumberFormat.counted(map.mappings, "mapping"),
    ]
    if map.isStored { parts.append("in the store") }
    return ["\(map.path): \(title.joined(separator: ", "))", "  \(id)  \(parts.joined(separator: ", "))"]
  }
}

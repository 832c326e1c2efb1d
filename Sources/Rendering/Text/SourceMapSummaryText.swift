import CrashModel
public import SymbolModel

/// What `symbolicate inspect` says about a source map.
public struct SourceMapSummary: Sendable {
  /// The map's path.
  public var path: String
  /// The size in bytes, or nil if unknown.
  public var size: Int?
  /// The name of the bundle as the map has it, or nil if it has none.
  public var bundle: String?
  /// The debug ID of the map or of the bundle beside it, or nil if neither has one.
  public var id: ImageID?
  /// The number of sources.
  public var sources = 0
  /// The number of sources that belong to packages, not to the app.
  public var packageSources = 0
  /// The number of sources whose text the map contains.
  public var texts = 0
  /// The number of mappings.
  public var mappings = 0
  /// Whether the store has a map with the ID.
  public var isStored = false

  /// Creates a summary of which only the path is known.
  public init(path: String) { self.path = path }
}

/// Describes source maps: the output of `symbolicate inspect` for them.
public enum SourceMapSummaryText {
  /// Returns the lines for one map, without line ends. `size` formats a number of bytes.
  public static func lines(_ map: SourceMapSummary, size: (Int) -> String) -> [String] {
    let bundle = map.bundle.map { " of \($0)" } ?? ""
    let title = ["source map" + bundle, map.size.map(size)].compactMap { $0 }
    let id = map.id.map { "debug ID: \($0)" } ?? "no debug ID: pass it with --source-map"
    let packages = map.packageSources > 0 ? " (\(NumberText.grouped(map.packageSources)) of packages)" : ""
    let texts =
      map.texts == 0 ? "no texts" : map.texts == map.sources ? "with texts" : "\(NumberText.grouped(map.texts)) with texts"
    var parts = [
      NumberText.counted(map.sources, "source") + packages, texts, NumberText.counted(map.mappings, "mapping"),
    ]
    if map.isStored { parts.append("in the store") }
    return ["\(map.path): \(title.joined(separator: ", "))", "  \(id)  \(parts.joined(separator: ", "))"]
  }
}

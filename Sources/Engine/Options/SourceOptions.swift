/// What the user wants of source files.
public struct SourceOptions: Sendable {
  /// Replacements in source paths; the first that fits is used.
  public var pathMaps: [PathMap] = []
  /// Folders that hold source files.
  public var roots: [String] = []
  /// How many lines before and after a source line are shown; nil for none.
  public var contextLines: Int?
  /// How links to source lines are made; nil for none.
  public var link: SourceLink?

  /// Nothing.
  public init() {}

  /// Whether nothing is wanted.
  var isEmpty: Bool { pathMaps.isEmpty && contextLines == nil && link == nil }
}

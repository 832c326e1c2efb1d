/// The user's options for source files.
public struct SourceOptions: Sendable {
  /// Replacements in source paths; the first that matches is used.
  public var pathMaps: [PathMap] = []
  /// Directories with source files.
  public var roots: [String] = []
  /// The number of lines before and after a source line to print, or nil for none.
  public var contextLines: Int?
  /// The template of links to source lines, or nil for none.
  public var link: SourceLink?

  /// No options.
  public init() {}

  /// Whether there are no options.
  var isEmpty: Bool { pathMaps.isEmpty && contextLines == nil && link == nil }
}

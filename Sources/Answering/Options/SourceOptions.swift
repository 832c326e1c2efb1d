/// The user's options for source files.
package struct SourceOptions: Sendable {
  /// Replacements in source paths; the first that matches is used.
  package var pathMaps: [PathMap] = []
  /// Directories with source files.
  package var roots: [String] = []
  /// The number of lines before and after a source line to print, or nil for none.
  package var contextLines: Int?
  /// The template of links to source lines, or nil for none.
  package var link: SourceLink?

  /// No options.
  package init() {}

  /// Whether there are no options.
  var isEmpty: Bool { pathMaps.isEmpty && contextLines == nil && link == nil }
}

/// A repository of the source code, and where the revision that an app was built from is known from.
package struct SourceRepository: Hashable, Sendable {
  /// A directory of the repository.
  package let folder: String
  /// The revision, or nil for the one that each report names.
  package let revision: String?
  /// The key under which reports name it, or nil for the usual ones.
  package let key: String?

  /// Names a repository.
  package init(folder: String, revision: String?, key: String?) {
    self.folder = folder
    self.revision = revision
    self.key = key
  }
}

/// The user's options for source files.
package struct SourceOptions: Sendable {
  /// Replacements in source paths; the first that matches is used.
  package var pathMaps: [PathMap] = []
  /// Directories with source files.
  package var roots: [String] = []
  /// Source bundles.
  package var bundles: [String] = []
  /// The repository of the source code, or nil for none.
  package var repository: SourceRepository?
  /// The number of lines before and after a source line to print, or nil for none.
  package var contextLines: Int?
  /// The template of links to source lines, or nil for none.
  package var link: SourceLink?

  /// No options.
  package init() {}

  /// Whether there are no options.
  var isEmpty: Bool { pathMaps.isEmpty && contextLines == nil && link == nil }
}

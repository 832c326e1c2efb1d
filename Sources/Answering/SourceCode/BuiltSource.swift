/// A source file as it was when the app was built: in a revision of a repository, or in a source bundle.
struct BuiltSource {
  /// What tells it from others, for the texts that are kept.
  let key: String
  /// The path that is shown.
  let path: String
  /// The path in the repository, or that of the debug information.
  let relativePath: String
  /// Reads it.
  let read: () throws(SourceText.Refusal) -> [UInt8]
}

/// A version and the revision that it was built from: the value of `--revision`.
struct NamedRevision: Hashable, Sendable {
  let version: String
  let revision: String

  /// Reads `VERSION=REV`. Returns nil if either is missing.
  init?(parsing text: String) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    version = String(text[..<equals])
    revision = String(text[text.index(after: equals)...])
    guard !version.isEmpty, !revision.isEmpty else { return nil }
  }
}

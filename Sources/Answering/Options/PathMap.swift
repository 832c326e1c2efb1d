/// Replaces a prefix of source paths (`--map-path`).
package struct PathMap: Hashable, Sendable {
  /// The prefix.
  package let from: String
  /// The replacement.
  package let to: String

  /// Parses `FROM=TO`. Returns nil if there is no `=` or nothing before it.
  package init?(parsing text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    from = String(parts[0])
    to = String(parts[1])
  }

  /// A path with its prefix replaced.
  struct Result {
    /// The replacement.
    let folder: String
    /// The rest of the path, which is empty or begins with `/` unless `folder` or the prefix ends with one.
    let rest: String
    /// The whole path.
    var path: String { folder + rest }
  }

  /// Returns a path with its prefix replaced, or nil if it has another prefix, or the prefix ends inside a name.
  func result(for path: String) -> Result? {
    guard path.hasPrefix(from) else { return nil }
    let rest = path.dropFirst(from.count)
    guard from.hasSuffix("/") || rest.isEmpty || rest.hasPrefix("/") else { return nil }
    return Result(folder: to, rest: String(rest))
  }
}

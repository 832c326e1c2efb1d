/// Replaces the beginning of source paths (`--map-path`).
public struct PathMap: Hashable, Sendable {
  /// The beginning that is replaced.
  public let from: String
  /// What stands in its place.
  public let to: String

  /// Reads `FROM=TO`; nil when there is no `=` or nothing before it.
  public init?(parsing text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    from = String(parts[0])
    to = String(parts[1])
  }

  /// A path with its beginning replaced.
  struct Result {
    /// What stands in the place of the beginning.
    let folder: String
    /// The rest of the path, which is empty or begins with `/` unless `folder` or the beginning ends with one.
    let rest: String
    /// The whole path.
    var path: String { folder + rest }
  }

  /// A path with its beginning replaced; nil when it begins otherwise, or goes on inside a name.
  func result(for path: String) -> Result? {
    guard path.hasPrefix(from) else { return nil }
    let rest = path.dropFirst(from.count)
    guard from.hasSuffix("/") || rest.isEmpty || rest.hasPrefix("/") else { return nil }
    return Result(folder: to, rest: String(rest))
  }
}

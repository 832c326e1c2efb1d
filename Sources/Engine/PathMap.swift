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

  /// The path with its beginning replaced; nil when it begins otherwise, or goes on in the middle of a component.
  public func applied(to path: String) -> String? {
    guard path.hasPrefix(from) else { return nil }
    let rest = path.dropFirst(from.count)
    guard from.hasSuffix("/") || rest.isEmpty || rest.hasPrefix("/") else { return nil }
    return to + rest
  }
}

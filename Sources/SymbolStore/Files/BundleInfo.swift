/// The facts about a build from the bundle around a debug file.
public struct BundleInfo: Hashable, Sendable {
  /// The bundle identifier; for a dSYM, that of the image.
  public var identifier: String?
  /// The short version, for example `4.2.0`.
  public var version: String?
  /// The build number.
  public var build: String?

  /// Creates an empty value.
  public init() {}

  /// `4.2.0 (1187)`, or nil if neither is known.
  public var versionText: String? {
    let parts = [version, build.map { "(\($0))" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { identifier == nil && version == nil && build == nil }
}

/// The facts about a build from the bundle around a debug file.
package struct BundleInfo: Hashable, Sendable {
  /// The bundle identifier; for a dSYM, that of the image.
  package var identifier: String?
  /// The short version, for example `4.2.0`.
  package var version: String?
  /// The build number.
  package var build: String?

  /// Creates an empty value.
  package init() {}

  /// `4.2.0 (1187)`, or nil if neither is known.
  package var versionText: String? {
    let parts = [version, build.map { "(\($0))" }].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Whether nothing is known.
  package var isEmpty: Bool { identifier == nil && version == nil && build == nil }
}

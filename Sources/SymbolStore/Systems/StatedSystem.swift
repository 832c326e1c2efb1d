/// What the user says of the system whose symbols are added.
public struct StatedSystem: Hashable, Sendable {
  /// The build, for example `23B85`, or nil if nothing was said.
  public var build: String?
  /// The version, for example `26.1`, or nil if nothing was said.
  public var version: String?

  /// Takes what was said.
  public init(build: String? = nil, version: String? = nil) {
    self.build = build
    self.version = version
  }
}

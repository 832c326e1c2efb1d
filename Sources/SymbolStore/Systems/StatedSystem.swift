/// What the user says of the system whose symbols are added.
package struct StatedSystem: Hashable, Sendable {
  /// The build, for example `23B85`, or nil if nothing was said.
  package var build: String?
  /// The version, for example `26.1`, or nil if nothing was said.
  package var version: String?

  /// Takes what was said.
  package init(build: String? = nil, version: String? = nil) {
    self.build = build
    self.version = version
  }
}

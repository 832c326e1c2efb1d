/// One build of an operating system, as Xcode's DeviceSupport directories name it.
package struct SystemBuild: Hashable, Sendable, CustomStringConvertible {
  /// The system, for example `iOS`, or nil if the parent directory does not say.
  package var name: String?
  /// The version, for example `17.1`.
  package var version: String
  /// The build, for example `21B74`.
  package var build: String

  /// `iOS 17.1 (21B74)`.
  package var description: String {
    [name, version.isEmpty ? nil : version, "(\(build))"].compactMap { $0 }.joined(separator: " ")
  }
}

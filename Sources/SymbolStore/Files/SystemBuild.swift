/// One build of an operating system, as Xcode's DeviceSupport directories name it.
public struct SystemBuild: Hashable, Sendable, CustomStringConvertible {
  /// The system, for example `iOS`, or nil if the parent directory does not say.
  public var name: String?
  /// The version, for example `17.1`.
  public var version: String
  /// The build, for example `21B74`.
  public var build: String

  /// `iOS 17.1 (21B74)`.
  public var description: String {
    [name, version.isEmpty ? nil : version, "(\(build))"].compactMap { $0 }.joined(separator: " ")
  }
}

public import ObjectFiles

/// The files that carry parts of another file's debug information.
public struct DebugCompanions: Sendable {
  /// The file that `.gnu_debugaltlink` names.
  public var alternate: ObjectFile?
  /// The DWARF package beside the file.
  public var package: ObjectFile?
  /// Finds a split file by its recorded name and compilation directory; nil when it is not there.
  public var split: @Sendable (_ name: String, _ directory: String?) -> ObjectFile?

  /// No companions unless given.
  public init(
    alternate: ObjectFile? = nil, package: ObjectFile? = nil,
    split: @escaping @Sendable (_ name: String, _ directory: String?) -> ObjectFile? = { _, _ in nil }
  ) {
    self.alternate = alternate
    self.package = package
    self.split = split
  }
}

package import ObjectFiles

/// The files with parts of another file's debug information.
package struct DebugCompanions: Sendable {
  /// The file that `.gnu_debugaltlink` refers to.
  package var alternate: ObjectFile?
  /// The DWARF package beside the file.
  package var package: ObjectFile?
  /// Finds a split file by its recorded name and compilation directory. Returns nil if it does not exist.
  package var split: @Sendable (_ name: String, _ directory: String?) -> ObjectFile?

  /// By default there are no companions.
  package init(
    alternate: ObjectFile? = nil, package: ObjectFile? = nil,
    split: @escaping @Sendable (_ name: String, _ directory: String?) -> ObjectFile? = { _, _ in nil }
  ) {
    self.alternate = alternate
    self.package = package
    self.split = split
  }
}

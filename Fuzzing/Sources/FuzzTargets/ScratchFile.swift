import TestSupport

/// A file that is written anew for every input, for readers that want a path.
final class ScratchFile {
  private let folder: TemporaryFolder
  private let name: String

  /// A file with this name in a directory of its own.
  init(_ name: String) throws {
    folder = try TemporaryFolder()
    self.name = name
  }

  /// Returns the path of the file after it got these bytes.
  func path(of bytes: [UInt8]) throws -> String { try folder.write(bytes, to: name) }
}

internal import System

/// One input of a run: a file, a file of an archive, or standard input.
package struct ReportInput: Hashable, Sendable {
  /// The path in messages and output; `-` for standard input. Of a file of an archive, the archive's path, a slash and the name
  /// inside.
  package let path: String
  /// The path of the output inside an output directory, without the format's suffix: the path below the named directory, or the
  /// file's own name.
  package let outputName: String
  /// Whether the user named it, rather than a directory or archive that it is in.
  package let isNamed: Bool
  /// The path of the file with the bytes: of a file of an archive, that of the unpacked file.
  package let file: String
  /// The path on the disk that the user knows: the file, or the archive.
  package let origin: String
  /// Whether the bytes are compressed.
  package let isCompressed: Bool
  /// Whether another input is the original of it, so that it is not read.
  package let isCopy: Bool

  /// Describes one input. `archive` is the path of the archive that it is unpacked from, into `file`.
  package init(
    path: String, outputName: String, isNamed: Bool, file: String? = nil, archive: String? = nil, isCompressed: Bool = false,
    isCopy: Bool = false
  ) {
    self.path = path
    self.outputName = outputName
    self.isNamed = isNamed
    self.file = file ?? path
    origin = archive ?? path
    self.isCompressed = isCompressed
    self.isCopy = isCopy
  }

  /// The directory of the report or of its archive, or nil for standard input.
  package var folder: String? { path == "-" ? nil : Path.parent(of: origin) }
}

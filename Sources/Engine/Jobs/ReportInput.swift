internal import System

/// One input of a run: a file, or standard input.
public struct ReportInput: Hashable, Sendable {
  /// The path in messages and output; `-` for standard input.
  public let path: String
  /// The path of the output inside an output directory, without the format's suffix: the path below the named directory, or the
  /// file's own name.
  public let outputName: String
  /// Whether the user named it, rather than a directory that it is in.
  public let isNamed: Bool

  /// Describes one input.
  public init(path: String, outputName: String, isNamed: Bool) {
    self.path = path
    self.outputName = outputName
    self.isNamed = isNamed
  }

  /// The report's directory, or nil for standard input.
  public var folder: String? { path == "-" ? nil : Path.parent(of: path) }
}

internal import System

/// One input of a run: a file, or standard input.
public struct ReportInput: Hashable, Sendable {
  /// The path as messages and output show it; `-` for standard input.
  public let path: String
  /// Where the output goes inside an output folder, without the format's suffix: the path below the folder that was named,
  /// or the file's own name.
  public let outputName: String
  /// Whether the user named it, rather than a folder that it lies in.
  public let isNamed: Bool

  /// Describes one input.
  public init(path: String, outputName: String, isNamed: Bool) {
    self.path = path
    self.outputName = outputName
    self.isNamed = isNamed
  }

  /// The folder that it lies in; nil for standard input.
  public var folder: String? { path == "-" ? nil : Path.parent(of: path) }
}

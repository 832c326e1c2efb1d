internal import System

/// The destination of symbolicated reports.
public enum OutputTarget: Hashable, Sendable {
  /// Standard output.
  case standardOutput
  /// One file.
  case file(String)
  /// A directory that mirrors the input.
  case folder(String)

  /// Interprets `--output`: a directory for several reports, or if it is an existing directory or ends in `/`.
  public init(_ path: String?, severalInputs: Bool) {
    guard let path, path != "-" else {
      self = .standardOutput
      return
    }
    let isFolder = severalInputs || path.hasSuffix("/") || FileSystem.status(path)?.kind == .directory
    self = isFolder ? .folder(path) : .file(path)
  }

  /// Writes the output of one input to its file, completely or not at all; a device is written directly. Throws if it cannot be
  /// written, or would replace the input. Must not be called for standard output.
  public func write(_ bytes: [UInt8], for input: ReportInput, _ format: OutputFormat) throws(OutputError) {
    let path: String
    switch self {
    case .standardOutput: return
    case .file(let name): path = name
    case .folder(let folder): path = Path.join(folder, input.outputName + format.suffix)
    }
    let old = FileSystem.status(path)
    if let old, input.path != "-", let source = FileSystem.status(input.path), old.device == source.device,
      old.inode == source.inode
    {
      throw OutputError(path: path, reason: "not written: the output is the input file")
    }
    do throws(SystemError) {
      if old?.kind == .other {
        try FileSystem.write(bytes, toDevice: path)
      } else {
        try FileSystem.makeDirectories(Path.parent(of: path))
        try FileSystem.replace(path, with: bytes)
      }
    } catch {
      throw OutputError(path: path, reason: error.message)
    }
  }
}

/// An output that could not be written.
public struct OutputError: Error, Hashable, Sendable {
  /// The file.
  public let path: String
  /// The reason as one clause.
  public let reason: String
}

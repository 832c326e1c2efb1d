internal import System

/// The destination of symbolicated reports.
package enum OutputTarget: Hashable, Sendable {
  /// Standard output.
  case standardOutput
  /// One file.
  case file(String)
  /// A directory that mirrors the input.
  case folder(String)
  /// One file for all results in the order of the inputs, one line each.
  case joined(String)

  /// Interprets `--output`: a directory for several reports, or if it is an existing directory or ends in `/`. NDJSON of several
  /// reports goes to one file if its name ends in `.ndjson` or `.jsonl`.
  package init(_ path: String?, severalInputs: Bool, format: OutputFormat) {
    guard let path, path != "-" else {
      self = .standardOutput
      return
    }
    if severalInputs, format == .ndjson, path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl"),
      FileSystem.status(path)?.kind != .directory
    {
      self = .joined(path)
      return
    }
    let isFolder = severalInputs || path.hasSuffix("/") || FileSystem.status(path)?.kind == .directory
    self = isFolder ? .folder(path) : .file(path)
  }

  /// Whether results are passed on in the order of the inputs instead of being written one by one.
  package var isOrdered: Bool {
    switch self {
    case .standardOutput, .joined: true
    case .file, .folder: false
    }
  }

  /// Returns the path of the output of one input, or nil if it has no file of its own.
  package func path(of input: ReportInput, _ format: OutputFormat) -> String? {
    switch self {
    case .standardOutput, .joined: nil
    case .file(let name): name
    case .folder(let folder): Path.join(folder, input.outputName + format.suffix)
    }
  }

  /// Writes the output of one input to its file, completely or not at all; a device is written directly. Throws if it cannot be
  /// written, or would replace the input. Must not be called for standard output.
  package func write(_ bytes: [UInt8], for input: ReportInput, _ format: OutputFormat) throws(OutputError) {
    guard let path = path(of: input, format) else { return }
    let old = FileSystem.status(path)
    if let old, input.path != "-", let source = FileSystem.status(input.origin), old.device == source.device,
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
package struct OutputError: Error, Hashable, Sendable {
  /// The file.
  package let path: String
  /// The reason as one clause.
  package let reason: String

  /// Records why a file could not be written.
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

internal import System

/// The destination of symbolicated reports.
package enum OutputTarget: Hashable, Sendable {
  case standardOutput
  case file(String)
  /// A directory that mirrors the input.
  case folder(String)
  /// One file for all results in the order of the inputs, one line each.
  case joined(String)
  /// Nowhere: only the summary is shown.
  case summary

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
    case .file, .folder, .summary: false
    }
  }

  /// Returns the path of the output of one input, or nil if it has no file of its own.
  package func path(of input: ReportInput, _ format: OutputFormat) -> String? {
    switch self {
    case .standardOutput, .joined, .summary: nil
    case .file(let name): name
    case .folder(let folder): Path.join(folder, input.outputName + format.suffix)
    }
  }

  /// Returns why the results of these inputs cannot be written, or nil if they can. Accesses the disk.
  package func refusal(of inputs: [ReportInput], _ format: OutputFormat, _ files: OutputFiles) -> OutputError? {
    switch self {
    case .standardOutput, .summary: nil
    case .file(let path), .joined(let path): files.refusal(ofNamed: path)
    // A directory that is not there holds no input.
    case .folder(let folder) where FileSystem.status(folder) == nil: nil
    case .folder: inputs.lazy.compactMap { input in path(of: input, format).flatMap { files.refusal(of: $0) } }.first
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

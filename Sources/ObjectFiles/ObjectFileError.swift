package import Bytes
package import System

/// A file that cannot be read as an object file.
package struct ObjectFileError: Error, Sendable, CustomStringConvertible {
  /// The kind of problem.
  package enum Kind: Sendable {
    /// The first bytes are of an unknown format.
    case notAnObjectFile
    /// A structure that reaches past the end of the file.
    case truncated(what: String, ByteError)
    /// A structure that contradicts itself.
    case malformed(String)
    /// Compressed contents that cannot be decompressed.
    case compression(String)
    /// The file was cut off, written to or replaced after its headers were read.
    case changed
    /// There is not enough memory for the file, or a limit (`ulimit -v`) is too low for it.
    case outOfMemory
    /// The system does not allow reading the file.
    case unreadable(String)
    /// The system failed to read the file.
    case failed(String)
  }

  /// The kind of problem.
  package let kind: Kind

  /// Records what is wrong.
  package init(_ kind: Kind) { self.kind = kind }

  /// Whether the file is not an object file at all, rather than damaged.
  package var isForeign: Bool {
    if case .notAnObjectFile = kind { return true }
    return false
  }

  /// Whether the file may be fine, but there was no memory for it.
  package var isOutOfMemory: Bool {
    if case .outOfMemory = kind { return true }
    return false
  }

  /// Whether nothing is reported of the file, which may be fine: reading it again, or with more memory, may answer.
  package var isPassing: Bool {
    switch kind {
    case .changed, .outOfMemory, .failed: true
    case .notAnObjectFile, .truncated, .malformed, .compression, .unreadable: false
    }
  }

  /// One clause without the file's name.
  package var description: String {
    switch kind {
    case .notAnObjectFile: "neither Mach-O nor ELF"
    case .truncated(let what, let error): "\(what): \(error)"
    case .malformed(let what): what
    case .compression(let what): what
    case .changed: "it changed while it was read; run symbolicate again"
    case .outOfMemory: "out of memory; raise the limit (ulimit -v) or use a machine with more"
    case .unreadable(let reason), .failed(let reason): reason
    }
  }
}

extension ObjectFileError {
  /// A file that could not be mapped.
  package init(_ error: SystemError) {
    self.init(error.isOutOfMemory ? .outOfMemory : error.isPassing ? .failed(error.message) : .unreadable(error.message))
  }
}

/// Runs `body`, and names what was being read if it runs past the end.
func reading<Result>(_ what: String, _ body: () throws(ByteError) -> Result) throws(ObjectFileError) -> Result {
  do throws(ByteError) { return try body() } catch { throw ObjectFileError(.truncated(what: what, error)) }
}

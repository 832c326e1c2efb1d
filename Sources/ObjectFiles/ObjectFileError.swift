public import Bytes

/// A file that cannot be read as an object file.
public struct ObjectFileError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Sendable {
    /// The first bytes are of no format that is known.
    case notAnObjectFile
    /// A structure reaches past the end of the file.
    case truncated(what: String, ByteError)
    /// A structure contradicts itself.
    case malformed(String)
    /// Compressed contents cannot be inflated.
    case compression(String)
    /// The system refused to read the file.
    case unreadable(String)
  }

  /// What is wrong.
  public let kind: Kind

  /// Records what is wrong.
  public init(_ kind: Kind) { self.kind = kind }

  /// Whether the file is of another kind altogether, rather than damaged.
  public var isForeign: Bool {
    if case .notAnObjectFile = kind { return true }
    return false
  }

  /// One clause without the file's name.
  public var description: String {
    switch kind {
    case .notAnObjectFile: "neither Mach-O nor ELF"
    case .truncated(let what, let error): "\(what): \(error)"
    case .malformed(let what): what
    case .compression(let what): what
    case .unreadable(let reason): reason
    }
  }
}

/// Runs `body` and says what was being read when it ran past the end.
func reading<Result>(_ what: String, _ body: () throws(ByteError) -> Result) throws(ObjectFileError) -> Result {
  do throws(ByteError) { return try body() } catch { throw ObjectFileError(.truncated(what: what, error)) }
}

public import Bytes

/// A file that cannot be read as an object file.
public struct ObjectFileError: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Sendable {
    /// The first bytes are of an unknown format.
    case notAnObjectFile
    /// A structure that reaches past the end of the file.
    case truncated(what: String, ByteError)
    /// A structure that contradicts itself.
    case malformed(String)
    /// Compressed contents that cannot be decompressed.
    case compression(String)
    /// The system does not allow reading the file.
    case unreadable(String)
  }

  /// What is wrong.
  public let kind: Kind

  /// Records what is wrong.
  public init(_ kind: Kind) { self.kind = kind }

  /// Whether the file is not an object file at all, rather than damaged.
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

/// Runs `body`, and names what was being read if it runs past the end.
func reading<Result>(_ what: String, _ body: () throws(ByteError) -> Result) throws(ObjectFileError) -> Result {
  do throws(ByteError) { return try body() } catch { throw ObjectFileError(.truncated(what: what, error)) }
}

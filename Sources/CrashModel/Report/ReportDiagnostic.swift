/// Something a reader skipped or found damaged.
public struct ReportDiagnostic: Hashable, Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// Worth knowing; nothing is lost.
    case note
    /// A part of the report is missing or was not understood.
    case warning
  }

  /// What is said, where others act on it.
  public enum Kind: Sendable {
    /// Anything that nobody acts on.
    case other
    /// The report lists no images.
    case noImages
    /// A debug file was taken by its name, and nothing in the report proves or contradicts it.
    case unprovenFile
  }

  /// How much it matters.
  public var severity: Severity
  /// What is said, where others act on it.
  public var kind: Kind
  /// One sentence without a full stop.
  public var message: String
  /// The line in the input, counted from 1, when known.
  public var line: Int?
  /// The byte in the input, counted from 0, when known.
  public var byte: Int?

  /// Makes a diagnostic for a place in the input.
  public init(_ severity: Severity, _ message: String, line: Int? = nil, byte: Int? = nil, kind: Kind = .other) {
    self.severity = severity
    self.kind = kind
    self.message = message
    self.line = line
    self.byte = byte
  }
}

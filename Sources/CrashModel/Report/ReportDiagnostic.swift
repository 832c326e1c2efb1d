/// Something a reader skipped or found damaged.
public struct ReportDiagnostic: Hashable, Sendable {
  /// The severity.
  public enum Severity: String, Sendable {
    /// For information; nothing is lost.
    case note
    /// A part of the report is missing or could not be read.
    case warning
  }

  /// The kind, for code that reacts to it.
  public enum Kind: Sendable {
    /// Any other kind.
    case other
    /// The report lists no images.
    case noImages
    /// A debug file was matched by its name, and the report neither confirms nor contradicts it.
    case unprovenFile
  }

  /// The severity.
  public var severity: Severity
  /// The kind, for code that reacts to it.
  public var kind: Kind
  /// One sentence without a full stop.
  public var message: String
  /// The line in the input, from 1, if known.
  public var line: Int?
  /// The byte in the input, from 0, if known.
  public var byte: Int?

  /// Creates a diagnostic for a position in the input.
  public init(_ severity: Severity, _ message: String, line: Int? = nil, byte: Int? = nil, kind: Kind = .other) {
    self.severity = severity
    self.kind = kind
    self.message = message
    self.line = line
    self.byte = byte
  }
}

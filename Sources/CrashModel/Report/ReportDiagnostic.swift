/// Something a reader skipped or found damaged.
package struct ReportDiagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable {
    /// For information; nothing is lost.
    case note
    /// A part of the report is missing or could not be read.
    case warning
  }

  /// The kind, for code that reacts to it.
  package enum Kind: Sendable {
    /// Any other kind.
    case other
    /// The report lists no images.
    case noImages
    /// The report has no call stacks outside of its texts.
    case noStacks
    /// A debug file was matched by its name, and the report neither confirms nor contradicts it.
    case unprovenFile
  }

  package var severity: Severity
  /// The kind, for code that reacts to it.
  package var kind: Kind
  /// One sentence without a full stop.
  package var message: String
  /// The line in the input, from 1, if known.
  package var line: Int?
  /// The byte in the input, from 0, if known.
  package var byte: Int?

  /// Creates a diagnostic for a position in the input.
  package init(_ severity: Severity, _ message: String, line: Int? = nil, byte: Int? = nil, kind: Kind = .other) {
    self.severity = severity
    self.kind = kind
    self.message = message
    self.line = line
    self.byte = byte
  }
}

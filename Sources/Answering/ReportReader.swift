package import Redaction
package import Reports

/// Reads the reports of inputs.
package struct ReportReader: Sendable {
  private let redactor: Redactor?
  private let known: KnownImages?

  /// What `redactor` finds is replaced before anything is read. `known` has the images of inputs that were read before.
  package init(redactor: Redactor? = nil, known: KnownImages? = nil) {
    self.redactor = redactor
    self.known = known
  }

  /// Returns bytes of the input with what is to be redacted replaced.
  package func redacted(_ bytes: [UInt8]) -> [UInt8] { redactor?.redact(bytes) ?? bytes }

  /// Returns the reports of an input, whose bytes are redacted first.
  package func read(_ bytes: [UInt8]) throws(ReportError) -> ReportDocument {
    try ReportDocument(reading: redacted(bytes), known: known)
  }
}

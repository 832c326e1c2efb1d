/// The reason why an input has no readable report.
package struct ReportError: Error, Hashable, Sendable {
  /// The problem with the input.
  package enum Kind: Hashable, Sendable {
    /// There are no bytes, or only blank ones.
    case empty
    /// The input is in no known format; the clause describes it, for example `binary data`.
    case notAReport(String)
    /// The input begins like a report of a known format and is damaged before the first usable fact.
    case malformed(String)
  }

  /// The problem with the input.
  package let kind: Kind
  /// The byte in the input, from 0, if known.
  package let byte: Int?
  /// The line in the input, from 1, if known.
  package let line: Int?

  /// Records a problem.
  package init(_ kind: Kind, byte: Int? = nil, line: Int? = nil) {
    self.kind = kind
    self.byte = byte
    self.line = line
  }
}

import CrashModel
import JSONText

/// Describes the flaws of a report's JSON text.
enum JSONFlaws {
  /// Returns a diagnostic for each value whose text has a flaw, with the first one. `threads` is the number of threads that were
  /// read.
  static func diagnostics(of values: [JSONValue?], threads: Int) -> [ReportDiagnostic] {
    let texts = values.compactMap { $0 }
    return texts.compactMap { skipped($0) }
      + texts.compactMap { firstError(in: $0) }.map { error in
        guard error.kind == .endsEarly else { return ReportDiagnostic(.note, error.problem, line: error.line, byte: error.byte) }
        let read = "\(threads) thread\(threads == 1 ? "" : "s") before it \(threads == 1 ? "was" : "were") read"
        return ReportDiagnostic(.warning, "\(error.problem); \(read)", line: error.line, byte: error.byte)
      }
  }

  /// Returns a diagnostic for values that were skipped because of their depth, or nil if there are none.
  private static func skipped(_ text: JSONValue) -> ReportDiagnostic? {
    guard let byte = text.document.firstSkippedByte, text.range.contains(byte) else { return nil }
    let levels = "\(JSONDocument.deepest / 1_000_000),000,000"
    return ReportDiagnostic(.warning, "JSON is nested deeper than \(levels) levels: what is deeper was not read", byte: byte)
  }

  /// Returns the first flaw of the value's text, or nil if it is in another part of the same text.
  private static func firstError(in value: JSONValue) -> JSONError? {
    value.document.firstErrorKind == .tooDeep ? nil : value.document.firstError(in: value.range)
  }
}

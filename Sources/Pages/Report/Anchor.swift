internal import Bytes
internal import CrashModel

/// The identifiers of elements, which links to parts of a page name.
enum Anchor {
  /// Returns the identifier of a report among several: the same for the same path and part.
  static func prefix(of answers: SymbolicatedReport) -> String {
    let name = "\(answers.path)#\(answers.report.part)"
    return "r" + String(SHA256.prefix(of: name.utf8.span), radix: 16).prefix(8)
  }
}

import CrashModel

/// The reason of a termination as Apple writes it in text.
enum TerminationText {
  /// Fills namespace, code and indicator from `Namespace SIGNAL, Code 4 Illegal instruction: 4`,
  /// `SIGNAL 5 Trace/BPT trap: 5` or `DYLD, [0x1] Library missing`.
  static func read(_ text: String, into result: inout Termination) {
    var rest = Substring(text)
    if rest.hasPrefix("Namespace ") { rest = rest.dropFirst("Namespace ".count) }
    guard let end = rest.firstIndex(where: { $0 == " " || $0 == "," }) else {
      result.namespace = String(rest)
      return
    }
    result.namespace = String(rest[..<end])
    rest = rest[end...].drop { $0 == " " || $0 == "," }
    if rest.hasPrefix("Code ") { rest = rest.dropFirst("Code ".count) }
    let word = rest.prefix { $0 != " " }
    let code = word.drop { $0 == "[" }.prefix { $0 != "]" }
    if let first = code.utf8.first, TextScan.isDigit(first) {
      result.code = String(code)
      rest = rest.dropFirst(word.count).drop { $0 == " " }
    }
    result.indicator = rest.isEmpty ? nil : String(rest)
  }
}

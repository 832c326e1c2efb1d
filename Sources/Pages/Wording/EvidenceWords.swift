internal import CrashModel
internal import Rendering

/// The evidence for causes, with words for names that only this program has.
enum EvidenceWords {
  private static let classPath = "triage.class"

  /// Returns the path and the text of a piece of evidence: `exception.codes` and `0x18`, `class` and `Bad memory access`.
  static func of(path: String, text: String) -> (path: String, text: String) {
    path == classPath ? ("class", FailureWords.title(FailureClass(name: text), isCrash: true)) : (path, text)
  }

  /// Returns a line in which both stand: `class: Bad memory access`.
  static func of(line: String) -> String {
    let start = classPath + ": "
    guard line.hasPrefix(start) else { return line }
    let words = of(path: classPath, text: String(line.dropFirst(start.count)))
    return "\(words.path): \(words.text)"
  }
}

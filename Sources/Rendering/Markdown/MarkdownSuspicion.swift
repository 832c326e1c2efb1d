import CrashModel

/// Writes in Markdown which changes are suspected.
enum MarkdownSuspicion {
  /// Returns a list below a title, or no lines if no repository was asked.
  static func lines(_ suspicion: Suspicion?) -> [String] {
    guard let suspicion, case let words = SuspicionWords(suspicion), !words.isEmpty else { return [] }
    return ["", "**\(SuspicionWords.title)**", ""] + words.lines.map { "- \(MarkdownText.code(TerminalText.line($0)))" }
  }
}

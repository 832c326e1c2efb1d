package import CrashModel

/// Formats what a repository says about a report, below its text.
package enum SuspicionText {
  /// Returns an empty line, a title, and one line for each fact; nothing if no repository was asked.
  package static func lines(_ answers: SymbolicatedReport) -> [String] {
    guard let suspicion = answers.suspicion, case let words = SuspicionWords(suspicion), !words.isEmpty else { return [] }
    return ["", "\(SuspicionWords.title)\(ReportTitle.part(answers.report)):"] + words.lines.map { TerminalText.line($0) }
  }
}

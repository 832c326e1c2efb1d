internal import System

/// The log of GitHub Actions, whose runner takes lines of standard error for commands.
enum WorkflowLog {
  /// Whether GitHub Actions runs the program.
  static let isWritten = Environment.variable("GITHUB_ACTIONS") == "true"

  /// Returns lines in which the runner finds no command: none begins with `::` after blanks, none holds `##[`, the older form
  /// (actions/runner, `ActionCommand.cs`). Names in reports could otherwise set outputs of the step or hide what follows.
  static func inert(_ lines: String) -> String {
    lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
      let text = line[start...].hasPrefix("::") ? line[..<start] + ": :" + line[start...].dropFirst(2) : line
      return text.replacing("##[", with: "## [")
    }.joined(separator: "\n")
  }
}

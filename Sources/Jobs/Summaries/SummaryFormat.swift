/// The format of a summary of all reports. The raw value is the value of `--format`.
package enum SummaryFormat: String, Sendable, CaseIterable {
  /// Tables for a terminal.
  case text
  /// GitHub-flavored Markdown.
  case markdown
  /// One JSON object, which can be read again.
  case json
  /// The first groups, for chat and tickets.
  case brief
  /// One self-contained page in HTML.
  case html
  /// Workflow commands of GitHub Actions: annotations at source lines.
  case github
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// JUnit XML, one failed test per group.
  case junit

  /// Whether it only shows groups, and never single reports: `symbolicate` then summarizes as well.
  package var isOnlyOfGroups: Bool { [.github, .sarif, .junit].contains(self) }
}

package import Triage

/// Formats a summary as workflow commands of GitHub Actions, which show annotations at source lines.
///
/// GitHub shows 10 errors, 10 warnings and 10 notices of a step and drops the others, so that the most important groups become
/// errors, the next ones warnings and notices, and the rest is counted. Source: "Workflow commands for GitHub Actions", "Limits".
package struct GitHubAnnotations: Sendable {
  /// The number of annotations of one kind that GitHub shows of a step.
  static let shownOfKind = 10
  /// The number of bytes that GitHub accepts as the summary of a step.
  package static let summaryLimit = 1 << 20

  /// Prepares to format summaries.
  package init() {}

  /// Returns the commands, one a line.
  package func text(_ summary: Summary) -> String {
    let findings = Finding.all(summary)
    var lines: [String] = []
    for (position, finding) in findings.prefix(3 * Self.shownOfKind).enumerated() {
      let kind = ["error", "warning", "notice"][position / Self.shownOfKind]
      lines.append("::\(kind) \(Self.properties(finding))::\(Self.escaped(finding.facts.joined(separator: "\n")))")
    }
    if findings.count > lines.count {
      let rest = findings.count - lines.count
      lines.append(
        "\(NumberFormat.counted(rest, "more group")) \(rest == 1 ? "has" : "have") no annotation; the summary of the step lists more."
      )
    }
    if let sentence = BaselineChanges(summary).sentence { lines.append(sentence) }
    for row in BaselineChanges(summary).rows.filter({ $0.kind == .gone }).prefix(Self.shownOfKind) {
      let title = Finding.oneLine(row.title).replacing("##[", with: "## [")
      lines.append("gone: \(title), \(NumberFormat.counted(row.countBefore, "event")) before")
    }
    if findings.contains(where: { $0.file?.hasPrefix("/") == true }) {
      lines.append(
        "Some annotations have paths of the machine that built the app; --map-path FROM=TO makes them paths of this repository.")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns Markdown for the summary of the step, cut at a line so that it has at most `limit` bytes; what was cut is named.
  package func stepSummary(_ summary: Summary, limit: Int) -> String {
    let text = SummaryMarkdown(limit: 200).text(summary)
    let note = "\n… cut: GitHub accepts 1 MiB for the summary of a step.\n"
    guard text.utf8.count > limit else { return text }
    guard limit > note.utf8.count else { return "" }
    var result = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if result.utf8.count + line.utf8.count + 1 + note.utf8.count > limit { break }
      result += line + "\n"
    }
    return result + note
  }

  private static func properties(_ finding: Finding) -> String {
    var result: [String] = []
    if let file = finding.file {
      result.append("file=\(escapedProperty(file))")
      if let line = finding.line { result.append("line=\(line)") }
    }
    result.append("title=\(escapedProperty(finding.title))")
    return result.joined(separator: ",")
  }

  /// Returns text as the data of a command: a line end would begin another command.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  /// Returns text as the value of a property, which ends at a comma or colon.
  static func escapedProperty(_ text: String) -> String {
    escaped(text).unicodeScalars.map { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : String($0) }.joined()
  }
}

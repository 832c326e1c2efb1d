import Triage

/// Formats the health of releases as a table in Markdown.
enum HealthMarkdown {
  /// Returns a heading and a table; nothing if sessions were not counted.
  static func lines(_ health: ReleaseHealth?) -> [String] {
    guard let health else { return [] }
    let words = HealthWords(health)
    let rows = words.rows(days: 0)
    let isShown = words.shownColumns(of: rows)
    func line(_ cells: [String]) -> String { "| " + zip(cells, isShown).filter(\.1).map(\.0).joined(separator: " | ") + " |" }
    var lines = [
      "", "## \(HealthWords.title)", "", line(HealthWords.columns), line(["---", "---:", "---:", "---:", "---:", "---"]),
    ]
    for row in rows {
      lines.append(line([MarkdownText.code(String(row.version.map { $0 == "|" ? "¦" : $0 }))] + row.cells.dropFirst()))
    }
    return lines + (words.unmatched.map { ["", $0 + "."] } ?? [])
  }
}

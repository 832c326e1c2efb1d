import Triage

/// Formats the health of releases as a table in Markdown.
enum HealthMarkdown {
  /// Returns a heading and a table; nothing if sessions were not counted.
  static func lines(_ health: ReleaseHealth?) -> [String] {
    guard let health else { return [] }
    let words = HealthWords(health)
    var lines = [
      "", "## \(HealthWords.title)", "", "| \(HealthWords.columns.joined(separator: " | ")) |", "|---|---:|---:|---:|---:|---|",
    ]
    for row in words.rows(days: 0) {
      let cells = [MarkdownText.code(String(row.version.map { $0 == "|" ? "¦" : $0 }))] + row.cells.dropFirst()
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines + (words.unmatched.map { ["", $0 + "."] } ?? [])
  }
}

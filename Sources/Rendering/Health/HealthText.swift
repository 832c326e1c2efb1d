import AppleLayout
import Triage

/// Formats the health of releases as a table for terminals.
enum HealthText {
  /// Returns an empty line, a title, and the lines of the table; nothing if sessions were not counted. Each version has lines for its last
  /// `days`.
  static func lines(_ health: ReleaseHealth?, days: Int) -> [String] {
    guard let health else { return [] }
    let words = HealthWords(health)
    let rows = words.rows(days: days)
    let columns = [HealthWords.columns] + rows.map(\.cells)
    let isShown = words.shownColumns(of: rows)
    let widths = columns[0].indices.map { column in columns.map { $0[column].count }.max() ?? 0 }
    let table = columns.enumerated().map { order, cells in
      let isDay = order > 0 && rows[order - 1].version.isEmpty
      let texts = cells.indices.filter { isShown[$0] }.map { column in
        column == 0
          ? ((isDay ? "  " : "") + cells[0]).padded(to: max(widths[0], 12))
          : column < 5 ? cells[column].aligned(to: widths[column]) : cells[column]
      }
      return String(("  " + texts.joined(separator: "  ")).reversed().drop { $0 == " " }.reversed())
    }
    return ["", HealthWords.title + ":"] + table + (words.unmatched.map { ["  " + $0] } ?? [])
  }
}

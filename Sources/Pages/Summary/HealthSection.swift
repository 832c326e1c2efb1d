internal import Rendering
internal import Triage

/// Writes the health of releases as a table; a version's days are folded below it.
struct HealthSection {
  private let health: ReleaseHealth?

  /// Prepares the section; nil if sessions were not counted.
  init(_ health: ReleaseHealth?) { self.health = health }

  /// Writes the section.
  func write(to page: inout Markup) {
    guard let health else { return }
    let words = HealthWords(health)
    page.element("section", ["class": "card health", "id": "health"]) { page in
      page.element("h2", [:], HealthWords.title)
      for sentence in words.sentences { page.element("p", [:], sentence) }
      table(words, days: 0, to: &page)
      if words.rows(days: .max).contains(where: { !$0.day.isEmpty }) {
        page.element("details") { page in
          page.element("summary", [:], "Every day")
          table(words, days: .max, to: &page)
        }
      }
      if let unmatched = words.unmatched { page.element("p", ["class": "hint"], unmatched) }
    }
    page.line()
  }

  private func table(_ words: HealthWords, days: Int, to page: inout Markup) {
    let rows = words.rows(days: days)
    let isShown = words.shownColumns(of: rows)
    page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": HealthWords.title]) { page in
      page.element("table", ["class": "list"]) { page in
        page.element("thead") { page in
          page.element("tr") { page in
            for (position, name) in HealthWords.columns.enumerated() where isShown[position] {
              page.element("th", ["scope": "col", "class": (1...4).contains(position) ? "num" : nil], name)
            }
          }
        }
        page.element("tbody") { page in
          for row in rows {
            page.element("tr") { page in
              page.element("th", ["scope": "row"], row.cells[0])
              for (position, cell) in row.cells.enumerated().dropFirst() where isShown[position] {
                page.element("td", ["class": position < 5 ? "num" : nil], cell)
              }
            }
          }
        }
      }
    }
  }
}

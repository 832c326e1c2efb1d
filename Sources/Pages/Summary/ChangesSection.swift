internal import Rendering
internal import Triage

/// Writes what changed since the baseline: groups that are new, rising, falling or gone, with their counts and shares.
struct ChangesSection {
  private let changes: BaselineChanges

  private static let maxCount = 20

  /// Prepares the changes of a summary.
  init(_ summary: Summary) { changes = BaselineChanges(summary) }

  /// Writes the section, unless nothing changed.
  func write(to page: inout Markup) {
    guard let sentence = changes.sentence else { return }
    page.element("section", ["class": "card changes"]) { page in
      page.element("h2", [:], sentence)
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Changes since the baseline"]) {
        page in
        page.raw("<table class=\"list\"><thead><tr><th scope=\"col\">Change</th><th scope=\"col\" class=\"num\">Events</th>")
        page.raw("<th scope=\"col\" class=\"num\">Share</th><th scope=\"col\" class=\"num\">Before</th>")
        page.raw("<th scope=\"col\" class=\"num\">Share</th><th scope=\"col\">Group</th></tr></thead>\n<tbody>")
        for row in changes.rows.prefix(Self.maxCount) { Self.write(row, to: &page) }
        page.raw("</tbody></table>")
      }
      if changes.rows.count > Self.maxCount {
        page.element("p", ["class": "hint"], "… and \(NumberFormat.grouped(changes.rows.count - Self.maxCount)) more")
      }
    }
    page.line()
  }

  private static func write(_ row: BaselineChanges.Row, to page: inout Markup) {
    page.element("tr") { page in
      page.element("td") { page in
        let isWorse = row.kind == .new || row.kind == .rising
        page.element("span", ["class": isWorse ? "tag bad" : "tag"], row.kind.rawValue)
      }
      for text in [NumberFormat.grouped(row.count), row.share, NumberFormat.grouped(row.countBefore), row.shareBefore] {
        page.element("td", ["class": "num"], text)
      }
      page.element("th", ["scope": "row"], row.title)
    }
    page.line()
  }
}

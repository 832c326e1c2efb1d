internal import Rendering
internal import Triage

/// Writes the groups as tables, with an explanation of each, for readers without the script.
struct GroupTables {
  private let summary: Summary

  /// The number of groups in each table; the data has all.
  private static let maxCount = 100

  /// Prepares the groups of a summary.
  init(_ summary: Summary) { self.summary = summary }

  /// Writes one section for each table.
  func write(to page: inout Markup) {
    for table in CrashEvent.Table.allCases {
      let groups = summary.groups.filter { $0.table == table }
      guard !groups.isEmpty else { continue }
      page.element("section") { page in
        page.element("h2", [:], SummaryText.title(table))
        write(groups, to: &page)
        if groups.count > Self.maxCount {
          page.element("p", ["class": "hint"], "… and \(NumberFormat.grouped(groups.count - Self.maxCount)) more groups")
        }
      }
      page.line()
    }
  }

  private func write(_ groups: [GroupSummary], to page: inout Markup) {
    let total = groups.reduce(0) { $0 + $1.count }
    page.element("div", ["class": "scroll"]) { page in
      page.raw(
        "<table class=\"list\"><thead><tr><th scope=\"col\" class=\"num\">Events</th><th scope=\"col\" class=\"num\">Share</th>")
      page.raw("<th scope=\"col\" class=\"num\">Devices</th><th scope=\"col\">Group</th><th scope=\"col\">Cause</th>")
      page.raw("<th scope=\"col\">Versions</th><th scope=\"col\">Seen</th><th scope=\"col\">Marks</th></tr></thead>\n<tbody>")
      for group in groups.prefix(Self.maxCount) { write(group, of: total, to: &page) }
      page.raw("</tbody></table>")
    }
  }

  private func write(_ group: GroupSummary, of total: Int, to page: inout Markup) {
    let words = GroupWords(group, of: summary)
    page.element("tr") { page in
      page.element("td", ["class": "num"], NumberFormat.grouped(group.count))
      page.element("td", ["class": "num"], GroupWords.percent(group.count, of: total))
      page.element("td", ["class": "num"], words.devices)
      page.element("th", ["scope": "row"]) { page in
        page.element("details") { page in
          page.element("summary") { page in
            let what = FailureWords.title(group.failure, isCrash: group.table == .crash)
            if let function = group.newest.function { page.element("code", ["class": "fn"], function) }
            page.text([words.place, what].compactMap(\.self).map { " " + $0 }.joined(separator: " ·"))
          }
          page.element("pre", ["class": "wrap"], SummaryExplanation().text(group, of: summary))
        }
      }
      page.element("td", [:], group.cause.map { CauseTitle.of($0.name, group.confidence) } ?? "")
      page.element("td", [:], words.versions ?? "")
      page.element("td", [:], words.seen ?? "")
      page.element("td", [:], group.flags.map { FlagWords.of($0).words }.joined(separator: ", "))
    }
    page.line()
  }
}

internal import Rendering
package import Triage

/// Writes a summary as one HTML page: plain tables that need no script, and the data with which the script filters, searches and
/// shows groups.
package struct SummaryPage: Sendable {
  private let links: [String: String]

  /// Prepares to write summaries. `links` are the addresses of pages of reports relative to this page, by the reports' paths; they
  /// are percent-encoded.
  package init(links: [String: String] = [:]) { self.links = links }

  /// Returns the relative address of a file, by the bytes of its path below the page's directory.
  package static func address(of path: [UInt8]) -> String { ReportLinks.address(of: path) }

  /// Returns the page of a summary that was made from the events of `builder` that `filter` admits.
  package func page(_ summary: Summary, _ builder: SummaryBuilder, filter: Summary.Filter = Summary.Filter()) -> [UInt8] {
    let events = builder.all.filter(filter.admits).sorted { ($1.time ?? 0, $0.path) < ($0.time ?? 0, $1.path) }
    let shell = PageShell(
      title: "Crash summary", kind: "is-summary", scripts: [.script, .chartScript, .groupScript, .summaryScript])
    var page = Markup()
    let timeline = Timeline(events)
    SummaryOverview(summary, events, timeline).write(to: &page)
    HealthSection(summary.health).write(to: &page)
    ChangesSection(summary).write(to: &page)
    page.element("div", ["id": "plain"]) { page in
      LoopSection(summary).write(to: &page)
      GroupTables(summary).write(to: &page)
    }
    page.raw("\n<div id=\"live\"></div>\n")
    MissingSection(summary).write(to: &page)
    page.raw("<script type=\"application/json\" id=\"data\">")
    page.raw(SummaryData(summary, events, timeline, ReportLinks(links)).json)
    page.raw("</script>\n")
    return shell.beginning() + page.bytes + shell.end()
  }
}

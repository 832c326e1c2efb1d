internal import Rendering
internal import Triage

/// Writes what is missing: debug files and symbols of systems.
struct MissingSection {
  private let summary: Summary

  private static let maxCount = 50

  /// Prepares what a summary lacks.
  init(_ summary: Summary) { self.summary = summary }

  /// Writes the sections that have contents.
  func write(to page: inout Markup) {
    if !summary.missing.isEmpty { writeFiles(to: &page) }
    list(
      "\(NumberFormat.counted(summary.missingSystems.count, "system build")) without symbols",
      summary.missingSystems.map { "\($0.name), \(NumberFormat.counted($0.reports, "report"))" }, to: &page)
  }

  private func writeFiles(to page: inout Markup) {
    page.element("section", ["class": "card missing"]) { page in
      page.element("h2", [:], NumberFormat.counted(summary.missing.count, "missing debug file"))
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Missing debug files"]) { page in
        page.raw("<table class=\"list\"><thead><tr><th scope=\"col\">Image</th><th scope=\"col\">UUID or build ID</th>")
        page.raw("<th scope=\"col\">Version</th><th scope=\"col\" class=\"num\">Frames</th>")
        page.raw(
          "<th scope=\"col\" class=\"num\">Reports</th><th scope=\"col\">Found of another build</th></tr></thead>\n<tbody>")
        for file in summary.missing.prefix(Self.maxCount) { write(file, to: &page) }
        page.raw("</tbody></table>")
      }
      if summary.missing.count > Self.maxCount {
        page.element("p", ["class": "hint"], "… and \(NumberFormat.grouped(summary.missing.count - Self.maxCount)) more")
      }
    }
    page.line()
  }

  private func write(_ file: MissingFile, to page: inout Markup) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"], [file.name ?? "?", file.arch].compactMap { $0 }.joined(separator: " "))
      page.element("td") { page in
        if let id = file.id { page.element("code", ["data-copy": "UUID"], id) }
      }
      page.element("td", [:], file.version ?? "")
      page.element("td", ["class": "num"], NumberFormat.grouped(file.frames))
      page.element("td", ["class": "num"], NumberFormat.grouped(file.reports))
      page.element("td", [:], file.nearMiss ?? "")
    }
    page.line()
  }

  private func list(_ title: String, _ lines: [String], to page: inout Markup) {
    guard !lines.isEmpty else { return }
    page.element("section", ["class": "card"]) { page in
      page.element("h2", [:], title)
      page.element("ul") { page in
        for line in lines.prefix(Self.maxCount) { page.element("li", [:], line) }
      }
      if lines.count > Self.maxCount {
        page.element("p", ["class": "hint"], "… and \(NumberFormat.grouped(lines.count - Self.maxCount)) more")
      }
    }
    page.line()
  }
}

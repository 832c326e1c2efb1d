package import AppleLayout
package import CrashModel
internal import Rendering

/// Writes reports as one self-contained HTML page: no network, no other file, and readable without its script.
///
/// The front of the module `Pages`, which turns finished values into pages and profiles: `SummaryPage` for summaries, `FoldedText`
/// and `SpeedscopeJSON` for stacks with weights.
///
/// - `Markup`: HTML text in which report text is never markup, and the parts around every page.
/// - `Wording`: titles.
/// - `Report`: the sections of a report.
/// - `Summary`: the sections of a summary, and the data that its script filters.
/// - `Profiles`: stacks with weights, and flame graphs.
/// - `Resources`: the style sheet and the scripts, which SwiftPM embeds (`PageResource`).
package struct ReportPage: Sendable {
  private let style: FrameStyle
  private let onlyCrashed: Bool
  private let index: String?

  /// Prepares to write reports; with `onlyCrashed`, other threads are left out if a thread crashed. `index` is the address of the
  /// summary's page relative to this one, or nil without one.
  package init(style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false, index: String? = nil) {
    self.style = style
    self.onlyCrashed = onlyCrashed
    self.index = index
  }

  /// Returns the address of the page `name` in the output directory, relative to the page `path` of a report below that directory.
  package static func address(ofIndex name: [UInt8], from path: [UInt8]) -> String {
    let levels = path.count { $0 == UInt8(ascii: "/") }
    return "./" + String(repeating: "../", count: levels) + ReportLinks.address(of: name).dropFirst("./".count)
  }

  /// Returns a page with these reports: one open, several folded. `pass` takes all but the end of a long page.
  package func page(_ reports: [SymbolicatedReport], passing pass: (@Sendable ([UInt8]) -> Void)? = nil) -> [UInt8] {
    guard reports.count == 1, let report = reports.first else {
      var page = Markup(passing: pass)
      page.raw(Self.beginning)
      write(reports, to: &page)
      page.raw(Self.end)
      return page.bytes
    }
    let shell = Self.shell(PageTitle.text(report))
    let size = 80_000 + 800 * report.report.frames.count + 400 * report.report.images.count
    return Markup.bytes(size: size, passing: pass) { page in
      page.raw(shell.beginning())
      ReportArticle(report, style: style, onlyCrashed: onlyCrashed, index: index).write(to: &page)
      page.raw(shell.end())
    }
  }

  /// Returns reports as they stand in a page of several inputs, between `beginning` and `end`. `pass` takes all but the end of long
  /// ones.
  package func articles(_ reports: [SymbolicatedReport], passing pass: (@Sendable ([UInt8]) -> Void)? = nil) -> [UInt8] {
    var page = Markup(passing: pass)
    write(reports, to: &page)
    return page.bytes
  }

  private func write(_ reports: [SymbolicatedReport], to page: inout Markup) {
    for report in reports {
      let prefix = Anchor.prefix(path: report.path, part: report.report.part)
      page.element("details", ["class": "report", "id": prefix]) { page in
        ReportHead(report).writeSummary(to: &page)
        ReportArticle(report, style: style, onlyCrashed: onlyCrashed, prefix: prefix + "-", index: index).write(to: &page)
      }
      page.line()
      page.passOn()
    }
  }

  /// The bytes before the articles of a page of several inputs.
  package static var beginning: [UInt8] {
    var page = Markup()
    page.raw("<header class=\"hero many\"><h1>Reports</h1></header>\n")
    return shell("Reports").beginning() + page.bytes
  }

  /// The bytes after the articles of a page of several inputs.
  package static var end: [UInt8] { shell("Reports").end() }

  private static func shell(_ title: String) -> PageShell {
    PageShell(title: title, kind: "is-report", scripts: [.script, .flameScript])
  }
}

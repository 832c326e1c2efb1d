internal import Rendering
internal import Triage

/// Writes launch crashes in a row, which keep people out of the app.
struct LoopSection {
  private let summary: Summary

  private static let maxCount = 20

  /// Prepares the loops of a summary.
  init(_ summary: Summary) { self.summary = summary }

  /// Writes the section, unless there are none.
  func write(to page: inout Markup) {
    guard !summary.loops.isEmpty else { return }
    let titles = Dictionary(
      summary.groups.map { ($0.group, GroupWords($0, of: summary).title) }, uniquingKeysWith: { first, _ in first })
    page.element("section", ["class": "loops"]) { page in
      page.element("h2", [:], NumberFormat.counted(summary.loops.count, "crash loop"))
      page.element("ul") { page in
        for loop in summary.loops.prefix(Self.maxCount) {
          page.element("li") { page in
            page.element("b", [:], "\(NumberFormat.grouped(loop.length)) \(loop.noun) in a row")
            page.text(", \(loop.certainty.rawValue)\(loop.isOpen ? ", still open" : ""): \(loop.app)")
            page.text("\(loop.version.map { " \($0)" } ?? "")\(loop.device.map { " on device \($0)" } ?? ""): ")
            page.element("code", [:], loop.groups.map { titles[$0] ?? $0 }.joined(separator: "; "))
          }
        }
      }
      if summary.loops.count > Self.maxCount {
        page.element("p", ["class": "hint"], "… and \(NumberFormat.grouped(summary.loops.count - Self.maxCount)) more")
      }
    }
    page.line()
  }
}

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
    let lines = LoopLine.all(of: summary)
    guard !lines.isEmpty else { return }
    let functions = Dictionary(
      summary.groups.map { ($0.group, $0.newest.function ?? FailureWords.title($0.failure, isCrash: $0.table == .crash)) },
      uniquingKeysWith: { first, _ in first })
    page.element("section", ["class": "loops"]) { page in
      page.element("h2", [:], Self.title(summary))
      page.element("ul") { page in
        for line in lines.prefix(Self.maxCount) {
          page.element("li") { page in
            page.element("b", [:], Self.what(line))
            page.raw(" ")
            page.element("code", [:], line.groups.map { functions[$0] ?? $0 }.joined(separator: "; "))
            page.raw(" ")
            page.element("span", ["class": "hint"], Self.facts(line))
          }
        }
      }
      if lines.count > Self.maxCount {
        page.element("p", ["class": "hint"], "… and \(NumberFormat.grouped(lines.count - Self.maxCount)) more")
      }
    }
    page.line()
  }

  /// `44 crash loops, 20 still open`.
  static func title(_ summary: Summary) -> String {
    let open = summary.loops.count(where: \.isOpen)
    return NumberFormat.counted(summary.loops.count, "crash loop")
      + (open > 0 ? ", \(NumberFormat.grouped(open)) still open" : "")
  }

  /// `12 devices cannot start com.example.shop 4.3.0:`.
  static func what(_ line: LoopLine) -> String { line.subject + ":" }

  /// `up to 4 launch crashes in a row, likely, 3 still open`.
  static func facts(_ line: LoopLine) -> String {
    let noun = line.isAtLaunch ? "launch crash" : "crash"
    let length = "up to \(NumberFormat.counted(line.longest, noun, plural: noun + "es")) in a row"
    return length + (line.isCertain ? "" : ", likely") + (line.open > 0 ? ", \(NumberFormat.grouped(line.open)) still open" : "")
  }
}

internal import CrashModel
internal import Rendering

/// Writes what happened, where, and in which process.
struct ReportHead {
  private let answers: SymbolicatedReport

  /// Prepares the head of a report.
  init(_ answers: SymbolicatedReport) { self.answers = answers }

  /// Writes the header of an article.
  func write(to page: inout Markup) {
    let report = answers.report
    page.element("header", ["class": report.marksCrashedThread ? "hero bad" : "hero"]) { page in
      page.element("p", ["class": "kicker"]) { page in
        let title = ReportTitle(report)
        page.text([ReportTitle.name(of: report.kind), title.format, report.time].compactMap { $0 }.joined(separator: " · "))
      }
      page.element("h1", [:], PageTitle.event(report))
      writePlace(to: &page)
      if let reason = report.exception?.reason ?? report.exception?.message {
        page.element("p", ["class": "message"], reason)
      }
      if let meaning = answers.triage?.meaning, !meaning.isEmpty {
        page.element("p", ["class": "meaning"], meaning.joined(separator: ". "))
      }
    }
    page.line()
  }

  /// Writes the line that unfolds a report among several.
  func writeSummary(to page: inout Markup) {
    page.element("summary") { page in
      page.element("b", ["class": "event"], PageTitle.event(answers.report))
      page.raw(" ")
      if let blame = answers.triage?.blame {
        page.element("code", ["class": "fn"], blame.function)
        page.raw(" ")
        if let place = Self.place(of: blame) { page.element("span", ["class": "at"], place) }
      }
      page.raw(" ")
      page.element("span", ["class": "hint"]) { page in
        let process = ReportTitle(answers.report).process
        let path = answers.path + ReportTitle.part(answers.report)
        page.text([process, path].filter { !$0.isEmpty }.joined(separator: " · "))
      }
    }
  }

  private func writePlace(to page: inout Markup) {
    let process = ReportTitle(answers.report).process
    page.element("p", ["class": "where"]) { page in
      if let blame = answers.triage?.blame {
        page.raw("in ")
        page.element("code", ["class": "fn"], blame.function)
        if let place = Self.place(of: blame) {
          page.raw(" at ")
          page.element("code", ["class": "at"], place)
        }
        page.raw(process.isEmpty ? "" : " · ")
      }
      if !process.isEmpty { page.element("span", ["class": "process"], process) }
    }
  }

  /// `span.h:11`, or nil if the file is unknown.
  static func place(of blame: BlameFrame) -> String? {
    guard let file = blame.file else { return nil }
    let name = PathText.lastComponent(of: file)
    return blame.line.map { "\(name):\($0)" } ?? name
  }
}

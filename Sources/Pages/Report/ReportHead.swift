internal import CrashModel
internal import Rendering

/// Writes what happened, where, and in which process.
struct ReportHead {
  private let answers: SymbolicatedReport
  /// The address of the summary's page relative to this one, or nil without one.
  private let index: String?

  /// Prepares the head of a report.
  init(_ answers: SymbolicatedReport, index: String? = nil) {
    self.answers = answers
    self.index = index
  }

  /// Writes the header of an article.
  func write(to page: inout Markup) {
    let report = answers.report
    page.element("header", ["class": report.marksCrashedThread ? "hero bad" : "hero"]) { page in
      writeLinks(to: &page)
      page.element("p", ["class": "kicker"]) { page in
        let title = ReportTitle(report)
        page.text(
          [ReportTitle.name(of: report.kind), title.process, title.system, report.time].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: " · "))
      }
      writeTitle(to: &page)
      if let reason { page.element("p", ["class": "message"], reason) }
      if let advice = answers.triage?.causes.first?.advice { page.element("p", ["class": "advice"]) { $0.prose(advice) } }
      if let meaning = answers.triage?.meaning, !meaning.isEmpty {
        page.element("p", ["class": "meaning hint"], meaning.joined(separator: ". "))
      }
    }
    page.line()
  }

  /// What the exception says. Of an error in JavaScript the first line: the others are its call stack, which is shown as one.
  private var reason: String? {
    let exception = answers.report.exception
    guard let reason = exception?.reason ?? exception?.message else { return nil }
    guard answers.triage?.speaker.reason == .scriptException, let end = reason.firstIndex(where: \.isNewline) else {
      return reason
    }
    let line = reason[..<end]
    return String(line.hasSuffix(", stack:") ? line.dropLast(8) : line)
  }

  /// Writes the line that unfolds a report among several.
  func writeSummary(to page: inout Markup) {
    page.element("summary") { page in
      if let blame = answers.triage?.blame {
        page.element("code", ["class": "fn"], blame.function)
        page.raw(" ")
        if let place = Self.place(of: blame) { page.element("span", ["class": "at"], place) }
        page.raw(" ")
      }
      page.element("b", ["class": "event"], PageTitle.event(answers.report))
      page.raw(" ")
      page.element("span", ["class": "hint"]) { page in
        let process = ReportTitle(answers.report).process
        let path = answers.path + ReportTitle.part(answers.report)
        page.text([process, path].filter { !$0.isEmpty }.joined(separator: " · "))
      }
    }
  }

  /// Writes the ways to the summary and to the group of the report.
  private func writeLinks(to page: inout Markup) {
    guard let index else { return }
    page.element("nav", ["class": "crumbs", "aria-label": "Summary"]) { page in
      page.element("a", ["href": index], "← All groups")
      guard let group = answers.triage?.group else { return }
      page.raw(" ")
      page.element("a", ["href": index + "#" + Anchor.group(group)], "Group of this report")
    }
  }

  /// Writes the function and the reason; the exception if no function is known.
  private func writeTitle(to page: inout Markup) {
    let event = PageTitle.event(answers.report)
    let cause = PageTitle.cause(answers)
    let function = answers.triage?.blame?.function
    page.element("h1") { page in
      guard let function else { return page.text(cause ?? event) }
      page.element("code", ["class": "fn"], function)
      page.raw(" ")
      page.element("span", ["class": "because"], cause ?? event)
    }
    let place = answers.triage?.blame.flatMap(Self.place)
    let isEventTold = cause == nil
    guard place != nil || !isEventTold else { return }
    page.element("p", ["class": "where"]) { page in
      if let place { page.element("code", ["class": "at"], place) }
      if place != nil, !isEventTold { page.raw(" · ") }
      if !isEventTold { page.element("span", ["class": "event"], event) }
    }
  }

  /// `span.h:11`, or nil if the file is unknown.
  static func place(of blame: BlameFrame) -> String? {
    guard let file = blame.file else { return nil }
    let name = PathText.lastComponent(of: file)
    return blame.line.map { "\(name):\($0)" } ?? name
  }
}

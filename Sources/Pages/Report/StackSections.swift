internal import AppleLayout
internal import CrashModel
internal import Rendering

/// Writes the stacks of a report: those of the event open, all others folded.
struct StackSections {
  private let answers: SymbolicatedReport
  private let onlyCrashed: Bool
  private let prefix: String
  private let style: FrameStyle
  private let table: StackTable

  /// Prepares the stacks of a report; `prefix` begins their identifiers. What `banner` explains is not repeated.
  init(_ answers: SymbolicatedReport, style: FrameStyle, onlyCrashed: Bool, prefix: String, banner: MissingBanner) {
    self.answers = answers
    self.onlyCrashed = onlyCrashed
    self.prefix = prefix
    self.style = style
    table = StackTable(answers, style: style, banner: banner)
  }

  /// Writes all stacks, the most relevant ones first.
  func write(to page: inout Markup) {
    let report = answers.report
    let shown = shownThreads
    let used = usedBacktrace
    if let used { write(report.backtraces[used], used, isOpen: true, to: &page) }
    for (order, backtrace) in report.backtraces.enumerated() where backtrace.kind == .lastException && order != used {
      write(backtrace, order, isOpen: true, to: &page)
    }
    for position in shown { write(report.threads[position], position, isOpen: true, to: &page) }
    TreeSections(answers, style: style, prefix: prefix, table: table).write(to: &page)
    for (order, backtrace) in report.backtraces.enumerated() where backtrace.kind != .lastException && order != used {
      write(backtrace, order, isOpen: shown.isEmpty, to: &page)
    }
    writeOthers(Set(shown), to: &page)
  }

  /// The position of the backtrace that the heading and the cause are about, or nil if they are about a thread or a call tree.
  private var usedBacktrace: Int? {
    guard case .backtrace(let position)? = answers.triage?.speaker.stack, answers.report.backtraces.indices.contains(position)
    else {
      return nil
    }
    return position
  }

  /// The threads that are open: those that crashed, else the first one unless call trees or backtraces say more.
  private var shownThreads: [Int] {
    let threads = answers.report.threads
    let crashed = threads.indices.filter { threads[$0].crashed }
    guard crashed.isEmpty else { return crashed }
    return answers.report.callTrees.isEmpty ? Array(threads.indices.prefix(1)) : []
  }

  private func writeOthers(_ shown: Set<Int>, to page: inout Markup) {
    let threads = answers.report.threads
    let others = threads.indices.filter { !shown.contains($0) }
    guard !others.isEmpty, !onlyCrashed || !threads.contains(where: \.crashed) else { return }
    page.element("section", ["class": "others"]) { page in
      page.element("h2", [:], NumberFormat.counted(others.count, "other thread"))
      for position in others where !threads[position].frames.isEmpty {
        write(threads[position], position, isOpen: false, to: &page)
      }
      let empty = others.filter { threads[$0].frames.isEmpty }
      guard !empty.isEmpty else { return }
      page.element("details", ["class": "thread"]) { page in
        page.element("summary") { $0.element("h3", [:], "\(NumberFormat.counted(empty.count, "thread")) without frames") }
        page.element("ul") { page in
          for position in empty {
            page.element("li", [:], ThreadTitle.parts(threads[position], in: answers.report).joined(separator: " "))
          }
        }
      }
    }
  }

  private func write(_ thread: CrashThread, _ position: Int, isOpen: Bool, to page: inout Markup) {
    let id = "\(prefix)t\(position)"
    let title = ThreadTitle.parts(thread, in: answers.report)
    page.element("details", ["class": "thread\(thread.crashed ? " crashed" : "")", "id": id, "open": isOpen ? "" : nil]) { page in
      page.element("summary") { page in
        page.element(isOpen ? "h2" : "h3", [:], title[0])
        page.raw(" ")
        if title.count > 1 { page.element("span", ["class": "name"], title[1]) }
        writeTail(thread.frames, isOpen: isOpen, to: &page)
      }
      table.write(thread.frames, id: id, caption: "Call stack of \(title.joined(separator: " "))", to: &page)
    }
    page.line()
  }

  private func write(_ backtrace: Backtrace, _ order: Int, isOpen: Bool, to page: inout Markup) {
    let id = "\(prefix)b\(order)"
    let title = StackTitle.of(backtrace)
    page.element("details", ["class": "thread", "id": id, "open": isOpen ? "" : nil]) { page in
      page.element("summary") { page in
        page.element("h2", [:], title)
        writeTail(backtrace.frames, isOpen: isOpen, to: &page)
      }
      table.write(backtrace.frames, id: id, caption: title, to: &page)
    }
    page.line()
  }

  /// Writes the number of frames, and the app's innermost function, by which a folded stack is recognized.
  private func writeTail(_ stack: Range<Int>, isOpen: Bool, to page: inout Markup) {
    page.raw(" ")
    page.element("span", ["class": "hint"], NumberFormat.counted(stack.count, "frame"))
    guard !isOpen, let frame = stack.first(where: answers.isInApp) else { return }
    page.raw(" ")
    page.element("code", ["class": "peek"], answers.resolutions[frame].symbol ?? "")
  }
}

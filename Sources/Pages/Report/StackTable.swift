internal import AppleLayout
internal import CrashModel
internal import SymbolModel

/// Writes a call stack as a table: number, image, function, place, address. Inlined functions have their own rows above their
/// caller, with the same number.
struct StackTable {
  private let answers: SymbolicatedReport
  private let lines: FrameLines
  private let banner: MissingBanner
  /// The frame to look at first, or nil if no frame is in the key of the group.
  private let first: Int?
  /// The source frame whose lines are open, or nil if no source is known.
  private let focus: SourcePosition?

  /// Prepares the stacks of a report. What `banner` explains is not repeated.
  init(_ answers: SymbolicatedReport, style: FrameStyle, banner: MissingBanner) {
    self.answers = answers
    self.banner = banner
    lines = FrameLines(answers, style: style)
    focus = answers.focusedExcerpt?.position
    let speaker = answers.triage?.speaker.frames ?? []
    let position = answers.triage?.blame?.position ?? answers.triage?.frames.first
    first = position.flatMap { speaker.indices.contains($0) ? speaker[$0] : nil }
  }

  /// Writes the table of a stack; `caption` names it for screen readers, and `id` begins the identifiers of its frames.
  func write(_ stack: some Collection<Int>, id: String, caption: String, to page: inout Markup) {
    guard !stack.isEmpty else {
      page.raw("<p class=\"hint\">No frames.</p>")
      return
    }
    page.element("div", ["class": "scroll"]) { page in
      page.element("table", ["class": "stack", "data-stack": ""]) { page in
        page.element("caption", ["class": "away"], caption)
        page.raw("<thead class=\"away\"><tr><th scope=\"col\">Frame</th><th scope=\"col\">Image</th>")
        page.raw("<th scope=\"col\">Function</th><th scope=\"col\">Source</th><th scope=\"col\">Address</th></tr></thead>\n")
        page.element("tbody") { page in
          for (order, frame) in stack.enumerated() {
            page.passOn()
            write(frame, id: "\(id)-f\(order)", to: &page)
          }
        }
      }
    }
  }

  private func write(_ frame: Int, id: String, to page: inout Markup) {
    let words = lines.words(of: frame)
    switch answers.report.frames[frame].kind {
    case .truncated, .omitted:
      page.element("tr", ["id": id, "class": "gap"]) { page in
        page.element("td", ["colspan": "5"], words.map(\.line).joined(separator: "\n"))
      }
    case .exact, .returnAddress, .asyncResume, .javaScript:
      let blamed = frame == first ? blamedRow(frame, of: words.count) : nil
      let excerpt = excerpt(of: frame)
      for (order, word) in words.enumerated() {
        writeRow(frame, word, id: order == words.count - 1 ? id : "\(id)-i\(order)", isFirst: order == blamed, to: &page)
        if order == 0 { writeInstruction(frame, to: &page) }
        if order == words.count - 1 { writeVariables(frame, to: &page) }
        if let excerpt, order == min(excerpt.source, words.count - 1) { writeExcerpt(excerpt, to: &page) }
      }
      if answers.report.frames[frame].isSuspended {
        page.element("tr", ["class": "gap"]) { $0.element("td", ["colspan": "5"], FrameLines.suspension) }
      }
    }
  }

  /// Returns the row, among those of a frame, of the function to look at: inlined functions of a library may be above it.
  private func blamedRow(_ frame: Int, of rows: Int) -> Int {
    let sources = answers.resolutions[frame].sources
    guard sources.count == rows, let blame = answers.triage?.blame else { return 0 }
    return sources.firstIndex { $0.file == blame.file && $0.line == blame.line } ?? 0
  }

  private func writeRow(_ frame: Int, _ words: FrameWords, id: String, isFirst: Bool, to page: inout Markup) {
    let isInApp = answers.isInApp(frame)
    let kinds = [isInApp ? "app" : nil, words.isInlined ? "inl" : nil, isFirst ? "first" : nil].compactMap {
      $0
    }
    page.element("tr", ["id": id, "class": kinds.isEmpty ? nil : kinds.joined(separator: " ")]) { page in
      page.element("td", ["class": "n"]) { page in
        page.element("a", ["href": "#" + id], String(answers.report.frames[frame].index))
      }
      page.element("td", ["class": "im"]) { page in
        page.text(answers.report.frames[frame].kind == .javaScript ? "js" : lines.imageName(of: frame))
        if isInApp { page.raw(" <span class=\"tag own\">app</span>") }
      }
      page.element("td", ["class": "fn"]) { writeFunction(frame, words, isFirst: isFirst, to: &$0) }
      page.element("td", ["class": "at"]) { writePlace(words, to: &$0) }
      page.element(
        "td", ["class": "ad"], place(of: frame))
    }
    page.line()
  }

  /// The address, or the position in a script's bundle.
  private func place(of frame: Int) -> String {
    answers.report.frames[frame].address.map { "0x" + Self.digits($0.value) }
      ?? FrameText.bundlePlace(of: answers.report.frames[frame], answers.resolutions[frame]) ?? ""
  }

  private func writeFunction(_ frame: Int, _ words: FrameWords, isFirst: Bool, to page: inout Markup) {
    page.element("code", [:], words.function)
    if let offset = words.offset { page.element("span", ["class": "off"], " + \(offset)") }
    if words.isInlined { page.raw(" <span class=\"tag\">inlined</span>") }
    if words.isMismatch { page.raw(" <span class=\"tag bad\">another build</span>") }
    if isFirst { page.raw(" <span class=\"tag look\">likely culprit</span>") }
    if answers.isInApp(frame), answers.resolutions[frame].basis == .none, !banner.explains(frame),
      let reason = answers.reason(ofFrame: frame)
    {
      // What follows are near misses, with paths of this machine.
      page.element("span", ["class": "reason"], String(reason.prefix { $0 != ";" }))
    }
  }

  private func writePlace(_ words: FrameWords, to page: inout Markup) {
    guard let place = words.place ?? words.bundle else { return }
    // Only the user's own template makes a link, and only one that browsers fetch from a server.
    if let url = words.url, url.hasPrefix("https://") || url.hasPrefix("http://") {
      page.element("a", ["href": url, "title": url, "rel": "noopener noreferrer"], place)
    } else {
      page.text(place)
    }
  }

  private func writeInstruction(_ frame: Int, to page: inout Markup) {
    guard let instruction = answers.instruction, instruction.frame == frame, let words = instruction.sentence ?? instruction.text
    else { return }
    page.element("tr", ["class": "source"]) { page in
      page.element("td", ["colspan": "5"]) { $0.element("p", ["class": "hint"], "Instruction: \(words)") }
    }
    page.line()
  }

  private func writeVariables(_ frame: Int, to page: inout Markup) {
    guard let found = answers.variables, found.frame == frame, !found.variables.isEmpty else { return }
    page.element("tr", ["class": "source"]) { page in
      page.element("td", ["colspan": "5"]) { VariableFigure.write(found.variables, to: &$0) }
    }
    page.line()
  }

  /// Returns the position of the source frame whose lines are shown: the one to look at first, else the innermost one that has
  /// lines.
  private func excerpt(of frame: Int) -> SourcePosition? {
    let sources = answers.resolutions[frame].sources.indices.map { SourcePosition(frame: frame, source: $0) }
    let shown = sources.filter { answers.excerpts[$0] != nil }
    return shown.first { $0 == focus } ?? shown.first
  }

  private func writeExcerpt(_ position: SourcePosition, to page: inout Markup) {
    guard let excerpt = answers.excerpts[position] else { return }
    let source = answers.resolutions[position.frame].sources[position.source]
    let isOpen = position == focus
    page.element("tr", ["class": "source"]) { page in
      page.element("td", ["colspan": "5"]) { ExcerptFigure.write(excerpt, of: source, isOpen: isOpen, to: &$0) }
    }
    page.line()
  }

  private static func digits(_ value: UInt64) -> String { String(value, radix: 16) }
}

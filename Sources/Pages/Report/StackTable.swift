internal import AppleLayout
internal import CrashModel
internal import SymbolModel

/// Writes a call stack as a table: number, image, function, place, address. Inlined functions have their own rows above their
/// caller, with the same number.
struct StackTable {
  private let answers: SymbolicatedReport
  /// The frames of the report: they are read from here without a copy of it, which is large.
  private let frames: [Frame]
  /// The frames whose instruction is explained and whose variables are known.
  private let instruction: Int?
  private let variables: Int?
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
    frames = answers.report.frames
    instruction = answers.instruction?.frame
    variables = answers.variables?.frame
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
            write(frame, id: id + "-f" + String(order), to: &page)
          }
        }
      }
    }
  }

  private func write(_ frame: Int, id: String, to page: inout Markup) {
    let words = lines.words(of: frame)
    switch frames.span[frame].kind {
    case .truncated, .omitted:
      page.element("tr", ["id": id, "class": "gap"]) { page in
        page.element("td", ["colspan": "5"], words.map(\.line).joined(separator: "\n"))
      }
    case .exact, .returnAddress, .asyncResume, .javaScript:
      let blamed = frame == first ? blamedRow(frame, of: words.count) : nil
      let excerpt = excerpt(of: frame)
      for (order, word) in words.enumerated() {
        writeRow(frame, word, id: order == words.count - 1 ? id : "\(id)-i\(order)", isFirst: order == blamed, to: &page)
        if order == 0, frame == instruction { writeInstruction(frame, to: &page) }
        if order == words.count - 1, frame == variables { writeVariables(frame, to: &page) }
        if let excerpt, order == min(excerpt.source, words.count - 1) { writeExcerpt(excerpt, to: &page) }
      }
      if frames.span[frame].isSuspended {
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
    page.raw("<tr id=\"")
    page.text(id)
    if isInApp || words.isInlined || isFirst {
      page.raw("\" class=\"")
      if isInApp { page.raw("app") }
      if words.isInlined { page.raw(isInApp ? " inl" : "inl") }
      if isFirst { page.raw(isInApp || words.isInlined ? " first" : "first") }
    }
    page.raw("\"><td class=\"n\"><a href=\"#")
    page.text(id)
    page.raw("\">")
    page.digits(frames.span[frame].index)
    page.raw("</a></td><td class=\"im\">")
    page.text(frames.span[frame].kind == .javaScript ? "js" : lines.imageName(of: frame))
    if isInApp { page.raw(" <span class=\"tag own\">app</span>") }
    page.raw("</td><td class=\"fn\">")
    writeFunction(frame, words, isInApp: isInApp, isFirst: isFirst, to: &page)
    page.raw("</td><td class=\"at\">")
    writePlace(words, to: &page)
    page.raw("</td><td class=\"ad\">")
    // The address, or the position in a script's bundle.
    if let address = frames.span[frame].address {
      page.address(address.value)
    } else if let place = FrameText.bundlePlace(of: frames.span[frame], answers.resolutions[frame]) {
      page.text(place)
    }
    page.raw("</td></tr>\n")
  }

  private func writeFunction(_ frame: Int, _ words: FrameWords, isInApp: Bool, isFirst: Bool, to page: inout Markup) {
    page.raw("<code>")
    page.text(words.function)
    page.raw("</code>")
    if let offset = words.offset { page.element("span", ["class": "off"], " + \(offset)") }
    if words.isInlined { page.raw(" <span class=\"tag\">inlined</span>") }
    if words.isMismatch { page.raw(" <span class=\"tag bad\">another build</span>") }
    if isFirst { page.raw(" <span class=\"tag look\">likely culprit</span>") }
    if isInApp, answers.resolutions[frame].basis == .none, !banner.explains(frame),
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
    if answers.excerpts.isEmpty { return nil }
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
}

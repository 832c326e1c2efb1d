internal import AppleLayout
internal import Bytes
internal import CrashModel
internal import SymbolModel

/// Writes a call stack as a table: number, image, function, place, address. Inlined functions have their own rows above their
/// caller, with the same number.
struct StackTable {
  private let answers: SymbolicatedReport
  // What every frame needs: it is read from here without a copy of the report, which is large.
  private let frames: [Frame]
  private let resolutions: [FrameResolution]
  private let isInApp: [Bool]
  private let imageNames: [String]
  private let hasExcerpts: Bool
  private let style: FrameStyle
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
    self.style = style
    (frames, resolutions) = (answers.report.frames, answers.resolutions)
    isInApp = frames.indices.map { answers.isInApp($0) }
    hasExcerpts = !answers.excerpts.isEmpty
    instruction = answers.instruction?.frame
    variables = answers.variables?.frame
    let lines = FrameLines(answers, style: style)
    self.lines = lines
    imageNames = frames.indices.map { lines.imageName(of: $0) }
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
          let id = RowID(stack: id)
          for (order, frame) in stack.enumerated() {
            page.passOn()
            write(frame, id.ofFrame(order), to: &page)
          }
        }
      }
    }
  }

  private func write(_ frame: Int, _ id: RowID, to page: inout Markup) {
    switch frames.span[frame].kind {
    case .truncated, .omitted:
      page.element("tr", ["id": id.text, "class": "gap"]) { page in
        page.element("td", ["colspan": "5"], lines.words(of: frame).map(\.line).joined(separator: "\n"))
      }
    case .exact, .returnAddress, .asyncResume, .javaScript:
      if !writeAnswer(frame, id, to: &page) { writeWords(frame, id, to: &page) }
      if frames.span[frame].isSuspended {
        page.element("tr", ["class": "gap"]) { $0.element("td", ["colspan": "5"], FrameLines.suspension) }
      }
    }
  }

  /// Writes the rows of a frame with all that is known of it.
  private func writeWords(_ frame: Int, _ id: RowID, to page: inout Markup) {
    let words = lines.words(of: frame)
    let blamed = frame == first ? blamedRow(frame, of: words.count) : nil
    let excerpt = excerpt(of: frame)
    for (order, word) in words.enumerated() {
      let row = Row(
        frame: frame, isInApp: isInApp[frame], isInlined: word.isInlined, isFirst: order == blamed, isMismatch: word.isMismatch,
        offset: word.offset)
      write(row, order == words.count - 1 ? id : id.inlined(order), to: &page) { page in
        page.text(word.function)
      } place: { page in
        writePlace(word, to: &page)
      }
      if order == 0, frame == instruction { writeInstruction(frame, to: &page) }
      if order == words.count - 1, frame == variables { writeVariables(frame, to: &page) }
      if let excerpt, order == min(excerpt.source, words.count - 1) { writeExcerpt(excerpt, to: &page) }
    }
  }

  /// Writes the rows of a frame that only its answer says something of, with the texts where they are: most frames. Returns false, with
  /// nothing written, for others.
  private func writeAnswer(_ frame: Int, _ id: RowID, to page: inout Markup) -> Bool {
    let resolutions = resolutions.span
    guard !hasExcerpts, frame != first, frame != instruction, frame != variables, !resolutions[frame].fromMismatch,
      resolutions[frame].scriptSource == nil, !resolutions[frame].hasOwnSymbol, let answer = resolutions[frame].lentAnswer
    else { return false }
    switch resolutions[frame].basis {
    case .reported, .none: return false
    case .line, .symbol: break
    }
    let (isInApp, offset) = (isInApp[frame], resolutions[frame].symbolOffset)
    var order = 0
    return answer.lendSources(isWhole: true) { source in
      let row = Row(
        frame: frame, isInApp: isInApp, isInlined: !source.isReal, isFirst: false, isMismatch: false,
        offset: source.isReal ? offset : nil)
      write(row, source.isReal ? id : id.inlined(order), to: &page) { page in
        page.text(source.function)
      } place: { page in
        writePlace(source, to: &page)
      }
      order += 1
      return true
    }
  }

  /// Returns the row, among those of a frame, of the function to look at: inlined functions of a library may be above it.
  private func blamedRow(_ frame: Int, of rows: Int) -> Int {
    let sources = answers.resolutions[frame].sources
    guard sources.count == rows, let blame = answers.triage?.blame else { return 0 }
    return sources.firstIndex { $0.file == blame.file && $0.line == blame.line } ?? 0
  }

  /// What a row shows besides texts.
  private struct Row {
    let frame: Int
    let isInApp: Bool
    let isInlined: Bool
    /// Whether it is the function to look at first.
    let isFirst: Bool
    let isMismatch: Bool
    let offset: UInt64?
  }

  @inline(__always)
  private func write(
    _ row: Row, _ id: RowID, to page: inout Markup, function: (inout Markup) -> Void, place: (inout Markup) -> Void
  ) {
    page.raw("<tr id=\"")
    let name = page.noting { id.write(to: &$0) }
    if row.isInApp || row.isInlined || row.isFirst {
      page.raw("\" class=\"")
      if row.isInApp { page.raw("app") }
      if row.isInlined { page.raw(row.isInApp ? " inl" : "inl") }
      if row.isFirst { page.raw(row.isInApp || row.isInlined ? " first" : "first") }
    }
    page.raw("\"><td class=\"n\"><a href=\"#")
    page.write(again: name)
    page.raw("\">")
    page.digits(frames.span[row.frame].index)
    page.raw("</a></td><td class=\"im\">")
    if case .javaScript = frames.span[row.frame].kind { page.raw("js") } else { page.text(imageNames[row.frame]) }
    if row.isInApp { page.raw(" <span class=\"tag own\">app</span>") }
    page.raw("</td><td class=\"fn\"><code>")
    function(&page)
    page.raw("</code>")
    writeNotes(row, to: &page)
    page.raw("</td><td class=\"at\">")
    place(&page)
    page.raw("</td><td class=\"ad\">")
    // The address, or the position in a script's bundle.
    if let address = frames.span[row.frame].address {
      page.address(address.value)
    } else if let place = FrameText.bundlePlace(of: frames.span[row.frame], resolutions.span[row.frame]) {
      page.text(place)
    }
    page.raw("</td></tr>\n")
  }

  /// Writes what follows the name of a function.
  private func writeNotes(_ row: Row, to page: inout Markup) {
    if let offset = row.offset {
      page.raw("<span class=\"off\"> + ")
      page.digits(offset)
      page.raw("</span>")
    }
    if row.isInlined { page.raw(" <span class=\"tag\">inlined</span>") }
    if row.isMismatch { page.raw(" <span class=\"tag bad\">another build</span>") }
    if row.isFirst { page.raw(" <span class=\"tag look\">likely culprit</span>") }
    if row.isInApp, case .none = resolutions.span[row.frame].basis, !banner.explains(row.frame),
      let reason = answers.reason(ofFrame: row.frame)
    {
      // What follows are near misses, with paths of this machine.
      page.element("span", ["class": "reason"], String(reason.prefix { $0 != ";" }))
    }
  }

  private func writePlace(_ source: LentSource, to page: inout Markup) {
    guard let file = source.file, !file.isEmpty else { return }
    let fullPaths = style.fullPaths
    if source.url == nil, page.plain(file, from: { fullPaths ? 0 : PathText.lastComponentStart($0) }) {
      guard let line = source.line, line > 0 else { return }
      page.raw(":")
      page.digits(UInt64(line))
      if source.isApproximate { page.raw(", approximate") }
      return
    }
    let place = PlaceWords(file: file.string, line: source.line, isApproximate: source.isApproximate, style)
    writePlace(FrameWords(function: "", source: place, url: source.url?.string), to: &page)
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

package import AppleLayout
package import CrashModel

/// Writes reports in GitHub-flavored Markdown, to be pasted into an issue or a message: what happened, the relevant stacks, which
/// debug files are missing; everything else is folded.
package struct MarkdownRenderer: Sendable {
  /// The style of frames.
  package var style: FrameStyle
  /// Whether only crashed threads are written, if a report has one.
  package var onlyCrashed: Bool
  /// Whether nothing is folded, for sites that do not render `<details>`.
  package var isPlain: Bool
  /// All reports together take fewer bytes, as far as the crashed threads of the first one leave room. The limit of GitHub counts
  /// characters, of which there are at most as many.
  var maxBytes = 65_536

  /// Prepares to write reports.
  package init(style: FrameStyle = FrameStyle(), onlyCrashed: Bool = false, isPlain: Bool = false) {
    self.style = style
    self.onlyCrashed = onlyCrashed
    self.isPlain = isPlain
  }

  /// Returns the reports one after the other, separated by empty lines; ends with a line end. Reports that find no room any more are
  /// counted.
  package func markdown(_ reports: [SymbolicatedReport]) -> [UInt8] {
    var lines: [String] = []
    var room = maxBytes - (reports.count > 1 ? MarkdownLimit.noteRoom : 0)
    for (order, report) in reports.enumerated() {
      let part = (order > 0 ? [""] : []) + self.lines(report, maxBytes: room / (reports.count - order))
      room -= MarkdownLimit.size(of: part)
      if order > 0, room < 0 {
        let others = NumberFormat.counted(reports.count - order, "more report")
        lines += ["", "\(others) left out: comments on GitHub hold 65,536 characters."]
        break
      }
      lines += part
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private func lines(_ answers: SymbolicatedReport, maxBytes: Int) -> [String] {
    MarkdownLimit.lines(of: sections(answers), maxBytes: maxBytes)
  }

  /// Returns the parts of a report in the order in which they are printed.
  private func sections(_ answers: SymbolicatedReport) -> [MarkdownLimit.Section] {
    let report = answers.report
    let stacks = MarkdownStack(answers, style: style)
    let isShown = answers.shownImages(onlyCrashed: onlyCrashed)
    let tally = FrameTally(answers)
    let facts =
      MarkdownOverview.list(report)
      + ((answers.instruction?.sentence).map { ["- Instruction: \(MarkdownText.code($0))"] } ?? [])
    var sections: [MarkdownLimit.Section] = []
    func add(_ lines: [String], rank: Int, _ what: String = "", isCut: Bool = false) {
      sections.append(
        MarkdownLimit.Section(
          lines: lines, rank: rank, what: what, shortened: isCut ? { MarkdownLimit.cut(lines, to: $0, what.lowercased()) } : nil))
    }
    add([MarkdownOverview.heading(report, script: stacks.firstScriptFrame)] + (facts.isEmpty ? [] : [""] + facts), rank: 0)
    add(MarkdownOverview.information(report), rank: 1, "Application specific information", isCut: true)
    if report.memory?.pageSize != nil {
      let table = [""] + MarkdownText.fence(Array(MemoryText.lines(report).dropLast()), language: "text")
      add(table, rank: 2, "Memory of processes", isCut: true)
    }
    add(backtraces(answers, stacks) { $0 == .script || $0 == .dart }, rank: 0)
    add(backtraces(answers, stacks) { $0 == .lastException || $0 == .panic }, rank: 0)
    for position in shownThreads(report) {
      let title = Self.title(of: report.threads[position], in: report)
      add(section([title], report.threads[position].frames, answers, stacks), rank: 0)
    }
    add(
      backtraces(answers, stacks) { ![.lastException, .panic, .script, .dart].contains($0) }, rank: 2, "Call stacks of no thread",
      isCut: true)
    // The handler's crash may have no stack.
    if let crash = report.recrash, !report.backtraces.contains(where: { $0.kind == .recrash }) {
      add([""] + MarkdownDetails.heading(crash), rank: 2, "The crash of the handler")
    }
    for tree in report.callTrees {
      let title = MarkdownText.inline(tree.name ?? "Call tree")
      add(["", "**\(title)**", ""] + stacks.lines(of: tree), rank: 1, "Call tree", isCut: true)
    }
    add(MarkdownSuspicion.lines(answers.suspicion), rank: 1, SuspicionWords.title, isCut: true)
    add(MarkdownImages.missing(answers, tally, isShown), rank: 1, "Missing debug files")
    add(MarkdownOverview.diagnostics(report), rank: 3, "Warnings")
    if !onlyCrashed || !report.threads.contains(where: \.crashed) { sections.append(otherThreads(report, stacks)) }
    add(registers(report), rank: 5, "Registers")
    for detail in report.details { add(MarkdownDetails.folded([detail], folded), rank: 6, detail.title, isCut: true) }
    add(MarkdownImages.list(answers, tally, isShown, folded), rank: 7, "Images with frames", isCut: true)
    return sections
  }

  // MARK: Stacks

  /// Returns the threads that are not folded: those that crashed, else the first one.
  private func shownThreads(_ report: CrashReport) -> [Int] {
    let crashed = report.threads.indices.filter { report.threads[$0].crashed }
    return crashed.isEmpty ? Array(report.threads.indices.prefix(1)) : crashed
  }

  private func backtraces(_ answers: SymbolicatedReport, _ stacks: MarkdownStack, where isWanted: (Backtrace.Kind) -> Bool)
    -> [String]
  {
    answers.report.backtraces.filter { isWanted($0.kind) }.flatMap {
      let title =
        $0.kind == .recrash
        ? MarkdownDetails.heading(answers.report.recrash)
        : ["**\(StackTitle.name(of: $0))**" + ($0.heading.map { ": " + MarkdownText.inline($0) } ?? "")]
      return section(title, $0.frames, answers, stacks)
    }
  }

  private func section(_ title: [String], _ frames: Range<Int>, _ answers: SymbolicatedReport, _ stacks: MarkdownStack)
    -> [String]
  {
    [""] + title + [""] + stacks.lines(in: frames) + MarkdownExcerpt.lines(below: frames, of: answers, style)
      + MarkdownVariables.lines(below: frames, of: answers)
  }

  private func otherThreads(_ report: CrashReport, _ stacks: MarkdownStack) -> MarkdownLimit.Section {
    let shown = Set(shownThreads(report))
    let others = report.threads.indices.filter { !shown.contains($0) }
    let empty = others.filter { report.threads[$0].frames.isEmpty }
    let isListed = empty.count > 4
    let list = isListed ? Self.list(ofThreadsWithoutFrames: empty.map { report.threads[$0] }) : []
    let blocks = others.filter { !isListed || !report.threads[$0].frames.isEmpty }.map { position in
      [Self.title(of: report.threads[position], in: report), ""] + stacks.lines(in: report.threads[position].frames)
    }
    let what = NumberFormat.counted(others.count, "other thread")
    func lines(_ blocks: ArraySlice<[String]>, _ end: [String]) -> [String] {
      folded(what, Array((blocks + (end.isEmpty ? [] : [end])).joined(separator: [""])))
    }
    return MarkdownLimit.Section(lines: others.isEmpty ? [] : lines(blocks[...], list), rank: 4, what: what) { bytes in
      var room = bytes - 200
      let kept = blocks.prefix { block in
        room -= MarkdownLimit.size(of: block) + 1
        return room >= 0
      }
      let rest = others.count - kept.count
      return kept.isEmpty ? nil : lines(kept, ["... \(NumberFormat.counted(rest, "more thread")) left out"])
    }
  }

  /// Returns one line per thread: stackshots have hundreds of threads without frames.
  private static func list(ofThreadsWithoutFrames threads: [CrashThread]) -> [String] {
    let width = threads.map { "\($0.index)".utf8.count }.max() ?? 0
    let lines = threads.map { thread in
      let name = thread.name ?? thread.queue.map { "queue " + $0 } ?? ""
      return "\(thread.index)".aligned(to: width) + (name.isEmpty ? "" : "  " + name)
    }
    return ["**Threads without frames**", ""] + MarkdownText.fence(lines)
  }

  /// ``**Thread 0 crashed**: worker, queue `com.apple.main-thread` ``
  private static func title(of thread: CrashThread, in report: CrashReport) -> String {
    let names = [thread.name.map(MarkdownText.inline), thread.queue.map { "queue " + MarkdownText.inline($0) }]
    let words = names.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    let mark = thread.crashed ? report.marksCrashedThread ? " crashed" : " highlighted" : ""
    return "**Thread \(thread.index)\(mark)**" + (words.isEmpty ? "" : ": " + words)
  }

  // MARK: What is folded

  /// Returns lines that a click unfolds, or lines below a title if nothing is folded. `summary` is the program's own text.
  private func folded(_ summary: String, _ lines: [String]) -> [String] {
    if isPlain { return ["", "**\(summary)**", ""] + lines }
    return ["", "<details>", "<summary>\(summary)</summary>", ""] + lines + ["", "</details>"]
  }

  private func registers(_ report: CrashReport) -> [String] {
    let threads = shownThreads(report).map { ("thread \(report.threads[$0].index)", report.threads[$0]) }
    let handler = (report.recrash?.thread).map { [("the handler's thread \($0.index)", $0)] } ?? []
    return (threads + handler).filter { !$0.1.registers.isEmpty }.flatMap { title, thread in
      let registers = RegisterOrder.sorted(thread.registers, of: report.format)
      // Names of exception registers are longer than those of general registers.
      let width = registers.map { $0.name.utf8.count }.filter { $0 <= 6 }.max() ?? 0
      let cells = registers.map { register in
        register.name.aligned(to: width) + ": 0x" + String(register.value, radix: 16)
      }
      let column = cells.map(\.utf8.count).max() ?? 0
      let rows = stride(from: 0, to: cells.count, by: 4).map { start in
        cells[start..<min(start + 4, cells.count)].enumerated().map { order, cell in
          order < 3 ? cell.padded(to: column + 2) : cell
        }.joined()
      }
      let notes = registers.compactMap { register in
        register.note.map { register.name.aligned(to: width) + ": " + $0.trimmingBlanks }
      }
      let lines = rows.map(Self.withoutBlanksAtEnd) + (notes.isEmpty ? [] : [""] + notes)
      return folded("Registers of \(title)", MarkdownText.fence(lines))
    }
  }

  private static func withoutBlanksAtEnd(_ text: String) -> String {
    String(decoding: Array(text.utf8.reversed().drop { $0 == UInt8(ascii: " ") }.reversed()), as: UTF8.self)
  }
}

import CrashModel
import SymbolModel

/// Collects one report from its lines.
struct AppleTextBuilder {
  /// The section that the next lines belong to.
  enum Section {
    /// The header or anything else of the form `Key: value`.
    case header
    /// The lines of "Application Specific Information".
    case information
    /// The frames of a thread or backtrace.
    case stack
    /// The nodes of a sampled call tree.
    case tree
    /// A thread's registers.
    case registers
    /// The image list.
    case images
    /// Ignored lines, up to the next blank line.
    case skipped
  }

  /// Header keys that separate one report from the next.
  enum Mark {
    /// `Incident Identifier:`
    case incident
    /// `Process:` or `Powerstats for:`
    case process
  }

  /// The owner of a call stack.
  enum Stack {
    /// A thread, by its position in the report.
    case thread(Int)
    /// A backtrace, by its position in the report.
    case backtrace(Int)
    /// A call tree, by its position in the report: a list of frames with the outermost one first.
    case chain(Int)
  }

  /// The whole text.
  let bytes: [UInt8]
  private let margin: LineMargin
  private let known: KnownImages?
  /// The report so far.
  var report = CrashReport(format: .appleText)
  /// The content of lines outside of stacks and lists.
  var header = AppleTextHeader()
  /// The section that the next lines belong to.
  var section = Section.header
  /// The owner of the current frames.
  var stack: Stack?
  /// The start of the current thread's section: its name line, if there is one.
  var sectionStart = 0
  /// The last `Thread N name:` line and its start.
  var pendingName: (header: AppleTextThreadHeader, start: Int)?
  /// Whether the last line was a frame marked as inlined into the next one.
  var isInlineOpen = false
  /// The columns of the nodes above the current one in a call tree.
  var columns: [Int] = []
  /// Whether the current trees begin with the innermost frames.
  var treesBeginInnermost = false
  /// The thread that the current registers belong to.
  var registerThread: Int?
  /// The code around a program counter.
  var code: AppleTextCode?
  /// Whether the current section is that code.
  var isCodeOpen = false
  /// The last thread with a number, as a position in the report, where that is not the number. Empty for most reports: a dictionary
  /// takes 200,000 instructions to make.
  var otherNumbers: [Int: Int] = [:]
  private var hasImageList = false
  /// The start of what KSCrash prints after the images, or nil if there is nothing.
  private var appendixStart: Int?
  /// Whether only blank lines follow a paragraph of "Application Specific Information".
  private var isInformationOpen = false
  private var isUsed = false

  /// Starts the first report of a text, whose images are looked up in `known`.
  init(_ bytes: [UInt8], after margin: LineMargin, _ known: KnownImages?) {
    self.bytes = bytes
    self.margin = margin
    self.known = known
    report.frames.reserveCapacity(min(bytes.count / 80, 2_048))
    report.images.reserveCapacity(min(bytes.count / 256, 1_024))
  }

  /// Starts the next report in the same text. The sections of a spindump share the header above the first.
  init(_ bytes: [UInt8], after previous: AppleTextBuilder) {
    self.bytes = bytes
    margin = previous.margin
    known = previous.known
    if !previous.has(.incident), previous.header.sharesHeader { header = previous.header.shared }
  }

  /// Whether no line was used so far.
  var isEmpty: Bool { !isUsed }
  /// Whether stacks or images were read.
  var hasBody: Bool { !report.frames.isEmpty || !report.images.isEmpty || !report.threads.isEmpty }
  /// Whether threads were read.
  var hasThreads: Bool { !report.threads.isEmpty }
  /// Whether a thread is marked as crashed.
  var hasCrashedThread: Bool { report.threads.contains(where: \.crashed) }
  /// Whether what KSCrash prints about a crash of its handler has begun.
  var isInAppendix: Bool { header.describesHandler }
  /// Returns whether a header key was read.
  func has(_ mark: Mark) -> Bool { mark == .process ? header.hasProcess : header.hasIncident }

  /// Ends what blank lines end.
  mutating func readBlankLine() {
    isInlineOpen = false
    switch section {
    case .images: break
    case .stack:
      // `Last Exception Backtrace:` and its list may be apart.
      if let stack, !frameRange(of: stack).isEmpty { section = .header }
    case .information: (section, isInformationOpen) = (.header, true)
    case .header, .tree, .registers, .skipped: section = .header
    }
    header.endValue()
  }

  /// Reads a line. `content` is the line without leading blanks, never empty.
  mutating func read(_ line: Range<Int>, content: Range<Int>, number: Int) {
    isUsed = true
    defer { if section != .information { isInformationOpen = false } }
    let first = bytes[content.lowerBound]
    switch section {
    case .stack:
      if TextScan.isDigit(first), readFrame(line) { return }
      if first == UInt8(ascii: "("), readList(content) { return }
    case .tree:
      if readNode(line) { return }
    case .images:
      if first == UInt8(ascii: "0") || first == UInt8(ascii: "*") {
        readImage(line, number: number)
        return
      }
    case .registers:
      if readRegisters(content) { return }
    case .information:
      if first == UInt8(ascii: "T") && openThread(line, content) || openSection(line, content) { return }
      let end = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
      header.information.append(TextScan.text(bytes, line.lowerBound..<end))
      return
    case .skipped:
      if isCodeOpen { code?.read(bytes, content) }
      return
    case .header: break
    }
    readOther(line, content: content, number: number)
  }

  /// Reads a line that does not continue the current section.
  private mutating func readOther(_ line: Range<Int>, content: Range<Int>, number: Int) {
    let first = bytes[content.lowerBound]
    if TextScan.isDigit(first) || first == UInt8(ascii: "*") {
      // Lines of other kinds (`PEF binary:`) can be between images.
      if first == UInt8(ascii: "0"), hasImageList, section == .header, AppleTextImageLine(bytes, line) != nil {
        readImage(line, number: number)
      } else {
        readLooseFrame(line, number: number)
      }
      return
    }
    if first == UInt8(ascii: "+"), section == .header, readNode(line) {
      // Lines of `sample` without their titles.
      section = .tree
      report.kind = .sample
      return
    }
    if first == UInt8(ascii: "T"), openThread(line, content) { return }
    if openSection(line, content) { return }
    if section == .images { section = .header }
    if section == .stack || section == .tree {
      // "Backtrace not available" and the like.
      return
    }
    if isInformationOpen, !header.isKey(bytes, line), !isTranslatedTitle(content) {
      // The app's next paragraph.
      section = .information
      let end = TextScan.trimmedEnd(bytes, line.lowerBound, line.upperBound)
      header.information += ["", TextScan.text(bytes, line.lowerBound..<end)]
      return
    }
    header.read(bytes, line, continues: content.lowerBound > line.lowerBound, number: hasBody ? nil : number)
  }

  /// Returns whether a line is the title of a stack in Symbolicate's own translations, which can follow the app's information.
  private func isTranslatedTitle(_ content: Range<Int>) -> Bool {
    let titles = [
      "Call stack at ", "Call stack given by the app:", "Backtrace of the ", "JavaScript stack of the exception:",
      "Code addresses on the stack of thread ", "Panicked thread:",
    ]
    return TextScan.hasSuffix(bytes, content, ":") && titles.contains { TextScan.hasPrefix(bytes, content, $0) }
  }

  /// Opens the section of a title.
  private mutating func openSection(_ line: Range<Int>, _ content: Range<Int>) -> Bool {
    func begins(_ title: String) -> Bool { TextScan.hasPrefix(bytes, content, title) }
    switch bytes[content.lowerBound] {
    case UInt8(ascii: "B") where begins("Binary Images:") || begins("Binary Images Description:"):
      endSection(at: line.lowerBound)
      section = .images
      hasImageList = true
    case UInt8(ascii: "L") where begins("Last Exception Backtrace"):
      openBacktrace(.lastException, index: 0, line)
      if let open = TextScan.find(bytes, content, "(") { _ = readList(open..<content.upperBound) }
    case UInt8(ascii: "A") where begins("Application Specific Backtrace"):
      let digits = TextScan.skipBlanks(
        bytes, content.lowerBound + "Application Specific Backtrace".utf8.count, content.upperBound)
      let index = TextScan.decimal(bytes, digits, content.upperBound).flatMap { Int(exactly: $0.value) }
      openBacktrace(.applicationSpecific, index: index ?? 0, line)
    case UInt8(ascii: "A") where begins("Application Specific Information"):
      endSection(at: line.lowerBound)
      section = .information
    case UInt8(ascii: "C") where begins("Call graph:") || begins("Call graph, innermost frame first:"):
      endSection(at: line.lowerBound)
      section = .tree
      treesBeginInnermost = !begins("Call graph:")
    case UInt8(ascii: "E") where begins("Extra Information:") && hasImageList:
      appendixStart = appendixStart ?? line.upperBound
      return false
    case UInt8(ascii: "H") where begins("Heaviest stack"):
      openChain(named: content, line)
      section = .tree
    case UInt8(ascii: "=") where begins("===="):
      // Ends a stack of `leaks`; the leaked objects follow.
      endSection(at: line.lowerBound)
    case UInt8(ascii: "S") where begins("STACK OF "):
      openChain(named: content, line)
      report.kind = .leak
    default: return false
    }
    return true
  }

  /// Reads a frame or node outside of any announced section.
  private mutating func readLooseFrame(_ line: Range<Int>, number: Int) {
    if section != .stack, readNode(line) {
      section = .tree
      return
    }
    if section == .header, isNextFrame(line) { section = .stack }
    if section == .stack, readFrame(line) || readUnknownFrame(line) { return }
    guard section == .header || section == .registers, AppleTextFrameLine(bytes, line) != nil else {
      if section == .header, header.readLeak(bytes, line) { return }
      if section == .header, !hasBody { return header.read(bytes, line, continues: false, number: number) }
      noteUnreadFrame(line, number: number)
      return
    }
    openBacktrace(.callStack, index: report.backtraces.count, line)
    _ = readFrame(line)
  }

  /// Records a line of a stack that begins like a frame but is not one.
  private mutating func noteUnreadFrame(_ line: Range<Int>, number: Int) {
    guard section == .stack, AppleTextFrameLine.looksLikeFrame(bytes, line) else { return }
    report.diagnostics.append(
      ReportDiagnostic(.warning, "a frame without an address was skipped", line: number, byte: line.lowerBound))
  }

  private mutating func readImage(_ line: Range<Int>, number: Int) {
    guard let read = AppleTextImageLine(bytes, line, known) else {
      report.diagnostics.append(
        ReportDiagnostic(.warning, "a line of the image list was not understood", line: number, byte: line.lowerBound))
      return
    }
    report.images.append(read.image)
    if read.isCut {
      report.diagnostics.append(
        ReportDiagnostic(.warning, "a line of the image list is cut short", line: number, byte: line.lowerBound))
    }
  }

  /// Ends the report at a position of the input and returns it.
  mutating func finish(at end: Int) -> CrashReport {
    endSection(at: end)
    if !hasImageList, !report.frames.isEmpty {
      report.diagnostics.append(ReportDiagnostic(.note, "the report has no binary image list"))
    }
    code?.add(to: &report)
    header.apply(to: &report)
    if let appendixStart, case .none = margin, let text = AppleTextAppendix.text(bytes, appendixStart..<end) {
      report.details.append(ReportDetail(key: "extraInformation", title: "Extra Information", value: .text(text)))
    }
    AppleTextFinish(bytes, after: margin).complete(&report)
    header.identifyExecutable(in: &report)
    return report
  }
}

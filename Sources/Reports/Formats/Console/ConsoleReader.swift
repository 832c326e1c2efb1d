import AppleLayout
import CrashModel
import SymbolModel

/// Reads call stacks in console output, analytics events and other text: `callStackSymbols`, uncaught exceptions as the runtime
/// prints them, thread dumps of hang monitors, and the stacks that Linux programs print about themselves.
struct ConsoleReader: Sendable {
  /// The origin of the next lines, as far as an earlier line gives it.
  enum Title: Sendable {
    /// A thread that another one examined.
    case thread(Int, name: String?, crashed: Bool)
    /// A stack that its own thread recorded.
    case recorded
    /// A stack that Swift's runtime recorded: it prints the starts of functions, and the distance to the return address after
    /// their names.
    case startsOfFunctions
  }

  /// The text that is read.
  let log: LogText
  /// The report so far.
  var report = CrashReport(format: .console, kind: .other)
  /// One entry per frame, or nil for the addresses of a bare list.
  private(set) var slots: [LogSlot?] = []
  /// For each backtrace with a bare list of addresses, its line and the bytes of `LogText.text` that contain it.
  private(set) var lists: [Int: (line: Int, range: Range<Int>)] = [:]
  private var metadata = ConsoleMetadata()
  private var title: (value: Title, line: Int)?
  /// The lines above the frames of crashed threads.
  private(set) var crashedTitles: [Int] = []
  private var images = ConsoleImages()
  /// The last line of the open stack.
  private var lastLine = -2
  /// The number of lines since then that are neither blank nor part of the stack.
  private var strays = 0
  /// The numbered lines since then that are not understood: frames if the numbers go on after them.
  private var unread: [(index: Int, text: Range<Int>, line: Int)] = []
  private var isInlineOpen = false
  /// Whether the last frame has a number.
  private var isNumbered = false
  private var isThread = false
  private var hasTitledStack = false
  /// Whether the open stack gives the starts of functions.
  private var listsStarts = false
  /// The backtraces of sanitizers, whose addresses are those of the calls, not the ones after them.
  private var sanitized: Set<Int> = []
  /// The frames of stacks of starts that have no name and therefore their own address.
  private var unnamed: Set<Int> = []

  /// Returns the call stacks of a log, with the positions of their frames, or nil if it has none. `taken` marks lines that belong
  /// to something else. Two frames make a call stack; one is enough after a line that announces it, or if `acceptsSingleFrames`.
  static func read(_ log: LogText, skipping taken: [Bool] = [], acceptsSingleFrames: Bool = false) -> ConsoleReader? {
    var reader = ConsoleReader(log)
    for position in log.lines.indices where !taken.indices.contains(position) || !taken[position] { reader.read(position) }
    guard reader.holdsStacks || acceptsSingleFrames && !reader.report.frames.isEmpty else { return nil }
    reader.finish()
    return reader
  }

  private init(_ log: LogText) { self.log = log }

  /// Two frames in a row, a list of addresses, a frame below a line that announces it, or one that is evidently of React Native.
  private var holdsStacks: Bool {
    hasTitledStack || !lists.isEmpty || metadata.reason.map(ReasonStack.isHeld) ?? false
      || report.threads.contains { $0.frames.count > 1 }
      || report.backtraces.contains { $0.frames.count > 1 } || report.frames.contains { $0.script?.isEvident ?? false }
  }

  // MARK: Lines

  private mutating func read(_ position: Int) {
    let line = log.lines[position].range
    if let frame = ConsoleFrameLine(log.text, line) ?? bareFrame(line, position) {
      add(frame, at: position)
      return
    }
    isInlineOpen = false
    if readScript(line, position) { return }
    if readList(line, position) { return }
    let content = TextScan.trimmed(log.text, line)
    guard !content.isEmpty, !Self.isRule(log.text, content) else {
      if let title, title.line == position - 1 { self.title = (title.value, position) }
      return
    }
    noteStray(line, position)
    if let found = ConsoleTitle.read(log.text, content) {
      title = (found, position)
      if case .thread(_, _, crashed: true) = found { crashedTitles.append(position) }
    }
    if !ConsoleTitle.isBracket(log.text, content) {
      metadata.read(log.text, content)
    } else if let title, title.line == position - 1 {
      self.title = (title.value, position)
    }
  }

  /// `======` and `------`.
  private static func isRule(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    bytes[content].allSatisfy { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "-") }
  }

  private mutating func add(_ line: ConsoleFrameLine, at position: Int) {
    let address = line.address.flatMap { $0 == 0 ? nil : RuntimeAddress($0) }
    if isInlineOpen, position == lastLine + 1, let last = report.frames.indices.last, report.frames[last].address == address {
      extend(last, with: line, at: position)
      return
    }
    if continuesStack(line, at: position) { keepUnread() } else { openStack(at: position) }
    (strays, unread) = (0, [])
    var frame = Frame(index: line.index ?? owned.count, kind: .returnAddress, address: address)
    frame.sourceRange = log.origin(log.lines[position].range)
    frame.replaceableRange = log.origin(line.tail)
    frame.reported = line.text.reported(log.text)
    if listsStarts, shift(&frame, line) == false { unnamed.insert(report.frames.count) }
    (frame.image, frame.imageOffset) = images.place(line, log.text, &report.images)
    if frame.address != nil, frame.image.flatMap({ report.images[$0].loadAddress }) != nil { frame.imageOffset = nil }
    report.frames.append(frame)
    slots.append(LogSlot(lines: position...position, tail: line.tail))
    isInlineOpen = line.text.inlined
    isNumbered = line.index != nil
    lastLine = position
    extendOwner()
  }

  /// Returns the frame of a line that is only an address, if it continues a stack without numbers.
  private func bareFrame(_ line: Range<Int>, _ position: Int) -> ConsoleFrameLine? {
    position == lastLine + 1 && !isNumbered ? ConsoleFrameLine.bare(log.text, line) : nil
  }

  /// The maximum number of foreign lines between two frames of a stack.
  private static let maxStrays = 4

  /// Records a line that is not a frame. A line that announces a stack ends the one before it.
  private mutating func noteStray(_ line: Range<Int>, _ position: Int) {
    guard let last = report.frames.last?.index, lastLine >= 0 else { return }
    if let found = ConsoleFrameLine.unread(log.text, line), found.index == (unread.last?.index ?? last) + 1 {
      unread.append((found.index, found.text, position))
    } else {
      strays += 1
    }
  }

  /// Returns whether a frame belongs to the open stack: it is on the next line, or its number is the next one and only blank
  /// lines and a few foreign ones are between.
  private func continuesStack(_ line: ConsoleFrameLine, at position: Int) -> Bool {
    guard let index = line.index else { return position == lastLine + 1 }
    if let title, title.line == position - 1 { return false }
    let previous = report.frames.last?.index ?? -1
    if position == lastLine + 1 { return index > previous }
    return isNumbered && strays <= Self.maxStrays && index == (unread.last?.index ?? previous) + 1
  }

  /// Adds the lines between two frames whose numbers are missing. Only their text is known.
  private mutating func keepUnread() {
    for (index, text, line) in unread {
      var frame = Frame(index: index, kind: .returnAddress)
      frame.sourceRange = log.origin(log.lines[line].range)
      frame.replaceableRange = log.origin(text)
      frame.reported = ReportedSymbol(symbol: TextScan.text(log.text, text))
      report.frames.append(frame)
      slots.append(nil)
    }
  }

  /// Adds a line to a frame whose lines so far are inlined functions of the same address.
  private mutating func extend(_ last: Int, with line: ConsoleFrameLine, at position: Int) {
    if let inlined = report.frames[last].reported { report.frames[last].reportedInlines.append(inlined) }
    report.frames[last].reported = line.text.reported(log.text)
    if listsStarts, shift(&report.frames[last], line) { unnamed.remove(last) }
    report.frames[last].sourceRange =
      report.frames[last].sourceRange.lowerBound..<log.origin(log.lines[position].range).upperBound
    report.frames[last].replaceableRange = log.origin(line.tail)
    if let index = line.index { report.frames[last].index = index }
    if let slot = slots[last] { slots[last] = LogSlot(lines: slot.lines.lowerBound...position, tail: line.tail) }
    isInlineOpen = line.text.inlined
    lastLine = position
  }

  /// Moves a frame from the start of its function to the address that the line means. Returns false if the line has its own
  /// address.
  private func shift(_ frame: inout Frame, _ line: ConsoleFrameLine) -> Bool {
    guard line.text.isSymbol, !line.text.inlined, let offset = line.text.offset, let start = line.address else { return false }
    frame.address = RuntimeAddress(start &+ offset)
    return true
  }

  // MARK: Stacks

  private mutating func openStack(at position: Int, isScript: Bool = false) {
    let count = report.frames.count
    (isThread, listsStarts) = (false, false)
    let context = ConsoleStackContext(log, above: position, after: lastLine, isScript: isScript)
    metadata.note(context)
    defer { title = nil }
    guard let title, title.line == position - 1 else {
      addBacktrace(context)
      return
    }
    hasTitledStack = true
    if case .startsOfFunctions = title.value { listsStarts = true }
    guard case .thread(let index, let name, let crashed) = title.value else {
      addBacktrace(context)
      return
    }
    isThread = true
    report.threads.append(CrashThread(index: index, name: name, crashed: crashed, frames: count..<count))
  }

  /// Adds a stack that its own thread recorded. Those of a sanitizer say in the line above them what happened there.
  private mutating func addBacktrace(_ context: ConsoleStackContext) {
    let count = report.frames.count
    var backtrace = Backtrace(kind: .callStack, index: report.backtraces.count, frames: count..<count)
    if metadata.isOfSanitizer {
      backtrace.heading = context.heading
      sanitized.insert(report.backtraces.count)
    }
    report.backtraces.append(backtrace)
  }

  private var owned: Range<Int> {
    (isThread ? report.threads.last?.frames : report.backtraces.last?.frames) ?? 0..<0
  }

  private mutating func extendOwner() {
    let frames = owned.lowerBound..<report.frames.count
    if isThread {
      report.threads[report.threads.count - 1].frames = frames
    } else if !report.backtraces.isEmpty {
      report.backtraces[report.backtraces.count - 1].frames = frames
    }
  }

  /// Reads a line of a JavaScript stack. One alone is a frame only if it says that it is an address in bytecode: other lines end
  /// in numbers, too. Stacks in the reason of an exception are read with it.
  private mutating func readScript(_ line: Range<Int>, _ position: Int) -> Bool {
    let continues = position == lastLine + 1 && report.frames.last?.kind == .javaScript
    guard continues || ScriptFrameLine.endsFrame(log.text, line), !metadata.isReasonOpen,
      let found = ScriptFrameLine(log.text, line)
    else { return false }
    if !continues {
      guard found.opensStack(before: log, position) else { return false }
      openStack(at: position, isScript: true)
    }
    var frame = found.frame(number: owned.count)
    frame.sourceRange = log.origin(log.lines[position].range)
    frame.replaceableRange = log.origin(found.name)
    report.frames.append(frame)
    slots.append(nil)
    lastLine = position
    extendOwner()
    return true
  }

  /// `(0x1835b3d8c 0x18276d5ec ...)`, two addresses or more.
  private mutating func readList(_ line: Range<Int>, _ position: Int) -> Bool {
    guard let open = TextScan.find(log.text, line, "(0x") else { return false }
    var addresses: [TextScan.Number] = []
    var starts: [Int] = []
    var at = open + 1
    while let number = TextScan.hexadecimal(log.text, at, line.upperBound) {
      starts.append(at)
      addresses.append(number)
      at = TextScan.skipBlanks(log.text, number.end, line.upperBound)
    }
    guard addresses.count > 1, at < line.upperBound, log.text[at] == UInt8(ascii: ")") else { return false }
    let first = report.frames.count
    for (number, start) in zip(addresses, starts) {
      var frame = Frame(index: report.frames.count - first, kind: .returnAddress, address: RuntimeAddress(number.value))
      frame.sourceRange = log.origin(start..<number.end)
      frame.replaceableRange = frame.sourceRange.upperBound..<frame.sourceRange.upperBound
      report.frames.append(frame)
      slots.append(nil)
    }
    var backtrace = Backtrace(kind: .callStack, index: report.backtraces.count, frames: first..<report.frames.count)
    backtrace.list = log.origin(open..<at + 1)
    lists[report.backtraces.count] = (position, open..<at + 1)
    lastLine = -2
    report.backtraces.append(backtrace)
    title = nil
    return true
  }

  // MARK: The end

  private mutating func finish() {
    metadata.apply(to: &report)
    placeInListedImages()
    dropUnusedNames()
    let architecture = report.images.lazy.compactMap(\.architecture).first
    for thread in report.threads {
      FrameKinds.assign(&report.frames, in: thread.frames, origin: .interrupted, architecture: architecture)
    }
    for (position, backtrace) in report.backtraces.enumerated() {
      FrameKinds.assign(&report.frames, in: backtrace.frames, origin: .recorded, architecture: architecture)
      guard sanitized.contains(position) else { continue }
      for frame in backtrace.frames where report.frames[frame].kind == .returnAddress { report.frames[frame].kind = .exact }
    }
  }

  /// Images with a size come from a list in the text: they are more precise than the names in the frames.
  private mutating func placeInListedImages() {
    let table = ImageTable(report.images, onlySized: true)
    let architecture = report.images.lazy.compactMap(\.architecture).first
    for position in report.frames.indices {
      guard let address = report.frames[position].address else { continue }
      if let image = table.position(of: address, on: architecture) {
        report.frames[position].image = image
        report.frames[position].imageOffset = nil
      }
    }
  }

  /// Removes images that only frames named and that turned out to be listed ones.
  private mutating func dropUnusedNames() {
    let used = Set(report.frames.compactMap(\.image))
    let kept = report.images.indices.filter { used.contains($0) || report.images[$0].id != nil }
    guard kept.count < report.images.count else { return }
    let places = Dictionary(uniqueKeysWithValues: zip(kept, kept.indices))
    report.images = kept.map { report.images[$0] }
    for position in report.frames.indices { report.frames[position].image = report.frames[position].image.flatMap { places[$0] } }
  }
}

extension ConsoleReader {
  /// Plans the replacements for all frames with new text. `report` is the answered report, whose images may differ from the text.
  func fill(_ edits: inout ByteEdits, _ report: CrashReport, _ wording: any FrameWording) {
    for (position, slot) in slots.enumerated() {
      guard let slot else { continue }
      let isInApp = edits.isStyled && wording.isInApp(position)
      // A number after a name would mean that the address before it is the start of the function.
      let isUnnamed = unnamed.contains(position)
      if let texts = wording.lines(of: position, isStyled: edits.isStyled, omitsOffsets: isUnnamed) {
        LogEditor.replace(slot, of: log, with: texts, isInApp: isInApp, &edits)
      } else if edits.isStyled {
        style(slot, isInApp: isInApp, &edits)
      }
    }
    for (position, list) in lists where report.backtraces.indices.contains(position) {
      LogEditor.open(report.backtraces[position], at: list, of: log, report, wording, &edits)
    }
    guard edits.isStyled else { return }
    for title in crashedTitles where log.lines[title].range.upperBound <= log.inputCount {
      edits.style(TextScan.trimmed(log.text, log.lines[title].range), .crashedThread)
    }
  }

  /// Styles the lines of a frame that stay as they are, unless they are in a string.
  private func style(_ slot: LogSlot, isInApp: Bool, _ edits: inout ByteEdits) {
    let (first, last) = (log.lines[slot.lines.lowerBound].range, log.lines[slot.lines.upperBound].range)
    guard first.upperBound <= log.inputCount, last.upperBound <= log.inputCount else { return }
    edits.styleFrame(first.lowerBound..<last.upperBound, slot.tail, log.text, isInApp: isInApp)
  }

  /// Plans the lines of a note below its frame, or below the list with the frame.
  func add(_ note: FrameNote, _ report: CrashReport, _ edits: inout ByteEdits) {
    guard slots.indices.contains(note.frame) else { return }
    let list = report.backtraces.indices.first { report.backtraces[$0].frames.contains(note.frame) }.flatMap { lists[$0] }
    guard let line = slots[note.frame]?.lines.upperBound ?? list?.line else { return }
    LogEditor.insert(note.lines, below: line, of: log, &edits)
  }
}

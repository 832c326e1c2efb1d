import CrashModel
import SymbolModel

/// Reads the tombstones of Android line by line: a header, which may be missing, the frames of threads, and what follows them.
struct TombstoneReader: Sendable {
  /// The text.
  let log: LogText
  /// The report so far.
  private(set) var report = CrashReport(format: .tombstone)
  /// One entry per frame.
  private(set) var slots: [LogSlot] = []
  /// The positions of the lines that belong to the report.
  private(set) var lines: [Int] = []
  /// The positions of the lines about other threads than the crashed one, blank ones between them included.
  private(set) var otherThreads: [Int] = []
  /// The line above the frames of the crashed thread.
  private(set) var crashedTitle: Int?
  private var header = TombstoneHeader()
  private var images = TombstoneImages()
  private var map = TombstoneMap()
  private var others = TombstoneSections()
  private var registers: [Register] = []
  private var isThreadOpen = false
  /// Whether the lines are about another thread than the crashed one.
  private var isOtherThread = false
  /// Whether the lines are those of the memory map.
  private var isMap = false
  /// Whether the next lines belong to a section that no rule reads.
  private var isSection = false
  /// The lines of inlined functions whose caller has not come: they are a frame with it.
  private var inlined: [(line: TombstoneFrameLine, position: Int)] = []
  /// The number of foreign lines since the last one of the report.
  private var strays = 0

  /// The maximum number of foreign lines in a row in a log, where other programs write, too.
  private static let maxStrays = 24

  /// Whether lines above the frames were read.
  var hasHeader: Bool { report.process.pid != nil }

  /// Returns all tombstones of a log, in the order of their position.
  static func readAll(_ log: LogText) -> [TombstoneReader] {
    // No frame is without this word. Most logs end here.
    guard TextScan.find(log.text, log.text.startIndex..<log.text.endIndex, " pc ") != nil else { return [] }
    var done: [TombstoneReader] = []
    // Several processes may crash at once: each has its own lines.
    var open: [String: TombstoneReader] = [:]
    for position in log.lines.indices {
      let line = TombstoneLine(log.text, log.lines[position].range)
      let key = line.writer + String(log.lines[position].level)
      if open[key]?.take(line.content, at: position, isLogged: !line.writer.isEmpty) == true { continue }
      if let last = open.removeValue(forKey: key)?.finished() { done.append(last) }
      guard opens(log.text, line.content) else { continue }
      var next = TombstoneReader(log: log)
      _ = next.take(line.content, at: position, isLogged: !line.writer.isEmpty)
      open[key] = next
    }
    done += open.values.compactMap { $0.finished() }
    return done.sorted { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
  }

  private static func opens(_ bytes: [UInt8], _ content: Range<Int>) -> Bool {
    TombstoneHeader.isStart(bytes, content) || TombstoneHeader.isThread(bytes, content)
      || TombstoneFrameLine(bytes, content) != nil
  }

  private init(log: LogText) { self.log = log }

  // MARK: Lines

  /// Takes a line. Returns false if it does not belong to the report.
  private mutating func take(_ content: Range<Int>, at position: Int, isLogged: Bool) -> Bool {
    guard takeLine(content, at: position, isLogged: isLogged) else { return false }
    if isOtherThread, strays == 0 { otherThreads.append(position) }
    return true
  }

  private mutating func takeLine(_ content: Range<Int>, at position: Int, isLogged: Bool) -> Bool {
    let bytes = log.text
    guard !startsAnother(content) else { return false }
    if let frame = TombstoneFrameLine(bytes, content) {
      guard add(frame, at: position) else { return false }
    } else if isMap, map.take(bytes, content) {
      flush()
    } else {
      flush()
      guard takeOther(content, at: position, isLogged: isLogged) else { return false }
      return true
    }
    lines.append(position)
    strays = 0
    return true
  }

  /// Whether a line begins the tombstone of another crash.
  private func startsAnother(_ content: Range<Int>) -> Bool {
    guard !report.threads.isEmpty || !slots.isEmpty || !inlined.isEmpty else { return false }
    return TombstoneHeader.isStart(log.text, content)
  }

  private mutating func takeOther(_ content: Range<Int>, at position: Int, isLogged: Bool) -> Bool {
    let bytes = log.text
    let text = TextScan.trimmed(bytes, content)
    if text.isEmpty {
      if !isMap { (isSection, isMap) = (false, false) }
      if isLogged { lines.append(position) }
      return true
    }
    let isKnown = takeKnown(content, text, at: position)
    if isKnown {
      lines.append(position)
      strays = 0
      return true
    }
    guard isLogged || hasOpened else {
      strays += 1
      return strays <= Self.maxStrays
    }
    // The frames of a Dart trace are a report of their own. In a section, the log of the app, they say why it ended, too.
    guard isSection || DartFrameLine(bytes, content) == nil else { return true }
    keep(text, at: position)
    lines.append(position)
    return true
  }

  /// Whether the lines are those of a tombstone file, all of which belong to it.
  private var hasOpened: Bool { header.hasSignal || header.thread != nil }

  private mutating func takeKnown(_ content: Range<Int>, _ text: Range<Int>, at position: Int) -> Bool {
    let bytes = log.text
    let row = TombstoneLine.registers(bytes, content)
    if !row.isEmpty, !isSection, !isMap {
      registers += row
      return true
    }
    if TextScan.hasPrefix(bytes, text, "--- ---") || TextScan.hasSuffix(bytes, text, " total frames")
      || TextScan.hasPrefix(bytes, text, "backtrace:")
    {
      (isMap, isSection) = (false, false)
      if TextScan.hasPrefix(bytes, text, "---") { (isThreadOpen, isOtherThread) = (false, header.thread != nil) }
      return true
    }
    if DartHeader.isBanner(bytes, content) { return true }
    if TextScan.hasPrefix(bytes, text, "memory map") {
      (isMap, isSection, isOtherThread) = (true, false, false)
      return true
    }
    if TombstoneHeader.isThread(bytes, content) {
      (isThreadOpen, registers, isMap, isSection) = (false, [], false, false)
      isOtherThread = isOtherThread || !report.threads.isEmpty
      crashedTitle = crashedTitle ?? position
    }
    return !isSection && !isMap && header.take(bytes, content)
  }

  /// Keeps a line that no rule reads, under the heading of its section.
  private mutating func keep(_ text: Range<Int>, at position: Int) {
    let words = TextScan.text(log.text, text)
    if words.hasSuffix(":") || words.hasPrefix("---------") {
      others.open(words.hasSuffix(":") ? String(words.dropLast()) : words)
      (isSection, isMap, isOtherThread) = (true, false, false)
    } else {
      if !isSection { others.close() }
      others.add(words, number: log.lines[position].number)
    }
  }

  // MARK: Frames

  /// Adds a frame. Returns false if it is one of another stack that nothing announces.
  private mutating func add(_ line: TombstoneFrameLine, at position: Int) -> Bool {
    if let last = inlined.last, last.line.index != line.index || last.position != position - 1 { flush() }
    let last = inlined.last?.line.index ?? (isThreadOpen ? report.frames.last?.index : nil)
    if let last, line.index < last || line.index == last && inlined.isEmpty {
      guard header.thread == nil else { return false }
      isThreadOpen = false
    }
    if !isThreadOpen { openThread() }
    inlined.append((line, position))
    if !line.isInlined { flush() }
    return true
  }

  private mutating func openThread() {
    let count = report.frames.count
    let (id, name) = header.thread ?? (report.threads.count, nil)
    var thread = CrashThread(index: id, name: name, crashed: report.threads.isEmpty, frames: count..<count)
    thread.registers = registers
    registers = []
    isThreadOpen = true
    report.threads.append(thread)
  }

  /// Adds the open frame: its last line is that of the function itself, those before it are inlined ones.
  private mutating func flush() {
    guard let thread = report.threads.indices.last, let own = inlined.last?.line,
      let made = log.frame(of: inlined, kind: .exact)
    else { return }
    inlined = []
    var frame = made.frame
    images.place(&frame, own)
    slots.append(made.slot)
    report.frames.append(frame)
    report.threads[thread].frames = report.threads[thread].frames.lowerBound..<report.frames.count
  }

  // MARK: The end

  /// Returns the report, or nil if it has no frames.
  private func finished() -> TombstoneReader? {
    var copy = self
    copy.flush()
    guard !copy.report.frames.isEmpty else { return nil }
    copy.header.apply(to: &copy.report)
    copy.images.locate(&copy.report.frames, map, copy.report.threads, header.architecture)
    copy.report.images = copy.images.list
    if !map.lines.isEmpty {
      let rows = ReportValue.array(map.lines.map { .text($0) })
      copy.report.details.append(ReportDetail(key: "memoryMap", title: "Memory Map", value: rows, isMinor: true))
    }
    copy.report.other = copy.others.values
    return copy
  }
}

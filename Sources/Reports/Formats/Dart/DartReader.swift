import CrashModel
import SymbolModel

/// Reads the stack traces of Dart programs line by line: a header, which may be missing, then the frames.
///
/// The printed addresses are those of the calls, not the ones after them: all frames are looked up as they are.
struct DartReader: Sendable {
  /// The text.
  let log: LogText
  /// The report so far.
  private(set) var report = CrashReport(format: .dart, kind: .other)
  /// One entry per frame.
  private(set) var slots: [LogSlot] = []
  /// The lines from the first to the last that belong to the report.
  private(set) var lines: Range<Int>
  private var images: DartImages
  /// The lines of inlined functions whose caller has not come: they are a frame with it.
  private var inlined: [(line: DartFrameLine, position: Int)] = []
  /// The number of foreign lines since the last one of the report.
  private var strays = 0

  /// The maximum number of foreign lines between two lines of a trace: other programs write to the same log.
  private static let maxStrays = 4

  /// Whether lines above the frames were read.
  var hasHeader: Bool { slots.first.map { lines.lowerBound < $0.lines.lowerBound } ?? false }

  /// Returns all traces of a log, in the order of their position.
  static func readAll(_ log: LogText) -> [DartReader] {
    // No frame is without this word. Most logs end here.
    guard TextScan.find(log.text, log.text.startIndex..<log.text.endIndex, DartFrameLine.mark) != nil else { return [] }
    var readers: [DartReader] = []
    var open: DartReader?
    var head = Head(log: log)
    for position in log.lines.indices {
      let range = log.lines[position].range
      guard let frame = DartFrameLine(log.text, range) else {
        if open?.take(other: range, at: position) == true { continue }
        if let done = open { readers.append(done.finished()) }
        open = nil
        head.take(position)
        continue
      }
      if open?.take(frame, at: position) == true { continue }
      if let done = open { readers.append(done.finished()) }
      var next = DartReader(log: log, head.taken(before: position), first: position)
      _ = next.take(frame, at: position)
      open = next
    }
    if let done = open { readers.append(done.finished()) }
    return readers
  }

  private init(log: LogText, _ head: (header: DartHeader, line: Int), first: Int) {
    self.log = log
    lines = head.line..<first
    images = DartImages(head.header)
    head.header.apply(to: &report)
    DartError.find(in: log, above: head.line)?.apply(to: &report)
    let thread = CrashThread(index: head.header.tid ?? 0, name: head.header.threadName, crashed: true, frames: 0..<0)
    report.threads = [thread]
  }

  // MARK: Lines

  /// Takes a frame. Returns false if it is one of the next trace.
  private mutating func take(_ frame: DartFrameLine, at position: Int) -> Bool {
    guard isInSameString(position) else { return false }
    if let last = inlined.last, last.line.index != frame.index || last.position != position - 1 { flush() }
    if inlined.isEmpty, let last = report.frames.last?.index, frame.index <= last { return false }
    inlined.append((frame, position))
    if !frame.isInlined { flush() }
    extend(to: position)
    return true
  }

  /// Takes a line that is no frame. Returns false if the trace has ended before it.
  private mutating func take(other line: Range<Int>, at position: Int) -> Bool {
    guard isInSameString(position) else { return false }
    if TextScan.find(log.text, line, DartFrameLine.gap) != nil {
      flush()
      if let last = report.frames.indices.last { report.frames[last].isSuspended = true }
      extend(to: position)
      return true
    }
    var next = DartHeader()
    if DartHeader.isBanner(log.text, line) || next.take(log.text, line) != nil { return false }
    strays += 1
    return strays <= Self.maxStrays
  }

  private mutating func extend(to position: Int) {
    lines = lines.lowerBound..<position + 1
    strays = 0
  }

  /// Returns whether a line is in the JSON string of the first frame, or outside of strings as that is.
  private func isInSameString(_ position: Int) -> Bool {
    guard let first = slots.first?.lines.lowerBound ?? inlined.first?.position else { return true }
    let (start, line) = (log.lines[first], log.lines[position])
    return line.level == start.level && (line.level == 0 || position == first || line.followsInString)
  }

  /// Adds the open frame: its last line is that of the function itself, those before it are inlined ones.
  private mutating func flush() {
    guard let own = inlined.last?.line, let made = log.frame(of: inlined, kind: .exact) else { return }
    inlined = []
    var frame = made.frame
    images.place(&frame, own)
    slots.append(made.slot)
    report.frames.append(frame)
    report.threads[0].frames = 0..<report.frames.count
  }

  // MARK: The end

  private func finished() -> DartReader {
    var copy = self
    copy.flush()
    copy.report.images = copy.images.list
    copy.report.diagnostics += copy.images.diagnostics
    return copy
  }
}

extension DartReader {
  /// The header above the next trace.
  private struct Head {
    let log: LogText
    private var header = DartHeader()
    /// The first and last line of the header.
    private var lines: (first: Int, last: Int)?

    init(log: LogText) { self.log = log }

    /// Takes a line that is not a frame.
    mutating func take(_ position: Int) {
      let line = log.lines[position].range
      if DartHeader.isBanner(log.text, line) {
        (header, lines) = (DartHeader(), (position, position))
        return
      }
      if let lines, position - lines.last > DartReader.maxStrays + 1 { (header, self.lines) = (DartHeader(), nil) }
      var next = header
      guard let key = next.take(log.text, line) else { return }
      if key == "pid", header.pid != nil {
        next = DartHeader()
        _ = next.take(log.text, line)
        lines = nil
      }
      header = next
      lines = (lines?.first ?? position, position)
    }

    /// Returns the header for the frame in a line, and the first line of both. It belongs to that trace alone: another one below it, whose
    /// distance from the header depends on how many lines the first one has, has none.
    mutating func taken(before position: Int) -> (header: DartHeader, line: Int) {
      defer { (header, lines) = (DartHeader(), nil) }
      guard let lines, position - lines.last <= DartReader.maxStrays + 1 else { return (DartHeader(), position) }
      return (header, lines.first)
    }
  }
}

import Bytes

/// Divides a stream of text into parts that pass unchanged and parts with call stacks. Bytes are held only while they may belong
/// to an incomplete call stack or report.
package struct LogSplitter: Sendable {
  /// A part of the stream. The bytes of all parts, in their order, are the stream.
  package enum Chunk: Sendable, Equatable {
    /// Bytes without call stacks.
    case plain([UInt8])
    /// Lines with call stacks. `context` are earlier lines, passed on already, that describe them.
    case stacks([UInt8], context: [UInt8])
    /// What may be a whole report: a JSON value, the header and body of an `.ips` report, Apple's text.
    case report([UInt8])
  }

  /// The kind of held bytes.
  package enum Held: Sendable, Equatable {
    case nothing
    /// The beginning of a line.
    case line
    /// Frames of a console.
    case frames
    /// A Swift backtrace, or what may become a report.
    case backtrace
  }

  /// The kind of text that the held lines belong to.
  enum Mode: Sendable {
    /// Nothing.
    case plain
    /// Frames of a console.
    case frames
    /// A Swift backtrace after a logger's prefix.
    case swift(SwiftTextState, column: Int)
    /// What may be a whole report.
    case report(LogReportWatch)
  }

  /// The kind of text that the held lines belong to.
  var mode = Mode.plain
  /// The bytes that are held or not yet examined, and some that were passed on already.
  var buffer: [UInt8] = []
  /// Before this position, no line opens a report: those lines were tried.
  var barrier = 0
  /// The first byte of `buffer` that was not passed on.
  private var start = 0
  /// The start of the first line that was not classified.
  private var position = 0
  /// The first byte after `position` that was not examined.
  private var scanned = 0
  /// Whether the line at `position` has a mark of frames.
  private var isMarked = false
  /// Whether the beginning of that line was passed on.
  private var isInsideLine = false
  /// The end of what was passed on before `buffer`.
  private var past: [UInt8] = []
  private var context: [UInt8] = []
  private var parts: [Chunk] = []
  private let limits: Limits

  /// The maximum number of held bytes; anything longer is passed on in parts.
  package struct Limits: Sendable {
    /// Lines, and stacks of frames.
    var lines: Int
    /// Swift backtraces and reports.
    var reports: Int

    /// Limits for both kinds.
    package init(lines: Int = 2 << 20, reports: Int = 16 << 20) {
      self.lines = lines
      self.reports = reports
    }
  }

  /// Prepares to cut a stream.
  package init(limits: Limits = Limits()) { self.limits = limits }

  /// The kind of the bytes that are held now.
  package var held: Held {
    switch mode {
    case .plain: start < buffer.count ? .line : .nothing
    case .frames: .frames
    case .swift, .report: .backtrace
    }
  }

  /// Whether the last of the held bytes are a line without its end.
  package var holdsPartOfLine: Bool { start < buffer.count && buffer.last != UInt8(ascii: "\n") }

  private var limit: Int {
    switch mode {
    case .plain, .frames: limits.lines
    case .swift, .report: limits.reports
    }
  }

  /// Takes the next bytes of the stream, and returns the parts that are complete.
  package mutating func take(_ bytes: [UInt8]) -> [Chunk] {
    buffer += bytes
    scan()
    if buffer.count - start > limit, case .report = mode {
      // No report is this long.
      judgeHeldAgain()
      scan()
    }
    if case .plain = mode { pass(upTo: position) }
    if buffer.count - start > limit { giveAway() }
    return finished()
  }

  /// Passes on everything that is held: the stream has ended, or nothing arrived for a while.
  package mutating func flush() -> [Chunk] {
    giveAway()
    return finished()
  }

  // MARK: Bytes

  private static let marks = ByteSet("\nx+".utf8)

  /// Classifies all complete lines. Three classes of bytes are enough to recognize most lines of a log as plain text.
  private mutating func scan() {
    while let at = Self.marks.first(in: buffer, from: scanned) {
      scanned = at + 1
      switch buffer[at] {
      case TextScan.newline: endLine(at: at)
      case UInt8(ascii: "x"): if at > position, buffer[at - 1] == 48 { isMarked = true }
      default: if at > position, buffer[at - 1] <= TextScan.space, mayPrecedeOffset(at) { isMarked = true }
      }
    }
    scanned = buffer.count
  }

  /// Returns whether a blank and a digit follow a plus sign, or may still follow.
  private func mayPrecedeOffset(_ plus: Int) -> Bool {
    guard plus + 2 < buffer.count else { return true }
    return buffer[plus + 1] == TextScan.space && TextScan.isDigit(buffer[plus + 2])
  }

  private mutating func endLine(at newline: Int) {
    let line = position..<newline
    let marked = isMarked || mayEndFrame(line)
    position = newline + 1
    isMarked = false
    if isInsideLine { isInsideLine = false } else { judge(line, end: newline + 1, isMarked: marked) }
  }

  /// Returns whether a line without marks may be a frame.
  private func mayEndFrame(_ line: Range<Int>) -> Bool {
    LogMarks.mayEndScript(buffer, line) || TombstoneFrameLine.mayNeedNames(buffer, line)
  }

  private mutating func giveAway() {
    while start < buffer.count {
      if position < buffer.count {
        let line = position..<buffer.count
        let marked = isMarked || mayEndFrame(line)
        if !isInsideLine { judge(line, end: buffer.count, isMarked: marked) }
        // A report that turned out not to be one: its lines are classified again, including the last one.
        if position < line.lowerBound {
          scan()
          continue
        }
        isInsideLine = true
        position = buffer.count
        scanned = position
        isMarked = false
      }
      if case .plain = mode { pass(upTo: buffer.count) } else { endStacks(at: buffer.count) }
    }
  }

  private mutating func finished() -> [Chunk] {
    let given = buffer[..<start]
    if !given.isEmpty { past = Array((past + given.suffix(Self.pastLength)).suffix(Self.pastLength)) }
    buffer.removeFirst(start)
    position -= start
    scanned -= start
    barrier = max(0, barrier - start)
    start = 0
    defer { parts = [] }
    return parts
  }

  private mutating func pass(upTo end: Int) {
    if end > start { parts.append(.plain(Array(buffer[start..<end]))) }
    start = max(start, end)
  }

  /// Passes on the held bytes up to a position, as their kind of part.
  mutating func endStacks(at end: Int) {
    if end > start {
      let bytes = Array(buffer[start..<end])
      if case .report = mode { parts.append(.report(bytes)) } else { parts.append(.stacks(bytes, context: context)) }
    }
    start = max(start, end)
    mode = .plain
  }

  /// Classifies the held lines again, each on its own.
  mutating func judgeHeldAgain() {
    barrier = position
    position = start
    scanned = start
    isMarked = false
    mode = .plain
  }

  /// Passes on the bytes before a position, and searches them for lines that announce call stacks.
  mutating func begin(at position: Int) {
    context = titles(before: position)
    pass(upTo: position)
  }

  /// The number of passed-on bytes that are searched again.
  private static let pastLength = 1024

  /// Returns the lines before a position that announce a call stack or describe its system, those right before it first.
  private func titles(before position: Int) -> [UInt8] {
    LogTitles.last(of: Array((past + buffer[max(0, position - Self.pastLength)..<position]).suffix(Self.pastLength)))
  }
}

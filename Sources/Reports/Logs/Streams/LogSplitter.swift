import Bytes

/// Cuts a stream of text into what passes unchanged and what holds call stacks. Bytes are held back only while they may belong to a
/// call stack or report that is not over.
public struct LogSplitter: Sendable {
  /// A part of the stream. The bytes of all parts together, in their order, are the stream.
  public enum Chunk: Sendable, Equatable {
    /// Bytes without call stacks.
    case plain([UInt8])
    /// Lines that hold call stacks. `context` are lines before them, given away already, that say what they are.
    case stacks([UInt8], context: [UInt8])
    /// What may be a whole report: a JSON value, the header and body of an `.ips` report, Apple's text.
    case report([UInt8])
  }

  /// What is held back.
  public enum Held: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The beginning of a line.
    case line
    /// Frames of a console.
    case frames
    /// A Swift backtrace, or what may become a report.
    case backtrace
  }

  /// What the lines that are held back belong to.
  enum Mode: Sendable {
    /// Nothing.
    case plain
    /// Frames of a console.
    case frames
    /// A Swift backtrace behind what a logger wrote.
    case swift(SwiftTextState, column: Int)
    /// What may be a whole report.
    case report(LogReportWatch)
  }

  /// What the lines that are held back belong to.
  var mode = Mode.plain
  /// The bytes that are held back or were not looked at, and some that were given away already.
  var buffer: [UInt8] = []
  /// Before this position no line opens a report: those lines were tried.
  var barrier = 0
  /// The first byte of `buffer` that was not given away.
  private var start = 0
  /// Where the first line begins that was not judged.
  private var position = 0
  /// The first byte after `position` that was not looked at.
  private var scanned = 0
  /// Whether the line at `position` holds a mark of frames.
  private var isMarked = false
  /// Whether the beginning of that line was given away.
  private var isInsideLine = false
  /// The end of what was given away before `buffer`.
  private var past: [UInt8] = []
  private var context: [UInt8] = []
  private var parts: [Chunk] = []
  private let limits: Limits

  /// How many bytes are held back at most; what is longer is given away as far as it came.
  public struct Limits: Sendable {
    /// Lines, and stacks of frames.
    var lines: Int
    /// Swift backtraces and reports.
    var reports: Int

    /// Limits for both kinds.
    public init(lines: Int = 2 << 20, reports: Int = 16 << 20) {
      self.lines = lines
      self.reports = reports
    }
  }

  /// Prepares to cut a stream.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// What is held back now.
  public var held: Held {
    switch mode {
    case .plain: start < buffer.count ? .line : .nothing
    case .frames: .frames
    case .swift, .report: .backtrace
    }
  }

  private var limit: Int {
    switch mode {
    case .plain, .frames: limits.lines
    case .swift, .report: limits.reports
    }
  }

  /// Takes the next bytes of the stream; the parts that are complete now.
  public mutating func take(_ bytes: [UInt8]) -> [Chunk] {
    buffer += bytes
    scan()
    if buffer.count - start > limit, case .report = mode {
      // Nothing that is a report is so long.
      judgeHeldAgain()
      scan()
    }
    if case .plain = mode { pass(upTo: position) }
    if buffer.count - start > limit { giveAway() }
    return finished()
  }

  /// Gives away all that is held back: the stream has ended, or nothing came for a while.
  public mutating func flush() -> [Chunk] {
    giveAway()
    return finished()
  }

  // MARK: Bytes

  private static let marks = ByteSet("\nx+".utf8)

  /// Judges all lines that are complete. Most lines of a log are told to be plain by a look at three kinds of bytes.
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

  /// Whether a blank and a digit stand behind a plus sign, or may still come.
  private func mayPrecedeOffset(_ plus: Int) -> Bool {
    guard plus + 2 < buffer.count else { return true }
    return buffer[plus + 1] == TextScan.space && TextScan.isDigit(buffer[plus + 2])
  }

  private mutating func endLine(at newline: Int) {
    let line = position..<newline
    let marked = isMarked
    position = newline + 1
    isMarked = false
    if isInsideLine { isInsideLine = false } else { judge(line, end: newline + 1, isMarked: marked) }
  }

  private mutating func giveAway() {
    while start < buffer.count {
      if position < buffer.count {
        let line = position..<buffer.count
        if !isInsideLine { judge(line, end: buffer.count, isMarked: isMarked) }
        // A report that turned out to be none: its lines are judged again, the last one as well.
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

  /// Gives away what is held back, up to a position, as what it is.
  mutating func endStacks(at end: Int) {
    if end > start {
      let bytes = Array(buffer[start..<end])
      if case .report = mode { parts.append(.report(bytes)) } else { parts.append(.stacks(bytes, context: context)) }
    }
    start = max(start, end)
    mode = .plain
  }

  /// Judges the lines that are held back again, as lines by themselves.
  mutating func judgeHeldAgain() {
    barrier = position
    position = start
    scanned = start
    isMarked = false
    mode = .plain
  }

  /// Gives away what stands before a position, and looks there for what announces call stacks.
  mutating func begin(at position: Int) {
    context = titles(before: position)
    pass(upTo: position)
  }

  /// So much of what was given away is looked at again.
  private static let pastLength = 1024

  /// The lines before a position that announce a call stack or say on what it ran, those right before it first of all.
  private func titles(before position: Int) -> [UInt8] {
    LogTitles.last(of: Array((past + buffer[max(0, position - Self.pastLength)..<position]).suffix(Self.pastLength)))
  }
}

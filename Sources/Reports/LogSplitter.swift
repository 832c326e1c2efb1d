/// Cuts a stream of text into what passes unchanged and what holds call stacks. Bytes are held back only while they may belong to a
/// call stack that is not over.
public struct LogSplitter: Sendable {
  /// A part of the stream. The bytes of all parts together, in their order, are the stream.
  public enum Part: Sendable, Equatable {
    /// Bytes without call stacks.
    case plain([UInt8])
    /// Lines that hold call stacks. `context` are lines before them, given away already, that say what they are.
    case stacks([UInt8], context: [UInt8])
  }

  /// What is held back.
  public enum Held: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The beginning of a line.
    case line
    /// Frames of a console.
    case frames
    /// A Swift backtrace.
    case backtrace
  }

  private enum Mode: Sendable {
    case plain
    case frames
    case swift(SwiftTextState, column: Int)
  }

  private var mode = Mode.plain
  private var buffer: [UInt8] = []
  /// The first byte of `buffer` that was not given away.
  private var start = 0
  /// Where the first line begins that was not judged.
  private var position = 0
  /// Whether the beginning of that line was given away.
  private var isInsideLine = false
  /// The end of what was given away before `buffer`.
  private var past: [UInt8] = []
  private var context: [UInt8] = []
  private var parts: [Part] = []
  private let limit: Int

  /// Holds back about `limit` bytes at most: longer lines and call stacks are given away as far as they came.
  public init(limit: Int = 16 << 20) { self.limit = limit }

  /// What is held back now.
  public var held: Held {
    switch mode {
    case .plain: start < buffer.count ? .line : .nothing
    case .frames: .frames
    case .swift: .backtrace
    }
  }

  /// Takes the next bytes of the stream; the parts that are complete now.
  public mutating func take(_ bytes: [UInt8]) -> [Part] {
    buffer += bytes
    while let newline = newline(from: position) {
      let line = position..<newline
      position = newline + 1
      if isInsideLine { isInsideLine = false } else { judge(line, end: newline + 1) }
    }
    if case .plain = mode { pass(upTo: position) }
    if buffer.count - start > limit { giveAway() }
    return finished()
  }

  /// Gives away all that is held back: the stream has ended, or nothing came for a while.
  public mutating func flush() -> [Part] {
    giveAway()
    return finished()
  }

  private mutating func giveAway() {
    if position < buffer.count {
      if !isInsideLine { judge(position..<buffer.count, end: buffer.count) }
      isInsideLine = true
      position = buffer.count
    }
    if case .plain = mode { pass(upTo: buffer.count) } else { endStacks(at: buffer.count) }
  }

  private mutating func finished() -> [Part] {
    let given = buffer[..<start]
    past = Array((past + given.suffix(Self.pastLength)).suffix(Self.pastLength))
    buffer.removeFirst(start)
    position -= start
    start = 0
    defer { parts = [] }
    return parts
  }

  private func newline(from start: Int) -> Int? { buffer[start...].firstIndex(of: TextScan.newline) }

  private mutating func pass(upTo end: Int) {
    if end > start { parts.append(.plain(Array(buffer[start..<end]))) }
    start = max(start, end)
  }

  private mutating func endStacks(at end: Int) {
    if end > start { parts.append(.stacks(Array(buffer[start..<end]), context: context)) }
    start = max(start, end)
    mode = .plain
  }
}

extension LogSplitter {
  // MARK: Lines

  /// Judges a line; `end` is behind its line end.
  private mutating func judge(_ line: Range<Int>, end: Int) {
    switch mode {
    case .plain: judgePlain(line, end: end)
    case .frames:
      if LogFrames(buffer, line).isEmpty {
        endStacks(at: line.lowerBound)
        judgePlain(line, end: end)
      }
    case .swift(var state, let column):
      mode = .plain
      guard let event = SwiftTextEvent(buffer, line, column: column) else {
        state.countStray()
        judgeStray(line, end: end, state, column)
        return
      }
      if state.sawImages, event.startsReport(after: state) {
        endStacks(at: line.lowerBound)
        judgePlain(line, end: end)
        return
      }
      state.note(event)
      if case .end = event.kind { endStacks(at: end) } else { mode = .swift(state, column: column) }
    }
  }

  /// A line in a Swift backtrace that is none of it: other threads and programs may write, too.
  private mutating func judgeStray(_ line: Range<Int>, end: Int, _ state: SwiftTextState, _ column: Int) {
    if state.sawFrames, !state.isOver {
      mode = .swift(state, column: column)
      return
    }
    if state.sawFrames { endStacks(at: line.lowerBound) }
    judgePlain(line, end: end)
  }

  private mutating func judgePlain(_ line: Range<Int>, end: Int) {
    if let column = swiftThread(line) {
      begin(line)
      mode = .swift(SwiftTextState(), column: column)
      return
    }
    guard LogMarks.mayHoldFrames(buffer, line) else { return }
    let frames = LogFrames(buffer, line)
    guard !frames.isEmpty else { return }
    begin(line)
    if frames.isComplete { endStacks(at: end) } else { mode = .frames }
  }

  /// How far right the header of a Swift thread begins in a line; nil for any other line.
  private func swiftThread(_ line: Range<Int>) -> Int? {
    let last = TextScan.trimmedEnd(buffer, line.lowerBound, line.upperBound)
    guard last > line.lowerBound, bytesEndHeader(last), let event = SwiftTextEvent(buffer, line.lowerBound..<last, column: nil),
      case .thread = event.kind
    else { return nil }
    return event.column
  }

  private func bytesEndHeader(_ end: Int) -> Bool {
    buffer[end - 1] == UInt8(ascii: ":") || buffer[end - 1] == TextScan.carriageReturn
  }

  /// Gives away what stands before a line, and looks there for what announces call stacks.
  private mutating func begin(_ line: Range<Int>) {
    context = titles(before: line.lowerBound)
    pass(upTo: line.lowerBound)
  }

  /// So much of what was given away is looked at again.
  private static let pastLength = 1024

  /// The lines before a position that announce a call stack or say on what it ran, those right before it first of all.
  private func titles(before position: Int) -> [UInt8] {
    let before = (past + buffer[..<position]).suffix(Self.pastLength)
    let text = Array(before)
    var titles: [UInt8] = []
    for line in text.split(separator: TextScan.newline, omittingEmptySubsequences: false).dropLast().suffix(8) {
      let range = line.startIndex..<line.endIndex
      // Frames before are those of another call stack; they are done.
      if LogMarks.mayHoldFrames(text, range), !LogFrames(text, range).isEmpty {
        titles = []
      } else if LogTitles.isTitle(text, range) {
        titles += line + [TextScan.newline]
      }
    }
    return titles
  }
}

/// Lines that tell of the call stack below them.
enum LogTitles {
  /// Whether a line does.
  static func isTitle(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    let content = TextScan.trimmed(bytes, line)
    guard !content.isEmpty else { return false }
    if ConsoleTitle.read(bytes, content) != nil || SwiftTextEvent(bytes, line, column: nil) != nil { return true }
    return TextScan.find(bytes, content, "Platform: ") != nil
  }
}

/// What a line of a log holds of call stacks.
struct LogFrames {
  /// How many frames.
  private let count: Int
  /// Whether it holds whole call stacks.
  let isComplete: Bool
  /// Whether there are no frames.
  var isEmpty: Bool { count == 0 }

  /// Looks at a line without its end.
  init(_ bytes: [UInt8], _ line: Range<Int>) {
    let marks = LogMarks.special(bytes, line)
    if marks.quotes, TextScan.find(bytes, line, "\"crashReport\"") != nil {
      (count, isComplete) = (1, true)
      return
    }
    if ConsoleFrameLine(bytes, line) != nil, !marks.quotes {
      (count, isComplete) = (1, false)
      return
    }
    let isList = TextScan.find(bytes, line, "(0x") != nil
    guard marks.quotes || marks.colors || isList else {
      (count, isComplete) = (0, false)
      return
    }
    let log = LogText(Array(bytes[line]))
    if isList, ConsoleReader.read(log)?.lists.isEmpty == false {
      (count, isComplete) = (2, true)
      return
    }
    let frames = log.lines.count { ConsoleFrameLine(log.text, $0.range) != nil }
    let isWhole = log.lines.contains { $0.level > 0 && !$0.isElement } || frames > 1
    (count, isComplete) = (frames, frames > 0 && isWhole)
  }
}

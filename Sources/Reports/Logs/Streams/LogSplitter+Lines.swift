extension LogSplitter {
  /// Classifies a line; `end` is after its line end. `isMarked` says whether it may contain frames at all.
  mutating func judge(_ line: Range<Int>, end: Int, isMarked: Bool) {
    switch mode {
    case .plain: judgePlain(line, end: end, isMarked: isMarked)
    case .frames:
      if !isMarked && !mayBeInlined(line) && !isOfScriptEngine(line) || LogFrames(buffer, line).isEmpty {
        endStacks(at: line.lowerBound)
        judgePlain(line, end: end, isMarked: isMarked)
      }
    case .swift(let state, let column): judgeBacktrace(line, end: end, isMarked: isMarked, state, column)
    case .report(var watch):
      mode = .plain
      let verdict = watch.take(buffer, line)
      mode = .report(watch)
      switch verdict {
      case .open: break
      case .closed: endStacks(at: end)
      case .closedBefore:
        endStacks(at: line.lowerBound)
        judgePlain(line, end: end, isMarked: isMarked)
      case .broken: judgeHeldAgain()
      }
    }
  }

  /// An inlined function of a frame without an address has neither an address nor an offset.
  private func mayBeInlined(_ line: Range<Int>) -> Bool { TextScan.find(buffer, line, "[inlined]") != nil }

  /// Frames of the engine, and omitted ones, have no position.
  private func isOfScriptEngine(_ line: Range<Int>) -> Bool { ScriptFrameLine(buffer, line) != nil }

  private mutating func judgeBacktrace(
    _ line: Range<Int>, end: Int, isMarked: Bool, _ state: SwiftTextState, _ column: Int
  ) {
    mode = .plain
    var state = state
    guard let event = event(line, column: column) else {
      state.countStray()
      judgeStray(line, end: end, isMarked: isMarked, state, column)
      return
    }
    if state.sawImages, event.startsReport(after: state) {
      endStacks(at: line.lowerBound)
      judgePlain(line, end: end, isMarked: isMarked)
      return
    }
    state.note(event)
    if case .end = event.kind { endStacks(at: end) } else { mode = .swift(state, column: column) }
  }

  /// A foreign line in a Swift backtrace: other threads and programs may write, too.
  private mutating func judgeStray(
    _ line: Range<Int>, end: Int, isMarked: Bool, _ state: SwiftTextState, _ column: Int
  ) {
    if state.sawFrames, !state.isOver {
      mode = .swift(state, column: column)
      return
    }
    if state.sawFrames { endStacks(at: line.lowerBound) }
    judgePlain(line, end: end, isMarked: isMarked)
  }

  private mutating func judgePlain(_ line: Range<Int>, end: Int, isMarked: Bool) {
    if mayOpen(line), open(line, end: end) { return }
    guard isMarked, LogMarks.mayHoldFrames(buffer, line) || TombstoneFrameLine.mayNeedNames(buffer, line) else { return }
    let frames = LogFrames(buffer, line)
    guard !frames.isEmpty else { return }
    begin(at: line.lowerBound)
    mode = .frames
    if frames.isComplete { endStacks(at: end) }
  }

  /// Returns whether the first or last byte of a line is one of a line that opens a backtrace or report.
  private func mayOpen(_ line: Range<Int>) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    switch buffer[last] {
    case UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"), ...TextScan.space:
      return true
    case UInt8(ascii: "*"), UInt8(ascii: "'"): return DartWatch(opening: buffer, line) != nil
    case UInt8(ascii: "."): return CoredumpLine.isMessage(buffer, line)
    default: return buffer[first] == UInt8(ascii: "I") || buffer[first] == UInt8(ascii: "P")
    }
  }

  /// Opens what a line opens. Returns false if it opens nothing.
  private mutating func open(_ line: Range<Int>, end: Int) -> Bool {
    if let column = swiftThread(line) {
      begin(at: line.lowerBound)
      mode = .swift(SwiftTextState(), column: column)
      return true
    }
    guard line.lowerBound >= barrier, let (watch, place, isClosed) = LogReportWatch.opened(by: buffer, line) else { return false }
    begin(at: place)
    mode = .report(watch)
    if isClosed { endStacks(at: end) }
    return true
  }

  /// Returns the column of the header of a Swift thread in a line, or nil for any other line.
  private func swiftThread(_ line: Range<Int>) -> Int? {
    let last = TextScan.trimmedEnd(buffer, line.lowerBound, line.upperBound)
    guard last > line.lowerBound, buffer[last - 1] == UInt8(ascii: ":") || buffer[last - 1] == TextScan.carriageReturn,
      let event = event(line.lowerBound..<last, column: nil), case .thread = event.kind
    else { return nil }
    return event.column
  }

  /// Returns the content of a line in a Swift backtrace, without its colors.
  private func event(_ line: Range<Int>, column: Int?) -> SwiftTextEvent? {
    guard buffer[line].contains(0x1b) else { return SwiftTextEvent(buffer, line, column: column) }
    let plain = LogExcerpt(Array(buffer[line]), from: line.lowerBound).withoutColors.bytes
    return SwiftTextEvent(plain, 0..<plain.count, column: column)
  }
}

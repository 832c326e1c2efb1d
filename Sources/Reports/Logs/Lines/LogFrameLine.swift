import CrashModel

/// A line of a call stack in a log: a function, which may be inlined into that of the next line.
protocol LogFrameLine {
  /// The number of the frame.
  var index: Int { get }
  /// The bytes of `LogText.text` that names replace.
  var tail: Range<Int> { get }
  /// The name that the line has, or nil if it has none.
  var reported: ReportedSymbol? { get }
}

extension LogText {
  /// Returns the frame of consecutive lines, and their places: inlined functions, innermost first, then the function itself. It has no
  /// address yet. Returns nil if there are no lines.
  func frame(of lines: [(line: some LogFrameLine, position: Int)], kind: Frame.Kind) -> (frame: Frame, slot: LogSlot)? {
    guard let own = lines.last, let first = lines.first?.position else { return nil }
    var frame = Frame(
      index: own.line.index, kind: kind,
      sourceRange: origin(self.lines[first].range).lowerBound..<origin(self.lines[own.position].range).upperBound,
      replaceableRange: origin(own.line.tail))
    frame.reported = own.line.reported
    frame.reportedInlines = lines.dropLast().map { $0.line.reported ?? ReportedSymbol() }
    return (frame, LogSlot(lines: first...own.position, tail: own.line.tail))
  }
}

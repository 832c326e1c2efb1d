/// The number of frames in a line of a log.
struct LogFrames {
  /// The number of frames.
  private let count: Int
  /// Whether it has whole call stacks.
  let isComplete: Bool
  /// Whether there are no frames.
  var isEmpty: Bool { count == 0 }

  /// Reads a line without its end.
  init(_ bytes: [UInt8], _ line: Range<Int>) {
    let marks = LogMarks.special(bytes, line)
    if marks.quotes, TextScan.find(bytes, line, "\"crashReport\"") != nil {
      (count, isComplete) = (1, true)
      return
    }
    if !marks.quotes, Self.isFrame(bytes, line) {
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
    let frames = log.lines.count { Self.isFrame(log.text, $0.range) }
    let isWhole = log.lines.contains { $0.level > 0 && !$0.isElement } || frames > 1
    (count, isComplete) = (frames, frames > 0 && isWhole)
  }

  private static func isFrame(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    ConsoleFrameLine(bytes, line) != nil || ScriptFrameLine(bytes, line) != nil || TombstoneFrameLine(bytes, line) != nil
  }
}

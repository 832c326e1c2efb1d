/// Lines that tell of the call stack below them.
enum LogTitles {
  /// Whether a line does.
  static func isTitle(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    let content = TextScan.trimmed(bytes, line)
    guard !content.isEmpty else { return false }
    if ConsoleTitle.read(bytes, content) != nil || SwiftTextEvent(bytes, line, column: nil) != nil { return true }
    return TextScan.find(bytes, content, "Platform: ") != nil
  }

  /// Those of the last lines of a text, which may begin inside a line and ends before a call stack.
  static func last(of text: [UInt8]) -> [UInt8] {
    var titles: [UInt8] = []
    for line in text.split(separator: TextScan.newline, omittingEmptySubsequences: false).dropLast().suffix(8) {
      let range = line.startIndex..<line.endIndex
      // Frames before are those of another call stack; they are done.
      if LogMarks.mayHoldFrames(text, range), !LogFrames(text, range).isEmpty {
        titles = []
      } else if isTitle(text, range) {
        titles += line + [TextScan.newline]
      }
    }
    return titles
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

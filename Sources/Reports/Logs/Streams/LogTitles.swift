/// Lines that announce the call stack below them.
enum LogTitles {
  /// Returns whether a line announces a call stack.
  static func isTitle(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    let content = TextScan.trimmed(bytes, line)
    guard !content.isEmpty else { return false }
    if ConsoleTitle.read(bytes, content) != nil || SwiftTextEvent(bytes, line, column: nil) != nil { return true }
    return TextScan.find(bytes, content, "Platform: ") != nil
  }

  /// Returns those of the last lines of a text, which may begin inside a line and ends before a call stack.
  static func last(of text: [UInt8]) -> [UInt8] {
    var titles: [UInt8] = []
    for line in text.split(separator: TextScan.newline, omittingEmptySubsequences: false).dropLast().suffix(8) {
      let range = line.startIndex..<line.endIndex
      // Earlier frames belong to another call stack, which is done.
      if LogMarks.mayHoldFrames(text, range), !LogFrames(text, range).isEmpty {
        titles = []
      } else if isTitle(text, range) {
        titles += line + [TextScan.newline]
      }
    }
    return titles
  }
}

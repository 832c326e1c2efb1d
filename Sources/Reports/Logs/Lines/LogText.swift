import Bytes

/// The lines of a log. The front of `Logs`, which finds the lines that formats read.
///
/// In: the bytes of a log. Out: its lines. The lines of a JSON string, whose line ends are escaped, and the elements of a printed
/// array are separate lines; terminal colors are removed. `text` is the input, followed by everything that was decoded. The
/// ranges of lines refer to it, and `origin` converts them to ranges of the input, so that `LogEditor` can write names there.
///
/// `Lines` is for a whole log: start here; `LogStrings` finds strings, `LogExcerpt` decodes them. `Streams` is for a log that is
/// still being written: `LogSplitter` there separates call stacks from lines that pass unchanged.
///
/// Example: the line `{"stack": "0 Shop 0x1000 a + 1\n1 Shop 0x2000 b + 2"}` is split into `0 Shop 0x1000 a + 1` and
/// `1 Shop 0x2000 b + 2`.
struct LogText: Sendable {
  /// The input, then the decoded strings and lines.
  private(set) var text: [UInt8]
  /// All lines in the order of the input.
  private(set) var lines: [LogLine] = []
  /// The number of bytes of the input itself.
  let inputCount: Int

  /// Where the bytes of `text` behind the input are from.
  private var origins = ByteOrigins()

  /// The maximum depth of decoding strings inside strings: JSON in a field of a JSON event, and that once more.
  private static let deepestEscaping = 3

  /// Splits a log into lines.
  init(_ bytes: [UInt8]) {
    text = bytes
    inputCount = bytes.count
    var walk = TextLines(bytes)
    while let line = walk.next() { add(line, end: walk.position, number: walk.number) }
  }

  /// Returns the bytes of the input for a range of `text` inside one line.
  func origin(_ range: Range<Int>) -> Range<Int> {
    guard range.lowerBound >= inputCount else { return range }
    let first = origins.origin(of: range.lowerBound - inputCount)
    let start = first?.lowerBound ?? origins.runs.last?.outer.upperBound ?? inputCount
    guard !range.isEmpty, let last = origins.origin(of: range.upperBound - 1 - inputCount) else { return start..<start }
    return start..<max(start, last.upperBound)
  }

  // MARK: Lines

  private mutating func add(_ line: Range<Int>, end: Int, number: Int) {
    var range = line
    let marks = LogMarks.special(text, line)
    if marks.colors { range = keep(LogExcerpt(Array(text[line]), from: line.lowerBound).withoutColors) }
    if marks.quotes, addStrings(of: range, number: number, level: 0) { return }
    lines.append(LogLine(range: range, number: number, ending: Array(text[line.upperBound..<end])))
  }

  /// Adds the lines of the strings in a range of `text` that may contain frames. Returns false if there are none.
  private mutating func addStrings(of range: Range<Int>, number: Int, level: Int) -> Bool {
    var found = false
    for string in LogString.find(text, range) where LogMarks.mayHoldFrames(text, string.content) {
      found = true
      add(string, of: range, number: number, level: level + 1)
    }
    return found
  }

  private mutating func add(_ string: LogString, of outer: Range<Int>, number: Int, level: Int) {
    let content = decoded(string.content)
    var position = content.lowerBound
    var count = 0
    while position < content.upperBound {
      let line = position..<ByteSearch.lineEnd(in: text.span, from: position, to: content.upperBound)
      let end = TextLines.start(afterLineEnd: line.upperBound, in: text, to: content.upperBound)
      position = end
      count += 1
      if level < Self.deepestEscaping, LogMarks.special(text, line).quotes, addStrings(of: line, number: number, level: level) {
        continue
      }
      var entry = LogLine(range: line, number: number, ending: Array(text[line.upperBound..<end]))
      entry.level = level
      entry.followsInString = count > 1
      if string.isElement, count == 1, end == content.upperBound {
        entry.isElement = true
        entry.ending = string.separator(text, in: outer)
      }
      lines.append(entry)
    }
  }

  /// Returns the decoded content of a string as a range of `text`.
  private mutating func decoded(_ content: Range<Int>) -> Range<Int> {
    guard text[content].contains(UInt8(ascii: "\\")) else { return content }
    return keep(piece(content).unescaped)
  }

  private func piece(_ range: Range<Int>) -> LogExcerpt {
    guard range.lowerBound >= inputCount else { return LogExcerpt(Array(text[range]), from: range.lowerBound) }
    return LogExcerpt(Array(text[range]), range.lowerBound - inputCount..<range.upperBound - inputCount, of: origins)
  }

  /// Appends a piece to `text` and returns where it is.
  private mutating func keep(_ piece: LogExcerpt) -> Range<Int> {
    let start = text.count
    text += piece.bytes
    origins.append(0..<piece.bytes.count, of: piece.origins)
    return start..<text.count
  }
}

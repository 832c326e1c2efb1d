struct LogLine: Sendable {
  /// The bytes in `LogText.text`, without the line end.
  var range: Range<Int>
  /// The number of the line in the input, from 1; lines in a string share that of the string.
  var number: Int
  /// The bytes that end the line: the decoded line end, or, for an element of an array, the bytes of the input between it and its
  /// neighbor. Empty at the end of a text or string.
  var ending: [UInt8]
  /// The number of times that JSON escaped the line.
  var level = 0
  /// Whether the line is an element of an array, quotes not included.
  var isElement = false
  /// Whether the line before is in the same string.
  var followsInString = false
}

extension LogLine {
  /// A line of the text itself.
  init(range: Range<Int>, number: Int, ending: [UInt8]) {
    self.init(range: range, number: number, ending: ending, level: 0)
  }

  /// The bytes of the input between this line and one that is inserted beside it.
  var separator: [UInt8] {
    if isElement { return ending.isEmpty ? Array("\", \"".utf8) : ending }
    return LogEscaping.escaped(ending.isEmpty ? [TextScan.newline] : ending, times: level)
  }
}

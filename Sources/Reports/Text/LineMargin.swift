import Bytes

/// The prefix of every line of a text report that was quoted in a mail or written by a logger.
enum LineMargin: Sendable, Equatable {
  /// Nothing.
  case none
  /// `> `, perhaps several times.
  case quotes
  /// A logger's prefix of constant length, such as `2026-11-20 11:43:03.129 shop[12]: `.
  case width(Int)
  /// Blanks before every line, as in code blocks of Markdown and forums: at most this many bytes of them are skipped.
  case blanks(Int)

  /// Returns the start of a line after the margin. A shorter line is empty.
  @inline(__always)
  func skip(_ bytes: [UInt8], _ line: Range<Int>) -> Int {
    switch self {
    case .none: return line.lowerBound
    case .width(let count): return min(line.lowerBound + count, line.upperBound)
    case .blanks(let count):
      return min(TextScan.skipBlanks(bytes, line.lowerBound, min(line.lowerBound + count, line.upperBound)), line.upperBound)
    case .quotes:
      var at = line.lowerBound
      while at < line.upperBound, bytes[at] == UInt8(ascii: ">") {
        at += 1
        if at < line.upperBound, bytes[at] == TextScan.space { at += 1 }
      }
      return at
    }
  }

  /// Returns the start, after the margin, of the line that contains a position, not before `start`, which is after a margin
  /// itself.
  func lineStart(_ bytes: [UInt8], before position: Int, from start: Int) -> Int {
    let line = ByteSearch.lineStart(in: bytes.span, before: position, from: start)
    return line > start ? skip(bytes, line..<position) : line
  }
}

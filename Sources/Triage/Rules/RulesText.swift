internal import Bytes

/// The text of a rules file as bytes, of which lines, words and patterns are ranges: characters of strings cost twenty times as much, and
/// the rules of this program are read in every run.
struct RulesText {
  private let units: [UInt8]

  /// The text of a file.
  init(_ text: String) { units = Array(text.utf8) }

  /// The number of bytes.
  var count: Int { units.count }

  /// The line that begins at a position, without its end.
  func line(from start: Int) -> Range<Int> {
    start..<ByteSearch.first(UInt8(ascii: "\n"), in: units.span, from: start, to: units.count)
  }

  /// The line up to a comment, which two blanks separate from what is before it.
  func withoutComment(_ line: Range<Int>) -> Range<Int> {
    let sign = UInt8(ascii: "#")
    var at = ByteSearch.first(sign, in: units.span, from: line.lowerBound, to: line.upperBound)
    while at < line.upperBound {
      if ByteSearch.stands(Self.comment.span, at: at - 2, of: units.span), at - 2 >= line.lowerBound, at + 1 < line.upperBound {
        return line.lowerBound..<(at - 2)
      }
      at = ByteSearch.first(sign, in: units.span, from: at + 1, to: line.upperBound)
    }
    return line
  }

  private static let comment = Array("  # ".utf8)

  /// The range without blanks and tabs at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isBlank(units[end - 1]) { end -= 1 }
    while start < end, Self.isBlank(units[start]) { start += 1 }
    return start..<end
  }

  /// The part of a trimmed range up to the first blank, and what follows the blanks.
  func firstWord(of range: Range<Int>) -> (word: Range<Int>, rest: Range<Int>) {
    var end = range.lowerBound
    while end < range.upperBound, units[end] != UInt8(ascii: " "), units[end] != UInt8(ascii: "\t") { end += 1 }
    return (range.lowerBound..<end, trimmed(end..<range.upperBound))
  }

  /// The pieces between the occurrences of `separator`.
  func pieces(of range: Range<Int>, separatedBy separator: String) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = range.lowerBound
    while let found = ByteSearch.position(of: separator.utf8.span, in: units.span, from: start, to: range.upperBound) {
      result.append(start..<found)
      start = found + separator.utf8.count
    }
    result.append(start..<range.upperBound)
    return result
  }

  /// The first byte of a range; nil if it is empty.
  func first(of range: Range<Int>) -> UInt8? { range.isEmpty ? nil : units[range.lowerBound] }

  /// The last byte of a range; nil if it is empty.
  func last(of range: Range<Int>) -> UInt8? { range.isEmpty ? nil : units[range.upperBound - 1] }

  /// Returns whether a range has exactly this word.
  func says(_ word: String, at range: Range<Int>) -> Bool {
    let own = word.utf8.span
    return own.count == range.count && ByteSearch.stands(own, at: range.lowerBound, of: units.span)
  }

  /// The text of a range.
  subscript(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF8.self) }

  private static func isBlank(_ unit: UInt8) -> Bool {
    unit == UInt8(ascii: " ") || unit == UInt8(ascii: "\t") || unit == UInt8(ascii: "\r")
  }
}

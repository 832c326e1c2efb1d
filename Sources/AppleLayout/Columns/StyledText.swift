import Bytes
import CrashModel

/// Text and the styles of its pieces, as those who write it know them: nothing is recognized in finished text.
///
/// `LineWriter` makes it and, with the edits of a report that stays text, `ByteEdits` in `Reports`. Styles are recorded only if
/// they are requested. `TerminalPainter` in `Rendering` turns them into colors and links.
///
/// Example: `f [inlined] (a.c:3)` with the style `inlinedMark` from byte 1 to 11 and the style `place` from byte 12 to 19.
package struct StyledText: Sendable {
  /// The text.
  package private(set) var bytes: [UInt8]
  /// The styles. A piece may contain others: the line of a frame contains the file.
  package private(set) var styles: [StyledRange]

  /// Takes a text whose pieces have these styles.
  package init(_ bytes: [UInt8] = [], styles: [StyledRange] = []) {
    self.bytes = bytes
    self.styles = styles
  }

  /// Appends text, all of it in a style unless that is nil.
  package mutating func append(_ text: some Sequence<UInt8>, _ style: TextStyle? = nil, link: String? = nil) {
    let start = bytes.count
    bytes += text
    StepCount.count(bytes.count - start)
    if let style, bytes.count > start { styles.append(StyledRange(start..<bytes.count, style, link: link)) }
  }

  /// Appends text with its styles.
  package mutating func append(_ text: StyledText) {
    StepCount.count(text.bytes.count + text.styles.count)
    styles += text.styles.map { $0.moved(by: bytes.count) }
    bytes += text.bytes
  }

  /// Gives a style to everything from a position on.
  package mutating func style(from start: Int, _ style: TextStyle) { styles.append(StyledRange(start..<bytes.count, style)) }

  /// Returns the lines, without their ends; nothing after the last line feed.
  package var lines: [StyledText] {
    var lines: [StyledText] = []
    var start = 0
    var rest = styles.sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let inside = rest.prefix { $0.range.lowerBound <= end }.filter { $0.range.upperBound <= end }
      rest = rest.drop { $0.range.lowerBound <= end }
      lines.append(StyledText(Array(bytes[start..<end]), styles: inside.map { $0.moved(by: -start) }))
      start = end + 1
    }
    return lines
  }

  /// The text with hidden characters made visible: see `TerminalText`.
  package var visible: StyledText { changed { TerminalText.visible($0, moving: &$1) } }

  /// Returns the text after a change that also moves `positions`, which are in ascending order. Pieces that are removed lose
  /// their styles.
  package func changed(_ change: (_ bytes: [UInt8], _ positions: inout [Int]) -> [UInt8]) -> StyledText {
    let old = styles.flatMap { [$0.range.lowerBound, $0.range.upperBound] }.sorted()
    var new = old
    let text = change(bytes, &new)
    func moved(_ position: Int) -> Int { new[old.partitionPoint { $0 >= position }] }
    let kept = styles.compactMap { piece -> StyledRange? in
      let (start, end) = (moved(piece.range.lowerBound), moved(piece.range.upperBound))
      return start < end ? StyledRange(start..<end, piece.style, link: piece.link) : nil
    }
    return StyledText(text, styles: kept)
  }
}

package import Bytes

/// Assembles lines of text as bytes. Every line begins with the same head; a line end inside a text, which a hostile debug file
/// or report may contain, becomes a blank.
///
/// Example: with the head `0 App 0x1000 `, the lines `f [inlined] (a.c:3)` and `main + 12 (a.c:9)` of one frame.
package struct LineWriter: ~Copyable {
  /// The finished lines with their ends.
  package internal(set) var bytes = GrowingBytes()
  /// The styles of the pieces of the lines, or none unless `isStyled`.
  package private(set) var styles: [StyledRange] = []
  /// Whether the styles of what is written are recorded.
  package let isStyled: Bool
  /// Whether distances from the starts of functions are left out.
  package var omitsOffsets = false
  /// Whether the lines to write are those of a frame of the app.
  package var isInApp = false
  /// The beginning of every line.
  package var head = GrowingBytes()
  /// The end of every line.
  package var end: [UInt8] = [UInt8(ascii: "\n")]

  /// Starts without a line. `isStyled` requests the styles of what is written.
  package init(isStyled: Bool = false) { self.isStyled = isStyled }

  /// Returns the lines that `write` writes, with the styles of their pieces if `isStyled` requests them. `size` is about that of the lines
  /// in bytes, or more.
  package static func text(isStyled: Bool = false, size: Int, _ write: (inout LineWriter) -> Void) -> StyledText {
    var styles: [StyledRange] = []
    let bytes = GrowingBytes.array(capacity: min(size, largest)) { bytes in
      var writer = LineWriter(isStyled: isStyled)
      writer.bytes = bytes
      write(&writer)
      styles = writer.styles
      return writer.takeBytes()
    }
    return StyledText(bytes, styles: styles)
  }

  /// The largest size in bytes for which memory is taken before the lines are known.
  private static let largest = 4 << 20

  private consuming func takeBytes() -> GrowingBytes { bytes }

  /// Returns the finished lines with the styles of their pieces.
  package consuming func finish() -> StyledText {
    let styles = styles
    return StyledText(bytes.finish(), styles: styles)
  }

  /// Writes a line with `body`.
  package mutating func writeLine(_ body: (inout GrowingBytes) -> Void) {
    Self.writeLine(head, end, to: &bytes, body)
  }

  private static func writeLine(
    _ head: borrowing GrowingBytes, _ end: [UInt8], to bytes: inout GrowingBytes, _ body: (inout GrowingBytes) -> Void
  ) {
    if head.count > 0 { bytes.append(0..<head.count, of: head) }
    body(&bytes)
    bytes.append(copying: end.span)
  }

  /// Adds whole lines, without the head; the last one has the style `lastLine` unless that is nil.
  package mutating func append(lines: [String], lastLine: TextStyle? = nil) {
    var start = bytes.count
    let end = end
    for line in lines {
      start = bytes.count
      bytes.append(line: line.utf8.span)
      bytes.append(copying: end.span)
    }
    if isStyled, let lastLine { styles.append(StyledRange(start..<bytes.count - end.count, lastLine)) }
  }

  /// Adds lines, each with the head.
  package mutating func write(_ texts: [String]) {
    for text in texts {
      let start = bytes.count
      writeLine { $0.append(line: text.utf8.span) }
      styleLine(from: start, [])
    }
  }

  /// Does the same with texts that have styles, each followed by `tail`.
  package mutating func write(_ texts: [StyledText], _ tail: String = "") {
    for text in texts {
      let (start, first) = (bytes.count, bytes.count + head.count)
      writeLine { line in
        line.append(line: text.bytes.span)
        line.append(line: tail.utf8.span)
      }
      styleLine(from: start, text.styles.map { $0.moved(by: first) })
    }
  }

  /// Adds bytes that are whole lines already.
  package mutating func append(ready lines: [UInt8]) { bytes.append(copying: lines.span) }

  /// Does the same with text that has styles.
  package mutating func append(ready lines: StyledText) {
    let start = bytes.count
    if isStyled { styles += lines.styles.map { $0.moved(by: start) } }
    bytes.append(copying: lines.bytes.span)
  }

  /// Records the styles of the line that begins at a position and was written last: that of a frame of the app, if it is one,
  /// and those of its pieces.
  mutating func styleLine(from start: Int, _ pieces: @autoclosure () -> [StyledRange]) {
    guard isStyled else { return }
    if isInApp { styles.append(StyledRange(start..<bytes.count - end.count, .appFrame)) }
    styles += pieces()
  }
}

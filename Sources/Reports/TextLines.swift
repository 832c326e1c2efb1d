import Bytes

/// The lines of a text one after the other. Lines end with LF, CR LF or a lone CR, in any mixture.
struct TextLines {
  private let bytes: [UInt8]
  private let margin: LineMargin
  /// Where the next line begins.
  private(set) var position: Int
  /// The number of the line that was read last, counted from 1; 0 before the first.
  private(set) var number = 0

  /// Starts at a byte of a text. Lines begin behind their margin.
  init(_ bytes: [UInt8], from position: Int = 0, behind margin: LineMargin = .none) {
    self.bytes = bytes
    self.margin = margin
    self.position = position
  }

  /// The next line without its end; nil at the end of the text.
  mutating func next() -> Range<Int>? {
    let start = position
    let count = bytes.count
    guard start < count else { return nil }
    let at = ByteSearch.lineEnd(in: bytes.span, from: start)
    position = at
    if position < count {
      let isPair = bytes[at] == TextScan.carriageReturn && at + 1 < count && bytes[at + 1] == TextScan.newline
      position = at + (isPair ? 2 : 1)
    }
    number += 1
    return margin.skip(bytes, start..<at)..<at
  }
}

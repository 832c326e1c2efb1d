import AppleLayout
import Bytes

extension ByteEdits {
  /// Styles the lines of a frame that stay as they are: those of its place, which begins after the margin. `tail` is the text after
  /// the address in the last line.
  mutating func styleFrame(
    _ place: Range<Int>, _ tail: Range<Int>, _ bytes: [UInt8], _ margin: LineMargin = .none, isInApp: Bool
  ) {
    var start = place.lowerBound
    while start < place.upperBound {
      let end = ByteSearch.lineEnd(in: bytes.span, from: start, to: place.upperBound)
      if isInApp { style(start..<end, .appFrame) }
      let isLast = (start...end).contains(tail.lowerBound)
      if let text = isLast ? tail : AppleTextFrameLine(bytes, start..<end)?.tail { styleTail(text, bytes) }
      let next = TextLines.start(afterLineEnd: end, in: bytes, to: place.upperBound)
      start = margin.skip(bytes, next..<place.upperBound)
    }
  }

  /// Styles the marks and the file of a frame's text.
  private mutating func styleTail(_ range: Range<Int>, _ bytes: [UInt8]) {
    let tail = AppleTextFrameTail(bytes, range, image: range.lowerBound..<range.lowerBound)
    let rest = tail.name.upperBound..<range.upperBound
    if let mark = TextScan.find(bytes, rest, " [inlined]") { style(mark..<mark + 10, .inlinedMark) }
    if let file = tail.file, file.lowerBound > range.lowerBound, bytes[file.lowerBound - 1] == UInt8(ascii: "("),
      let close = TextScan.find(bytes, file.upperBound..<range.upperBound, ")")
    {
      style(file.lowerBound - 1..<close + 1, .place)
    }
    if let mark = TextScan.find(bytes, rest, " [mismatch]") { style(mark..<mark + 11, .warning) }
  }
}

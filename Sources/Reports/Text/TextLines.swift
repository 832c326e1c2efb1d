import Bytes

/// The lines of a text, one after the other. Lines end with LF, CR LF or a lone CR, in any mixture.
struct TextLines {
  private let bytes: [UInt8]
  private let margin: LineMargin
  /// The start of the next line.
  private(set) var position: Int
  /// The number of the last line that was read, from 1; 0 before the first.
  private(set) var number = 0

  /// Starts at a byte of a text, after a byte order mark. Lines begin after their margin.
  init(_ bytes: [UInt8], from position: Int = 0, after margin: LineMargin = .none) {
    self.bytes = bytes
    self.margin = margin
    self.position = position == 0 && bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : position
  }

  /// Returns the next line without its end, or nil at the end of the text.
  @inline(__always)
  mutating func next() -> Range<Int>? {
    let start = position
    let count = bytes.count
    guard start < count else { return nil }
    let at = ByteSearch.lineEnd(in: bytes.span, from: start)
    StepCount.count(at - start + 1)
    position = Self.start(afterLineEnd: at, in: bytes, to: count)
    number += 1
    return margin.skip(bytes, start..<at)..<at
  }

  /// Returns the start of the line that follows a line end; `limit` is the end of the text.
  @inline(__always)
  static func start(afterLineEnd end: Int, in bytes: [UInt8], to limit: Int) -> Int {
    guard end < limit else { return limit }
    let isPair = bytes[end] == TextScan.carriageReturn && end + 1 < limit && bytes[end + 1] == TextScan.newline
    return end + (isPair ? 2 : 1)
  }

  /// Returns the line end that is at a position, or that of the text's first line at the end of the text. A line feed stands for none.
  static func ending(at position: Int, of bytes: [UInt8]) -> [UInt8] {
    if position >= bytes.count {
      let first = ByteSearch.lineEnd(in: bytes.span, from: 0)
      return first < bytes.count ? ending(at: first, of: bytes) : lineFeed
    }
    guard bytes[position] == TextScan.carriageReturn else { return lineFeed }
    return start(afterLineEnd: position, in: bytes, to: bytes.count) - position == 2 ? pair : carriageReturn
  }

  private static let lineFeed = [TextScan.newline]
  private static let carriageReturn = [TextScan.carriageReturn]
  private static let pair = [TextScan.carriageReturn, TextScan.newline]
}

internal import Bytes

/// A text in a report, decoded, with the way back to the bytes of the report: what a string of JSON says without its escapes, or the
/// report itself.
struct TextLayer {
  /// The text that contains it.
  let bytes: [UInt8]
  /// Its part of `bytes`. Nothing outside is looked at, so that nothing that is found crosses the end of a string.
  let range: Range<Int>
  /// The positions of decoded characters in the text that was decoded, or nil for the report itself.
  let trail: DecodingTrail?
  /// The number of decodings on the way here.
  var depth: Int { trail.map { $0.depth } ?? 0 }

  /// A whole report.
  init(_ bytes: [UInt8]) { self.init(bytes, bytes.indices, nil) }

  init(_ bytes: [UInt8], _ range: Range<Int>, _ trail: DecodingTrail?) {
    self.bytes = bytes
    self.range = range
    self.trail = trail
  }

  /// Returns a part of the same text.
  func part(_ range: Range<Int>) -> TextLayer { TextLayer(bytes, range, trail) }

  /// The byte at a position, or 0 outside.
  subscript(position: Int) -> UInt8 {
    StepCount.count()
    return range.contains(position) ? bytes[position] : 0
  }

  /// Returns the range of the report that a range of this text was decoded from.
  func source(_ range: Range<Int>) -> Range<Int> {
    guard let trail else { return range }
    let lower = trail.source(range.lowerBound)
    return lower..<max(lower, trail.source(range.upperBound))
  }

  /// Returns whether a word stands at a position.
  func holds(_ word: [UInt8], at position: Int) -> Bool {
    guard position >= range.lowerBound, position + word.count <= range.upperBound else { return false }
    for offset in word.indices where bytes[position + offset] != word[offset] { return false }
    return true
  }

  /// Returns whether a word stands at a position, in any case. `word` is in lower case.
  func holds(anyCase word: [UInt8], at position: Int) -> Bool {
    guard position >= range.lowerBound, position + word.count <= range.upperBound else { return false }
    for offset in word.indices where Letters.lower(bytes[position + offset]) != word[offset] { return false }
    return true
  }

  /// Returns the first position from `start` on that is no blank or tab.
  func skippingBlanks(_ start: Int) -> Int {
    var position = start
    while self[position] == 0x20 || self[position] == 0x09 { position += 1 }
    return position
  }

  /// Returns the end of the line with a position.
  func lineEnd(_ start: Int) -> Int {
    var position = start
    while position < range.upperBound, bytes[position] != 0x0a, bytes[position] != 0x0d { position += 1 }
    return position
  }

  /// Returns a part as text, for messages and tables.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// The positions of a decoded text in the text that it was decoded from, up to the bytes of the report.
final class DecodingTrail: Sendable {
  private let decoded: [Int]
  private let sources: [Int]
  private let parent: DecodingTrail?
  let depth: Int

  /// `decoded` and `sources` are the positions before and after every escape, ascending. `parent` is that of the text with the escapes.
  init(decoded: [Int], sources: [Int], parent: DecodingTrail?) {
    self.decoded = decoded
    self.sources = sources
    self.parent = parent
    depth = (parent?.depth ?? 0) + 1
  }

  /// Returns the position in the report.
  func source(_ position: Int) -> Int {
    var low = 0
    var high = decoded.count
    while low < high {
      let middle = (low + high) / 2
      if decoded[middle] <= position { low = middle + 1 } else { high = middle }
    }
    let own = low == 0 ? position : sources[low - 1] + position - decoded[low - 1]
    return parent?.source(own) ?? own
  }
}

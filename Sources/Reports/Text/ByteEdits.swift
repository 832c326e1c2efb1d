import AppleLayout

/// Replacements in a text, applied together.
struct ByteEdits {
  private struct Edit {
    /// The bytes that are replaced.
    let range: Range<Int>
    /// The replacement, as a range of the new text.
    let text: Range<Int>
  }

  private var edits: [Edit] = []
  /// The new text of all replacements in a row.
  private var new = LineWriter()

  /// Whether nothing is planned.
  var isEmpty: Bool { edits.isEmpty }

  /// Reserves capacity for this many bytes of new text.
  mutating func reserve(_ count: Int) { new.reserve(count) }

  /// Plans to replace a range, which may be empty, by `text`. Ranges must not overlap: of two that do, the one that begins first
  /// is applied, or the one planned first if they begin together.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    let start = new.bytes.count
    new.append(ready: text)
    edits.append(Edit(range: range, text: start..<new.bytes.count))
  }

  /// Plans to replace a range by lines. Each line begins with the bytes `head` of the input and a blank, unless they end with
  /// one, and all but the last end with `end`. Plans nothing if `body` returns false or writes nothing.
  mutating func replace(
    _ range: Range<Int>, from bytes: [UInt8], head: Range<Int>, end: [UInt8], _ body: (inout LineWriter) -> Bool
  ) {
    new.head.removeAll(keepingCapacity: true)
    new.head += bytes[head]
    if !new.head.isEmpty, !TextScan.endsWithBlank(new.head) { new.head.append(TextScan.space) }
    new.end = end
    let start = new.bytes.count
    guard body(&new), new.bytes.count > start else { return }
    edits.append(Edit(range: range, text: start..<new.bytes.count - end.count))
  }

  /// Plans the edits of a part of the input that was decoded: `convert` returns the bytes of the input for a range, and `encode`
  /// the text in the part's encoding.
  mutating func add(_ others: ByteEdits, at convert: (Range<Int>) -> Range<Int>, encode: ([UInt8]) -> [UInt8]) {
    for edit in others.edits { replace(convert(edit.range), with: encode(Array(others.new.bytes[edit.text]))) }
  }

  /// Returns the number of bytes by which the planned replacements lengthen each of some ranges, negative if they shorten it. The
  /// ranges are in order and do not overlap.
  func growth(in ranges: [Range<Int>]) -> [Int] {
    var growth = [Int](repeating: 0, count: ranges.count)
    guard !ranges.isEmpty else { return growth }
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      while position < ranges.count, ranges[position].upperBound < edit.range.upperBound { position += 1 }
      guard position < ranges.count else { break }
      if edit.range.lowerBound >= ranges[position].lowerBound { growth[position] += edit.text.count - edit.range.count }
    }
    return growth
  }

  /// Returns the text with all replacements made; insertions at one position keep the order in which they were planned.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    guard !edits.isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + new.bytes.count)
    var position = 0
    let order = edits.indices.sorted { (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1) }
    for index in order {
      let (range, text) = (edits[index].range, edits[index].text)
      guard range.lowerBound >= position, range.upperBound <= bytes.count else { continue }
      result += bytes[position..<range.lowerBound]
      result += new.bytes[text]
      position = range.upperBound
    }
    return result + bytes[position...]
  }
}

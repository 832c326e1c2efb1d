import AppleLayout

/// Replacements in a text, applied together.
struct ByteEdits {
  private struct Edit {
    /// The bytes that are replaced.
    let range: Range<Int>
    /// What replaces them, as a range of the new text.
    let text: Range<Int>
  }

  private var edits: [Edit] = []
  /// The new texts one after the other.
  private var new = LineWriter()

  /// Whether nothing is planned.
  var isEmpty: Bool { edits.isEmpty }

  /// Makes room for so many bytes of new text.
  mutating func reserve(_ count: Int) { new.reserve(count) }

  /// Plans to put `text` in the place of a range, which may be empty. Ranges must not overlap; those that do are left out
  /// when the edits are applied, the one that begins first wins, and of two that begin together the one planned first.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    let start = new.bytes.count
    new.append(ready: text)
    edits.append(Edit(range: range, text: start..<new.bytes.count))
  }

  /// Plans to put lines in the place of a range: each begins with the bytes `head` of the input and a blank, unless they end with
  /// one, and all but the last end with `end`. Nothing is planned when `body` returns false or writes nothing.
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

  /// Returns how many bytes longer the planned replacements make each of some ranges, which are in order and do not overlap, or
  /// negative if they make one shorter.
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

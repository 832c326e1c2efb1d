/// Replacements in a text, applied in one go.
struct ByteEdits {
  private var edits: [(range: Range<Int>, text: [UInt8])] = []

  /// Whether nothing is planned.
  var isEmpty: Bool { edits.isEmpty }

  /// Plans to put `text` in the place of a range, which may be empty. Ranges must not overlap; those that do are left out
  /// when the edits are applied, the first one wins.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    edits.append((range, text))
  }

  /// How many bytes longer the planned replacements make each of some ranges, which stand in order and do not overlap; negative when
  /// they make one shorter.
  func growth(in ranges: [Range<Int>]) -> [Int] {
    var growth = [Int](repeating: 0, count: ranges.count)
    var position = 0
    for (range, text) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      while position < ranges.count, ranges[position].upperBound < range.upperBound { position += 1 }
      guard position < ranges.count else { break }
      if range.lowerBound >= ranges[position].lowerBound { growth[position] += text.count - range.count }
    }
    return growth
  }

  /// The text with all replacements made; insertions at one place keep the order in which they were planned.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.count })
    var position = 0
    let order = edits.indices.sorted { (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1) }
    for index in order {
      let (range, text) = edits[index]
      guard range.lowerBound >= position, range.upperBound <= bytes.count else { continue }
      result += bytes[position..<range.lowerBound]
      result += text
      position = range.upperBound
    }
    return result + bytes[position...]
  }
}

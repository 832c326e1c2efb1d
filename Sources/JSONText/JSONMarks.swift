/// Which values of a document a reader took: those that it decoded, and the objects that it read with a `JSONRow`.
struct JSONMarks: Sendable {
  /// A bit for each node of the tape. Empty until the first value is taken.
  private var bits: [UInt64] = []
  /// The values in objects read by a row that the row has no field for or that hold others, in any order.
  private(set) var left: [Int] = []
  /// The number of calls that decode values without taking them.
  var suspensions = 0

  /// Takes a node.
  mutating func take(_ index: Int, of count: Int) {
    guard suspensions == 0 else { return }
    if bits.isEmpty { bits = Array(repeating: 0, count: count >> 6 + 1) }
    bits[index >> 6] |= 1 << UInt64(index & 63)
  }

  /// Takes an object with all its values but those at `left`.
  mutating func take(_ object: Int, but left: [Int], of count: Int) {
    guard suspensions == 0 else { return }
    take(object, of: count)
    self.left += left
  }

  /// Leaves a value of an object read by a row: it is not of the kind that the reader asked for.
  mutating func leave(_ index: Int) {
    if suspensions == 0 { left.append(index) }
  }

  /// Returns whether a node was taken.
  func has(_ index: Int) -> Bool { !bits.isEmpty && bits[index >> 6] & 1 << UInt64(index & 63) != 0 }

  /// The node that was taken first at or after the start of each word of the bits; `Int.max` where there is none.
  var firstFromWord: [Int] {
    var next = Int.max
    var result = [Int](repeating: .max, count: bits.count)
    for word in bits.indices.reversed() {
      if bits[word] != 0 { next = word << 6 + bits[word].trailingZeroBitCount }
      result[word] = next
    }
    return result
  }

  /// Returns the first taken node at or after a position, or `Int.max`. `firstFromWord` is that of these marks.
  func first(from index: Int, _ firstFromWord: [Int]) -> Int {
    guard !bits.isEmpty else { return .max }
    let word = index >> 6
    let rest = bits[word] >> UInt64(index & 63)
    if rest != 0 { return index + rest.trailingZeroBitCount }
    return word + 1 < firstFromWord.count ? firstFromWord[word + 1] : .max
  }

  /// The values that rows left, in the order of the text, each once.
  var sortedLeft: [Int] {
    var result: [Int] = []
    for index in left.sorted() where result.last != index { result.append(index) }
    return result
  }
}

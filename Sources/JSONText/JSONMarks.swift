internal import Bytes

/// Which values of a document a reader took: those that it decoded, and the objects that it read with a `JSONRow`.
struct JSONMarks: Sendable {
  /// A bit for each node of the tape. Empty until the first value is taken.
  private var bits: [UInt64] = []
  /// The values in objects read by a row that the row has no field for or that hold others. The first `sortedCount` are in the order
  /// of the text.
  private var left: [Int] = []
  private var sortedCount = 0
  /// The number of calls that decode values without taking them.
  var suspensions = 0

  /// Takes a node.
  mutating func take(_ index: Int, of count: Int) {
    guard suspensions == 0 else { return }
    if bits.isEmpty { bits = Array(repeating: 0, count: count >> 6 + 1) }
    bits[index >> 6] |= 1 << UInt64(index & 63)
  }

  /// Takes objects with all their values but those at `left`.
  mutating func take(_ objects: [Int], but left: [Int], of count: Int) {
    guard suspensions == 0 else { return }
    for object in objects { take(object, of: count) }
    self.left += left
  }

  /// Leaves a value of an object read by a row: it is not of the kind that the reader asked for.
  mutating func leave(_ index: Int) {
    if suspensions == 0 { left.append(index) }
  }

  /// Returns what was taken in a range of the tape. Takes time in proportion to the range, if ranges are asked for in their order.
  mutating func taken(in range: Range<Int>) -> TakenNodes {
    sortLeft()
    let first = left.partitionPoint { $0 >= range.lowerBound }
    let end = left.partitionPoint { $0 >= range.upperBound }
    let words = (range.lowerBound >> 6..<(range.upperBound + 63) >> 6).clamped(to: bits.indices)
    return TakenNodes(words, Array(bits[words]), left: Array(left[first..<end]))
  }

  /// Sorts the values that rows left since the last call, which usually follow those that are sorted.
  private mutating func sortLeft() {
    StepCount.count(left.count - sortedCount)
    if (max(sortedCount, 1)..<max(left.count, 1)).allSatisfy({ left[$0 - 1] < left[$0] }) { return sortedCount = left.count }
    var new: [Int] = []
    for index in left[sortedCount...].sorted() where new.last != index { new.append(index) }
    left.removeSubrange(sortedCount...)
    if let last = left.last, let first = new.first, first <= last {
      new = Set(left + new).sorted()
      left = []
    }
    left += new
    sortedCount = left.count
  }
}

/// What readers took in a range of the tape.
struct TakenNodes: Sendable {
  /// The first word of the bits.
  private let base: Int
  private let bits: [UInt64]
  /// The node that was taken first at or after the start of each word; `Int.max` where there is none.
  private let firstFromWord: [Int]
  /// The values that rows left, in the order of the text, each once.
  let left: [Int]

  fileprivate init(_ words: Range<Int>, _ bits: [UInt64], left: [Int]) {
    base = words.lowerBound
    self.bits = bits
    self.left = left
    var next = Int.max
    var result = [Int](repeating: .max, count: bits.count)
    for word in bits.indices.reversed() {
      if bits[word] != 0 { next = (words.lowerBound + word) << 6 + bits[word].trailingZeroBitCount }
      result[word] = next
    }
    firstFromWord = result
    StepCount.count(bits.count + left.count)
  }

  /// Returns whether a node of the range was taken.
  func has(_ index: Int) -> Bool {
    let word = index >> 6 - base
    return bits.indices.contains(word) && bits[word] & 1 << UInt64(index & 63) != 0
  }

  /// Returns the first taken node at or after one of the range, or a number after the range.
  func first(from index: Int) -> Int {
    let word = index >> 6 - base
    guard bits.indices.contains(word) else { return .max }
    let rest = bits[word] >> UInt64(index & 63)
    if rest != 0 { return index + rest.trailingZeroBitCount }
    return word + 1 < firstFromWord.count ? firstFromWord[word + 1] : .max
  }
}

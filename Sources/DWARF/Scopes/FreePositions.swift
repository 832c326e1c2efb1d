/// The free positions of a list. Finding the next one takes almost constant time, however many positions were taken before it.
struct FreePositions {
  /// For each position, a position that is not before it and not after the next free one; the position itself if it is free.
  private var next: [Int32]

  /// All of `count` positions are free. Lists have fewer than 2^31.
  init(count: Int) { next = (0...Int32(clamping: count)).map { $0 } }

  /// Returns the first free position that is not before `position`, or the count of the list if there is none.
  mutating func first(from position: Int) -> Int {
    var at = min(position, next.count - 1)
    while next[at] != Int32(at) {
      next[at] = next[Int(next[at])]
      at = Int(next[at])
    }
    return at
  }

  /// Takes a free position of the list.
  mutating func take(_ position: Int) { next[position] = Int32(position + 1) }
}

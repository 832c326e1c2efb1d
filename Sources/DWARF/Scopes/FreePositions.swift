/// Which positions of a list nobody has taken yet. Finding the next one costs next to nothing however many were taken before it.
struct FreePositions {
  /// For each position one that is not before it and not behind the next free one; itself when it is free.
  private var next: [Int32]

  /// All of `count` positions are free. Lists have fewer than 2^31.
  init(count: Int) { next = (0...Int32(clamping: count)).map { $0 } }

  /// The first free position that is not before `position`; the count of the list when there is none.
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

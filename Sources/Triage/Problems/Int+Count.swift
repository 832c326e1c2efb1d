extension Int {
  /// The largest count of a summary. A damaged file may state any; a larger one counts as this, and so does a larger sum, so that a summary
  /// reads the same again.
  package static let largestCount = 1 << 40

  /// Adds a count to one of a summary.
  package mutating func addCount(_ other: Int) { self = Swift.min(self &+ Swift.min(other, .largestCount), .largestCount) }
}

/// Finds the intended word for a misspelled one.
enum Spelling {
  /// Returns the word with the fewest single-letter changes from `word`, at most one per three letters, or nil if none is that
  /// close.
  static func nearest(to word: String, among words: [String]) -> String? {
    let limit = max(1, word.utf8.count / 3)
    let ranked = words.map { (distance: distance(Array(word.utf8), Array($0.utf8)), word: $0) }
    if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit { return best.word }
    let longer = words.filter { $0.hasPrefix(word) }
    return word.utf8.count > 1 && longer.count == 1 ? longer.first : nil
  }

  /// Returns the number of insertions, deletions, substitutions and swaps of neighbors that turn one name into the other; both
  /// are short.
  private static func distance(_ from: [UInt8], _ to: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for (row, left) in from.enumerated() {
      var current = [row + 1]
      for (column, right) in to.enumerated() {
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (left == right ? 0 : 1))
        if row > 0, column > 0, left == to[column - 1], from[row - 1] == right { best = min(best, beforeLast[column - 1] + 1) }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[to.count]
  }
}

/// A run of equal blocks of functions: one that calls itself, or several that call each other.
struct Recursion: Hashable, Sendable {
  /// The entries of the run, whole blocks only.
  var entries: Range<Int>
  /// The number of functions in a block, 1 to 4.
  var period: Int
  /// How often the block is repeated at least.
  var repeats: Int { entries.count / period }

  /// The longest run that begins among the first 8 entries and has at least 3 blocks; nil when there is none.
  init?(_ names: [String]) {
    var best: (range: Range<Int>, period: Int)?
    for period in 1...4 {
      for start in 0..<min(8, names.count) {
        var end = start + period
        while end < names.count, names[end] == names[end - period], !names[end].isEmpty { end += 1 }
        let whole = (end - start) / period * period
        guard whole >= 3 * period, whole > (best?.range.count ?? 0) else { continue }
        best = (start..<(start + whole), period)
      }
    }
    guard let best else { return nil }
    entries = best.range
    period = best.period
  }

  /// The members of a block, rotated so that the smallest stands first.
  func cycle(_ names: [String]) -> [String] {
    let block = Array(names[entries.prefix(period)])
    guard let least = block.indices.min(by: { block[$0] < block[$1] }) else { return block }
    return Array(block[least...] + block[..<least])
  }
}

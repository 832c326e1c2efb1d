/// Finds the units that may hold an address, by the ranges of their root entries.
struct UnitIndex {
  private struct Item {
    var low: UInt64
    var high: UInt64
    var reach: UInt64
    var unit: Int
  }

  private var items: [Item] = []
  /// Units whose root entry states no code although it has a line table or is a skeleton: candidates for every address.
  let unbounded: [Int]

  /// Sorts the ranges of all units. `.debug_aranges` is not consulted: it may be absent, partial or duplicated.
  init(_ units: [Unit]) {
    var unbounded: [Int] = []
    for (position, unit) in units.enumerated() where unit.rootTag != Tag.partialUnit {
      for range in unit.ranges { items.append(Item(low: range.lowerBound, high: range.upperBound, reach: 0, unit: position)) }
      if unit.ranges.isEmpty && (unit.hasLines || unit.isSkeleton) { unbounded.append(position) }
    }
    self.unbounded = unbounded
    items.sort { ($0.low, $0.unit) < ($1.low, $1.unit) }
    var reach: UInt64 = 0
    for index in items.indices {
      reach = max(reach, items[index].high)
      items[index].reach = reach
    }
  }

  /// The units whose ranges hold `address`, the one with the nearest start first; without any, the unbounded ones.
  func candidates(for address: UInt64) -> [Int] {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].low <= address { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    var position = low - 1
    while position >= 0, items[position].reach > address {
      if address < items[position].high, !found.contains(items[position].unit) { found.append(items[position].unit) }
      position -= 1
    }
    return found.isEmpty ? unbounded : found
  }
}

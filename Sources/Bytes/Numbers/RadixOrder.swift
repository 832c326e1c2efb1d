/// The order of many numbers, as addresses of symbols are. Digits of 11 bits are distributed one after the other, and only those in which
/// numbers differ. To compare the addresses of a Linux kernel's functions takes six times the instructions.
package enum RadixOrder {
  private struct Item {
    var key: UInt64
    var position: UInt32
  }

  private static let digitBits: UInt64 = 11
  /// Below this number of keys, comparing them is faster.
  private static let few = 512

  /// Returns the positions of keys in ascending order; those of equal keys rise. Takes 36 bytes for each key. There are fewer than 2^32
  /// keys.
  package static func positions(of keys: [UInt64]) -> [UInt32] {
    if keys.count < few { return keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { UInt32(truncatingIfNeeded: $0) } }
    var items = keys.indices.map { Item(key: keys[$0], position: UInt32(truncatingIfNeeded: $0)) }
    guard let first = keys.first else { return [] }
    let differing = keys.reduce(0) { $0 | ($1 ^ first) }
    var shift = UInt64(differing.trailingZeroBitCount)
    var spare = items
    while shift < 64, differing >> shift != 0 {
      distribute(items, to: &spare, by: shift)
      swap(&items, &spare)
      shift += digitBits
    }
    return items.map(\.position)
  }

  /// Copies items into the order of one digit of their keys; items with the same digit keep their order.
  private static func distribute(_ items: [Item], to target: inout [Item], by shift: UInt64) {
    let mask: UInt64 = (1 << digitBits) - 1
    var places = [Int](repeating: 0, count: 1 << Int(digitBits))
    for item in items { places[Int(truncatingIfNeeded: item.key >> shift & mask)] += 1 }
    var start = 0
    for digit in places.indices { (places[digit], start) = (start, start + places[digit]) }
    for item in items {
      let digit = Int(truncatingIfNeeded: item.key >> shift & mask)
      target[places[digit]] = item
      places[digit] += 1
    }
  }
}

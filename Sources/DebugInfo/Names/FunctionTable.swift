/// Names of functions by their positions in an index. It grows with the functions that are asked for: an array for all of them took a
/// sixth of the page faults of 10,000 addresses.
struct FunctionTable {
  /// The names in the order in which they came.
  private var names: [FunctionNames] = []
  /// The positions of the functions in the index, in the order of `names`.
  private var positions: [UInt32] = []
  /// For each slot the number in `names` + 1, or 0. The slots of a function begin at its hash. At most half of them are in use.
  private var slots = [UInt32](repeating: 0, count: 64)
  /// An odd number that is another one in each process: a hostile index cannot choose positions that fall into one slot.
  private let factor: UInt32

  /// No names.
  init() { factor = UInt32(truncatingIfNeeded: UInt32(0x9e37_79b1).hashValue) | 1 }

  /// Returns the names of the function at a position, or nil if they did not come.
  func names(at position: UInt32) -> FunctionNames? {
    let number = slots[slot(of: position)]
    return number == 0 ? nil : names[Int(number) - 1]
  }

  /// Adds the names of a function that has none here.
  mutating func add(_ function: FunctionNames, at position: UInt32) {
    if 2 * names.count >= slots.count { grow() }
    names.append(function)
    positions.append(position)
    slots[slot(of: position)] = UInt32(names.count)
  }

  /// Returns the slot that has the function at a position, or a free one for it.
  private func slot(of position: UInt32) -> Int {
    // The highest bits of the product depend on all of the position.
    var slot = Int((position &* factor) >> UInt32(32 - slots.count.trailingZeroBitCount))
    while slots[slot] != 0, positions[Int(slots[slot]) - 1] != position { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 4 * slots.count)
    for (index, position) in positions.enumerated() { slots[slot(of: position)] = UInt32(index + 1) }
  }
}

internal import SymbolModel

/// The answers of an image so far, by address. A report asks for each of its frames: with a dictionary of the standard library, whose
/// hash resists chosen keys for any type, an answer that is known takes three times the instructions.
struct AnswerTable {
  private var addresses: [LinkAddress] = []
  private var answers: [ResolvedAddress?] = []
  /// For each slot the position of an answer + 1, or 0 for none. A power of 2, at most half of them in use.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 64)
  /// An odd number that is another one in each process: a report cannot choose addresses that fall into one slot.
  private let factor: UInt64

  /// No answers.
  init() { factor = UInt64(truncatingIfNeeded: UInt64(0x9e37_79b9_7f4a_7c15).hashValue) | 1 }

  /// The number of answers.
  var count: Int { addresses.count }

  /// Returns the answers at addresses, in their order, nil where there is none, and adds those that nobody asked for yet to `unknown`.
  func find(_ wanted: [LinkAddress], unknown: inout [LinkAddress]) -> [ResolvedAddress?] {
    var found: [ResolvedAddress?] = []
    found.reserveCapacity(wanted.count)
    for address in wanted {
      let entry = slots[slot(of: address)]
      if entry == 0 { unknown.append(address) }
      found.append(entry == 0 ? nil : answers[Int(entry) - 1])
    }
    return found
  }

  /// Adds an answer, which may be none, for an address. The first one stays.
  mutating func add(_ answer: ResolvedAddress?, at address: LinkAddress) {
    let place = slot(of: address)
    guard slots[place] == 0 else { return }
    addresses.append(address)
    answers.append(answer)
    slots[place] = UInt32(addresses.count)
    if addresses.count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 2 * slots.count)
    for (position, address) in addresses.enumerated() { slots[slot(of: address)] = UInt32(position + 1) }
  }

  /// Returns the slot that has an address, or the free one where it belongs.
  private func slot(of address: LinkAddress) -> Int {
    let mask = slots.count - 1
    // The highest bits of the product depend on all of the address.
    var place = Int(truncatingIfNeeded: (address.value &* factor) >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[place] != 0, addresses[Int(slots[place]) - 1] != address { place = (place + 1) & mask }
    return place
  }
}

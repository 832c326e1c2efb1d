internal import Bytes
internal import SymbolModel

/// The answers of an image so far, by address. A report asks for each of its frames: with a dictionary of the standard library, whose
/// hash resists chosen keys for any type, an answer that is known takes three times the instructions.
struct AnswerTable {
  private struct Entry {
    let address: LinkAddress
    let answer: ResolvedAddress?
    let place: MemoryPlace
  }

  private var entries: [Entry] = []
  /// For each slot the position of an entry + 1, or 0 for none. A power of 2, at most half of them in use.
  private var slots: [UInt32] = [UInt32](repeating: 0, count: 64)
  /// An odd number that is another one in each process: a report cannot choose addresses that fall into one slot.
  private let factor: UInt64

  /// No answers.
  init() { factor = UInt64(truncatingIfNeeded: UInt64(0x9e37_79b9_7f4a_7c15).hashValue) | 1 }

  /// The number of answers.
  var count: Int { entries.count }

  /// Returns the answers at addresses, in their order, nil where there is none, and adds those that nobody asked for yet to `unknown`.
  func find(_ wanted: [LinkAddress], unknown: inout [LinkAddress]) -> [ResolvedAddress?] {
    // First where all of them are, then the answers: memory is waited for once.
    var places: [Int] = []
    places.reserveCapacity(wanted.count)
    for address in wanted {
      let place = Int(slots[slot(of: address)]) - 1
      if place < 0 { unknown.append(address) } else { entries[place].place.prefetch() }
      places.append(place)
    }
    return places.map { $0 < 0 ? nil : entries[$0].answer }
  }

  /// Adds an answer, which may be none, for an address. The first one stays.
  mutating func add(_ answer: ResolvedAddress?, at address: LinkAddress) {
    let place = slot(of: address)
    guard slots[place] == 0 else { return }
    entries.append(Entry(address: address, answer: answer, place: answer.map { MemoryPlace(of: $0) } ?? MemoryPlace()))
    slots[place] = UInt32(entries.count)
    if entries.count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 2 * slots.count)
    for (position, entry) in entries.enumerated() { slots[slot(of: entry.address)] = UInt32(position + 1) }
  }

  /// Returns the slot that has an address, or the free one where it belongs.
  private func slot(of address: LinkAddress) -> Int {
    let mask = slots.count - 1
    // The highest bits of the product depend on all of the address.
    var place = Int(truncatingIfNeeded: (address.value &* factor) >> UInt64(64 - slots.count.trailingZeroBitCount))
    while slots[place] != 0, entries[Int(slots[place]) - 1].address != address { place = (place + 1) & mask }
    return place
  }
}

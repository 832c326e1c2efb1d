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
    // No cache holds the slots, entries and answers. Each loop asks for the memory that the next one needs, for all addresses at once.
    var places: [Int] = []
    places.reserveCapacity(wanted.count)
    let (slotPlace, entryPlace) = (MemoryPlace(of: slots), MemoryPlace(of: entries))
    for address in wanted {
      let slot = firstSlot(of: address)
      slotPlace.prefetch(at: MemoryPlace.distance(toElement: slot, of: UInt32.self))
      places.append(slot)
    }
    for slot in places where slots[slot] != 0 {
      entryPlace.prefetch(at: MemoryPlace.distance(toElement: Int(slots[slot]) - 1, of: Entry.self))
    }
    for position in wanted.indices {
      let place = Int(slots[slot(of: wanted[position], from: places[position])]) - 1
      // Most answers are in two lines.
      if place < 0 { unknown.append(wanted[position]) } else { entries[place].place.prefetch() }
      places[position] = place
    }
    return places.map { $0 < 0 ? nil : entries[$0].answer }
  }

  /// Returns the answer at an address, or nil if there is none, or nobody asked for it yet.
  func answer(at address: LinkAddress) -> ResolvedAddress? {
    let place = Int(slots[slot(of: address)]) - 1
    return place < 0 ? nil : entries[place].answer
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
    // To pass an entry refers to its answer.
    for position in entries.indices { slots[slot(of: entries[position].address)] = UInt32(position + 1) }
  }

  /// Returns the slot that has an address, or the free one where it belongs.
  private func slot(of address: LinkAddress) -> Int { slot(of: address, from: firstSlot(of: address)) }

  private func slot(of address: LinkAddress, from first: Int) -> Int {
    let mask = slots.count - 1
    var place = first
    while slots[place] != 0, entries[Int(slots[place]) - 1].address != address { place = (place + 1) & mask }
    return place
  }

  /// Returns the slot where an address is, unless others took it.
  private func firstSlot(of address: LinkAddress) -> Int {
    // The highest bits of the product depend on all of the address.
    Int(truncatingIfNeeded: (address.value &* factor) >> UInt64(64 - slots.count.trailingZeroBitCount))
  }
}

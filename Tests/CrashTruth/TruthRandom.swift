/// Numbers that a seed repeats (SplitMix64).
package struct TruthRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of a seed.
  package init(_ seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(next() % UInt64(list.count))] }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func happens(_ percent: Int) -> Bool { number(1...100) <= percent }

  /// A made-up UUID.
  mutating func uuid() -> String {
    let digits = (hex(next()) + hex(next())).uppercased()
    let cuts = [8, 4, 4, 4, 12]
    var rest = Substring(digits)
    return cuts.map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }

  private func hex(_ value: UInt64) -> String { hexadecimal(value, digits: 16) }
}

/// Hexadecimal digits with zeros before them.
func hexadecimal(_ value: UInt64, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(digits - text.count, 0)) + text
}

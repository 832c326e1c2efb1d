/// Which pairs of neighboring bytes a text has, as 256 bits: most patterns are ruled out without being looked for.
struct TextSketch: Sendable {
  private var bits: [4 of UInt64] = [0, 0, 0, 0]

  /// No pairs.
  init() {}

  /// Adds the pairs of a text.
  mutating func add(_ text: Span<UInt8>) {
    guard text.count > 1 else { return }
    for position in 1..<text.count {
      let pair = UInt32(text[position - 1]) << 8 | UInt32(text[position])
      let slot = Int(truncatingIfNeeded: (pair &* 0x9e37_79b1) >> 24)
      bits[slot >> 6] |= 1 << UInt64(slot & 63)
    }
  }

  /// Whether a text with this sketch may hold all that `other` has. False is certain.
  func mayHold(_ other: Self) -> Bool {
    (other.bits[0] & ~bits[0]) | (other.bits[1] & ~bits[1]) | (other.bits[2] & ~bits[2]) | (other.bits[3] & ~bits[3]) == 0
  }
}

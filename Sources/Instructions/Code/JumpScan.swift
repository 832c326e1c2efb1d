/// Finds the places in code from which control may jump to an address, without a disassembler.
///
/// Instructions of x86-64 may begin anywhere: bytes inside another instruction are found, too. No jump with a fixed target is missed.
package enum JumpScan {
  /// Returns the addresses of the jumps in `bytes`, the first of which is at `first`, that lead to an address which `isTarget` accepts.
  package static func jumps(
    in bytes: [UInt8], at first: UInt64, _ processor: Processor, to isTarget: (UInt64) -> Bool
  ) -> [UInt64] {
    switch processor {
    case .arm64: arm64(bytes, first, isTarget)
    case .x86_64: x86(bytes, first, isTarget)
    case .arm, .thumb: []
    }
  }

  private static func arm64(_ bytes: [UInt8], _ first: UInt64, _ isTarget: (UInt64) -> Bool) -> [UInt64] {
    stride(from: 0, to: bytes.count - 3, by: 4).compactMap { position in
      let word = bytes[position..<position + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard let distance = distance(word) else { return nil }
      let address = first &+ UInt64(position)
      return isTarget(address &+ UInt64(bitPattern: distance)) ? address : nil
    }
  }

  /// How far a branch of 64-bit ARM leads, or nil for other instructions and for calls.
  private static func distance(_ word: UInt32) -> Int64? {
    func field(_ low: UInt32, _ count: UInt32) -> Int64 {
      Int64(Int32(bitPattern: word << (32 - low - count)) >> Int32(32 - count)) * 4
    }
    if word & 0xfc00_0000 == 0x1400_0000 { return field(0, 26) }  // b
    if word & 0xff00_0000 == 0x5400_0000 { return field(5, 19) }  // b.cond
    if word & 0x7e00_0000 == 0x3400_0000 { return field(5, 19) }  // cbz, cbnz
    return word & 0x7e00_0000 == 0x3600_0000 ? field(5, 14) : nil  // tbz, tbnz
  }

  private static func x86(_ bytes: [UInt8], _ first: UInt64, _ isTarget: (UInt64) -> Bool) -> [UInt64] {
    var found: [UInt64] = []
    func number(_ position: Int, _ count: Int) -> UInt64? {
      guard position + count <= bytes.count else { return nil }
      let value = bytes[position..<position + count].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let signed = count == 1 ? Int64(Int8(truncatingIfNeeded: value)) : Int64(Int32(bitPattern: value))
      return UInt64(bitPattern: signed)
    }
    for position in bytes.indices {
      let (size, distance): (Int, UInt64?) =
        switch bytes[position] {
        case 0x70...0x7f, 0xeb, 0xe0...0xe3: (2, number(position + 1, 1))
        case 0xe9: (5, number(position + 1, 4))
        case 0x0f where position + 1 < bytes.count && bytes[position + 1] & 0xf0 == 0x80: (6, number(position + 2, 4))
        default: (0, nil)
        }
      guard let distance else { continue }
      let address = first &+ UInt64(position)
      if isTarget(address &+ UInt64(size) &+ distance) { found.append(address) }
    }
    return found
  }
}

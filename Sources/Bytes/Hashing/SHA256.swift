/// The hash function SHA-256 (FIPS 180-4), for identifiers that other programs can compute, too.
package enum SHA256 {
  /// Returns the first 8 bytes of the hash as a number, most significant first.
  package static func prefix(of message: Span<UInt8>) -> UInt64 {
    let state = state(of: message)
    return UInt64(state[0]) << 32 | UInt64(state[1])
  }

  /// Returns all 32 bytes of the hash.
  package static func digest(of message: Span<UInt8>) -> [UInt8] {
    let state = state(of: message)
    return state.indices.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: state[word] >> UInt32($0)) }
    }
  }

  private static func state(of message: Span<UInt8>) -> [8 of UInt32] {
    var state = initial
    var words: [64 of UInt32] = .init(repeating: 0)
    // After the message come a bit and, at the end of a block, the number of bits.
    let blocks = (message.count + 9 + 63) / 64
    let bits = UInt64(message.count) &* 8
    for block in 0..<blocks {
      for word in 0..<16 {
        let at = block * 64 + word * 4
        if at + 4 <= message.count {
          words[word] =
            UInt32(message[at]) << 24 | UInt32(message[at + 1]) << 16 | UInt32(message[at + 2]) << 8 | UInt32(message[at + 3])
        } else {
          words[word] = (0..<4).reduce(0) { $0 << 8 | Self.padded(message, at + $1) }
        }
      }
      if block == blocks - 1 {
        words[14] = UInt32(truncatingIfNeeded: bits >> 32)
        words[15] = UInt32(truncatingIfNeeded: bits)
      }
      add(&words, to: &state)
    }
    return state
  }

  /// A byte of the message, of the bit after it, or of the zeros after that.
  private static func padded(_ message: Span<UInt8>, _ at: Int) -> UInt32 {
    at < message.count ? UInt32(message[at]) : at == message.count ? 0x80 : 0
  }

  private static func add(_ words: inout [64 of UInt32], to state: inout [8 of UInt32]) {
    for word in 16..<64 {
      let (early, late) = (words[word - 15], words[word - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      words[word] = words[word - 16] &+ first &+ words[word - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let constants = constants.span
    for round in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let low = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let one = h &+ high &+ choice &+ constants[round] &+ words[round]
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ low &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let initial: [8 of UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

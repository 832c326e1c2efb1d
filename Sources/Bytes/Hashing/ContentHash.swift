/// A 64-bit hash of contents, similar to XXH64. It detects damaged or different contents, but not deliberate collisions.
package struct ContentHash: Hashable, Sendable {
  /// The hash so far.
  package private(set) var value: UInt64

  /// Starts the hash of no contents.
  package init(seed: UInt64 = 0) { value = seed &+ Self.prime5 }

  /// Adds a piece. The result depends on how the contents are divided into pieces.
  package mutating func add(_ piece: [UInt8]) {
    let seed = value
    value = unsafe piece.withUnsafeBytes { unsafe Self.hash($0, seed: seed) }
  }

  /// Does the same for bytes in memory.
  package mutating func add(_ piece: Span<UInt8>) {
    let seed = value
    value = unsafe piece.withUnsafeBytes { unsafe Self.hash($0, seed: seed) }
  }

  /// Does the same for words of 32 bits, as `append(words:)` writes them.
  package mutating func add(words: [UInt32]) {
    let (seed, words) = (value, UInt32(1).littleEndian == 1 ? words : words.map(\.littleEndian))
    value = unsafe words.withUnsafeBytes { unsafe Self.hash($0, seed: seed) }
  }

  /// Does the same for a slice.
  package mutating func add(_ slice: ByteSlice) {
    let seed = value
    value = unsafe slice.withUnsafeBytes { unsafe Self.hash($0, seed: seed) }
  }

  /// Adds a number.
  package mutating func add(_ number: UInt64) { value = Self.avalanche(Self.round(value, number)) }

  /// 16 lower-case hexadecimal digits.
  package var hex: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  private static let prime1: UInt64 = 0x9e37_79b1_85eb_ca87
  private static let prime2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
  private static let prime3: UInt64 = 0x1656_67b1_9e37_79f9
  private static let prime4: UInt64 = 0x85eb_ca77_c2b2_ae63
  private static let prime5: UInt64 = 0x27d4_eb2f_1656_67c5

  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }

  private static func round(_ state: UInt64, _ input: UInt64) -> UInt64 { rotated(state &+ input &* prime2, 31) &* prime1 }

  private static func merged(_ state: UInt64, _ lane: UInt64) -> UInt64 { (state ^ round(0, lane)) &* prime1 &+ prime4 }

  private static func avalanche(_ input: UInt64) -> UInt64 {
    var value = input
    value = (value ^ (value >> 33)) &* prime2
    value = (value ^ (value >> 29)) &* prime3
    return value ^ (value >> 32)
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var at = 0
    var state = seed &+ prime5
    if bytes.count >= 32 {
      var lanes = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
      while at <= bytes.count - 32 {
        lanes.0 = round(lanes.0, unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        lanes.1 = round(lanes.1, unsafe bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self))
        lanes.2 = round(lanes.2, unsafe bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self))
        lanes.3 = round(lanes.3, unsafe bytes.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self))
        at += 32
      }
      state = rotated(lanes.0, 1) &+ rotated(lanes.1, 7) &+ rotated(lanes.2, 12) &+ rotated(lanes.3, 18)
      state = merged(merged(merged(merged(state, lanes.0), lanes.1), lanes.2), lanes.3)
    }
    state = state &+ UInt64(bytes.count)
    while at <= bytes.count - 8 {
      state = rotated(state ^ round(0, unsafe bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)), 27) &* prime1 &+ prime4
      at += 8
    }
    while at < bytes.count {
      state = rotated(state ^ (UInt64(unsafe bytes[at]) &* prime5), 11) &* prime1
      at += 1
    }
    return avalanche(state)
  }
}

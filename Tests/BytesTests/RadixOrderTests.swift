import TestSupport
import Testing

@testable import Bytes

@Suite struct RadixOrderTests {
  /// Keys in few bits, in many, and in bits that begin anywhere, with equal ones among them.
  @Test(arguments: [0, 1, 2, 511, 512, 513, 5_000], [(1, 0), (7, 0), (11, 0), (12, 4), (26, 4), (40, 24), (64, 0)])
  func keysRiseAndEqualOnesKeepTheirOrder(count: Int, bits: (width: Int, shift: UInt64)) {
    var random = SeededGenerator(UInt64(count))
    let keys = (0..<count).map { _ in
      (UInt64.random(in: 0 ... .max, using: &random) >> UInt64(64 - bits.width)) << bits.shift | 0x1
    }
    let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    #expect(RadixOrder.positions(of: keys).map(Int.init) == expected)
  }
}

import TestSupport
import Testing

@testable import DWARF

/// The units that may hold an address, against a look at the ranges of all.
@Suite struct UnitIndexTests {
  private static func unit(_ position: Int, _ ranges: [Range<UInt64>]) -> Unit {
    let encoding = UnitEncoding(version: 5, addressSize: 8, offsetSize: 4)
    var unit = Unit(
      offset: position * 16, end: position * 16 + 16, firstEntry: position * 16 + 12, encoding: encoding, abbrevOffset: 0)
    unit.rootTag = Tag.compileUnit
    unit.ranges = ranges
    return unit
  }

  /// Few ranges are compared, many are distributed by their digits; those that start at one address keep the order of their units.
  @Test(arguments: [1, 40, 700, 3_000]) func candidatesAreThoseOfAllRanges(count: Int) {
    var random = SeededGenerator(UInt64(count))
    for base: UInt64 in [0, 0x1000, 0xffff_ffff_8100_0000] {
      let units = (0..<count).map { position in
        let ranges = (0..<Int.random(in: 0...3, using: &random)).map { _ -> Range<UInt64> in
          let low = base + UInt64.random(in: 0..<UInt64(count * 4), using: &random)
          return low..<low + UInt64.random(in: 1...9, using: &random)
        }
        return Self.unit(position, ranges)
      }
      let index = UnitIndex(units)
      let all = units.enumerated().flatMap { position, unit in unit.ranges.map { (low: $0.lowerBound, unit: position, range: $0) }
      }
      .sorted { ($0.low, $0.unit) > ($1.low, $1.unit) }
      #expect(index.ranges.map(\.lowerBound) == all.reversed().map(\.low))
      for _ in 0..<300 {
        let address = base + UInt64.random(in: 0..<UInt64(count * 4 + 10), using: &random)
        var expected: [Int] = []
        for (_, unit, range) in all where range.contains(address) && !expected.contains(unit) { expected.append(unit) }
        #expect(index.candidates(for: address) == expected, "0x\(String(address, radix: 16)) of \(count) units")
      }
    }
  }
}

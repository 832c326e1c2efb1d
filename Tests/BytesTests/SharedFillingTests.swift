import Bytes
import Testing

@Suite struct SharedFillingTests {
  @Test(arguments: [[3], [1, 2, 3], [0, 5, 0], [1_000, 1, 70_000]])
  func partsStandOneAfterTheOther(lengths: [Int]) {
    var words: [UInt32] = [7, 8]
    let results = words.append(parts: lengths) { number, output -> Int in
      for place in 0..<lengths[number] { output.append(UInt32(number * 100_000 + place)) }
      return number
    }
    #expect(results == Array(lengths.indices))
    let expected = lengths.enumerated().flatMap { number, length in (0..<length).map { UInt32(number * 100_000 + $0) } }
    #expect(words == [7, 8] + expected)
  }

  /// A part with a gap would be memory that nobody wrote.
  @Test func anUnfilledPartAppendsNothing() {
    var words: [UInt32] = [7]
    let results = words.append(parts: [4, 4]) { number, output -> Int in
      for place in 0..<(number == 0 ? 4 : 3) { output.append(UInt32(place)) }
      return number
    }
    #expect(results == nil)
    #expect(words == [7])
  }

  @Test(arguments: [[], [0], [0, 0], [-1, 3]])
  func nothingToFill(lengths: [Int]) {
    var words: [UInt32] = [7]
    #expect(words.append(parts: lengths) { number, _ in number } == nil)
    #expect(words == [7])
  }
}
